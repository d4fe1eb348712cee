/** Holds a model of an estate against a part of what was seen that it did not learn from; nothing here may learn from that. */
export { holdOut, holdOuts } from './hold-out.ts';
export type { HoldOutBy, Place } from './hold-out.ts';
export { validate } from './validate.ts';
export type { Validated, Validation } from './validate.ts';
