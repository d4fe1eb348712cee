/** What can be known of an estate: the closed vocabulary and its values; nothing here may know who found it or where it is kept. */
export { attributeEntry, attributeNames, halfLifeMsOf } from './attribute.ts';
export type { AttributeName, AttributeValueOf } from './attribute.ts';
export { halfLivesMs } from './attributes/attribute-entry.ts';
export type { FactKind } from './attributes/attribute-entry.ts';
export type { ComponentKind } from './component-kind.ts';
export type { Fact, FoundFact, Method } from './fact.ts';
export { renameSubject, subjectKey, subjectLabel } from './subject.ts';
export type { Subject } from './subject.ts';
