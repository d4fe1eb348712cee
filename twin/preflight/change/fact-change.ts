import type { AttributeName, Subject } from '../../../src/estate/index.ts';
import type { Json } from '../../../src/kernel/index.ts';

/** One fact that an action makes. */
export interface FactChange {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  readonly value: Json;
}

/**
 * A component as a subject.
 *
 * @param component - Its name.
 */
export const subjectOf = (component: string): Subject => ({ kind: 'component', component });
