/** Predicts what something would do to a captured estate; nothing here may touch the real one. */
export { predictVerb } from './predict-verb.ts';
