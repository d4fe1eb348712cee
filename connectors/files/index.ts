/** Opens files of unknown content within bounds, and recognises them by what is in them; it must never trust a name. */
export { defaultLimits } from './limits.ts';
export type { InputLimits } from './limits.ts';
export { openInput } from './input.ts';
export type { Input } from './input.ts';
export { linesOf, textChunks, tooLarge } from './text.ts';
export type { Line } from './text.ts';
