import type { SessionLock, Store } from '../store/index.ts';

/** Who this process is to the engine: no other living process is the same. */
export interface Executor {
  readonly id: string;
  /**
   * Has the database confirm that this process still is it, and waits for a lost session to be made again.
   *
   * @param patienceMs - How long.
   */
  isHeld(patienceMs: number): Promise<boolean>;
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
 * @param signal - Ends the attempt.
 * @returns `undefined` where living processes are all of them.
 * @throws RegisteredError `database-unreachable`; the signal's reason where it is aborted
 */
export async function becomeExecutor(
  store: Store,
  application: string,
  signal?: AbortSignal,
): Promise<Executor | undefined> {
  const ids = Array.from({ length: mostExecutors }, (_, index) => `executor-${index + 1}`);
  const names = ids.map((id) => lockName(application, id));
  const lock = await store.tryLock(names, { signal });
  const id = ids.find((_, index) => lock?.name.endsWith(`/${names[index]}`));
  if (lock === undefined || id === undefined) return undefined;
  return { id, isHeld: (patienceMs) => lock.isHeld(patienceMs), release: () => lock.release() };
}
