/** Reads the spans of a file in whichever format it is; it must hold no more of it at once than the limits of the input. */
export { readSpans } from './read-spans.ts';
