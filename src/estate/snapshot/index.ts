/** All that is known of an estate at one moment, named by its content; nothing here may know where it is kept. */
export { freezeSnapshot } from './freeze-snapshot.ts';
export type { FindingsInForce } from './freeze-snapshot.ts';
export type { OwnerRule } from './owner-rule.ts';
export type { Snapshot, SnapshotComponent, SnapshotDocument } from './snapshot.ts';
