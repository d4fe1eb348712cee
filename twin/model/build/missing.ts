import type { AttributeName, Subject } from '../../../src/estate/index.ts';

/** Something that a model needs and no fact tells. */
export interface MissingFact {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  /** What of its value, where the fact is there and that is not in it. */
  readonly part?: string;
  /** Where in the model file somebody could say it by hand. */
  readonly path: readonly string[];
  /** Without it there is no model; with the others lacking, the model leaves something out. */
  readonly isNeeded: boolean;
}
