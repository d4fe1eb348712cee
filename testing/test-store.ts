import { afterAll, beforeAll } from '@jest/globals';
import { userInfo, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/kernel/index.ts';
import type { Store } from '../src/store/index.ts';
import { openStore } from '../src/store/index.ts';
import { silentLog } from './silent-log.ts';
import { aTestFailed } from './temporary-dir.ts';

/**
 * One server for all test files of a user: each attaches, the last one stops it, and its cluster serves the next run.
 * What needs a server of its own, to kill it or to spoil its files, makes a `temporaryDir`.
 */
export const sharedTestDataDir = join(tmpdir(), `backlot-test-server-${userInfo().uid}`);

const drop = async (store: Store): Promise<void> => {
  await store.database.query(`drop schema if exists "${store.schema}" cascade`);
  await store.database.query(`drop schema if exists "${store.schema}_durable" cascade`);
};

/**
 * Gives a test file a store with a schema of its own. The schema goes when the file's tests passed and stays when one
 * failed; the file's first lines must then name the environment that notices:
 * `@jest-environment ./testing/keep-on-failure-environment.mjs`.
 *
 * @param file - Names the schema: letters, digits and underscores.
 * @returns Asks for the store, in tests and hooks.
 */
export function useTestStore(file: string): () => Store {
  let store: Store | undefined;
  const schema = `test_${file}_${process.pid}_${systemClock.nowMs()}`;
  beforeAll(async () => {
    store = await openStore({
      config: { dataDir: sharedTestDataDir, database: { url: undefined } },
      clock: systemClock,
      log: silentLog,
      schema,
    });
  }, 60_000);
  afterAll(async () => {
    if (store === undefined) return;
    if (aTestFailed()) process.stderr.write(`kept: schema ${schema} of the server in ${sharedTestDataDir}\n`);
    else await drop(store);
    await store.close();
  }, 60_000);
  return () => {
    if (store === undefined) throw new Error('the store is there from beforeAll on');
    return store;
  };
}
