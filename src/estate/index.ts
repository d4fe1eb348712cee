/** What is known of the real system, and how it is known; nothing here may reach the system itself. */
export { openFactStore } from './fact-store/index.ts';
export type { Capture, FactStore, StoredReading } from './fact-store/index.ts';
export type { Findings } from './findings.ts';
export { LiveSignals } from './live-signals.ts';
export type { LiveSignal, LiveSignalsOptions } from './live-signals.ts';
export type { OwnerRule, Snapshot, SnapshotComponent, SnapshotDocument } from './snapshot/index.ts';
