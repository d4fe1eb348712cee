/** Reading an estate: what is named is read, and what is then known is frozen; nothing here may change what it reads. */
export { captureVerb } from './capture-verb.ts';
