/** Tells what is in a file by how it begins; it must never look at the name, nor read the whole. */
export { describeInput } from './describe-input.ts';
export { recogniseFormat } from './recognise-format.ts';
export type { InputFormat } from './recognise-format.ts';
