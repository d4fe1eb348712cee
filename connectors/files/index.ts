/** Opens files of unknown content within bounds and reads them as bytes, text or lines; it must never trust a name. */
export { defaultLimits } from './limits.ts';
export type { InputLimits } from './limits.ts';
export { openInput } from './input.ts';
export type { Input } from './input.ts';
export { hasTextHead, headText, linesOf, otherEncodingOf, textChunks, textOf, tooLarge } from './text.ts';
export type { Line } from './text.ts';
