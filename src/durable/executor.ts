import type { SessionLock, Store } from '../store/index.ts';

/** Who this process is to the engine: no other living process is the same. */
export interface Executor {
  readonly id: string;
  /** Lets another process be it. */
  release(): Promise<void>;
}

/** More processes than this on one database mean that locks are not let go of. */
const mostExecutors = 1_000;

const lockName = (application: string, executorId: string): string => `executor/${application}/${executorId}`;

/**
 * Takes the lock of an executor, which shows that no living process is it.
 *
 * @param store - The database that all of them share.
 * @param application - Whose executor it is.
 * @param executorId - Which one.
 * @returns `undefined` where a living process is it.
 * @throws RegisteredError `database-unreachable`
 */
export function tryExecutor(store: Store, application: string, executorId: string): Promise<SessionLock | undefined> {
  return store.tryLock(lockName(application, executorId));
}

/**
 * Becomes the first executor that no living process is. The numbers are few and used again, so that a process that is
 * started in place of a killed one is the same executor and goes on with its workflows.
 *
 * @param store - The database that all of them share.
 * @param application - Whose executor it is.
 * @throws RegisteredError `database-unreachable`, `durable-engine-not-starting`
 */
export async function becomeExecutor(store: Store, application: string): Promise<Executor | undefined> {
  for (let number = 1; number <= mostExecutors; number += 1) {
    const id = `executor-${number}`;
    const lock = await tryExecutor(store, application, id);
    if (lock !== undefined) return { id, release: () => lock.release() };
  }
  return undefined;
}
