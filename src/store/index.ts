/** PostgreSQL: the port, the migrations, the embedded server; nothing here may know what is stored in it or why. */
export type { Database, Queryable, SqlValue } from './database.ts';
export { openStore } from './open-store.ts';
export type { Store, StoreOptions } from './open-store.ts';
export type { SessionLock } from './session-lock.ts';
