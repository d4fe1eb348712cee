/** Where two accounts of an estate part: configuration and reality, or earlier and later; nothing here may judge which is right. */
export { declaredDifference } from './declared-difference.ts';
export type { Conflict, DeclaredDifference } from './declared-difference.ts';
export { snapshotDifference } from './snapshot-difference.ts';
export type { SnapshotDifference } from './snapshot-difference.ts';
