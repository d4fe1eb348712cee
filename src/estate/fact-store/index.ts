/** Keeps what is known of estates in PostgreSQL, append-only; nothing here may find anything out. */
export { openFactStore } from './fact-store.ts';
export type { Capture, FactStore, StoredReading } from './fact-store.ts';
