/** The verbs of the twin itself: learning it from an estate; nothing here may touch the real one. */
export { buildVerb } from './build-verb.ts';
export { validateVerb } from './validate-verb.ts';
