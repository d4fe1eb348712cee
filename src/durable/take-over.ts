import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Logger } from '../kernel/index.ts';
import type { Store } from '../store/index.ts';
import { tryExecutor } from './executor.ts';

/** Whose workflows are looked at. */
export interface TakeOverScope {
  readonly application: string;
  readonly applicationVersion: string;
  readonly ownExecutorId: string;
}

async function pendingOf(scope: TakeOverScope, executorId?: string): Promise<{ id: string; executorId: string }[]> {
  const found = await DBOS.listWorkflows({
    status: 'PENDING',
    applicationName: scope.application,
    applicationVersion: scope.applicationVersion,
    loadInput: false,
    loadOutput: false,
    ...(executorId === undefined ? {} : { executorId }),
  });
  return found.map((status) => ({ id: status.workflowID, executorId: status.executorId ?? '' }));
}

/**
 * Takes over the workflows of executors that have died: on a launch, and from time to time, because a machine that died
 * may not come back.
 *
 * @param store - The database that all executors share.
 * @param scope - Whose workflows.
 * @param log - Told of what is taken over.
 * @returns How many were taken over.
 */
export async function takeOver(store: Store, scope: TakeOverScope, log: Logger): Promise<number> {
  const executors = new Set((await pendingOf(scope)).map(({ executorId }) => executorId));
  executors.delete(scope.ownExecutorId);
  let count = 0;
  for (const executorId of executors) {
    const lock = await tryExecutor(store, scope.application, executorId);
    if (lock === undefined) continue;
    try {
      // Asked again under its lock: nobody is this executor now, so what is pending has no one who works on it.
      const orphans = (await pendingOf(scope, executorId)).map(({ id }) => id);
      if (orphans.length === 0) continue;
      await DBOS.resumeWorkflows(orphans);
      log.info('took over the workflows of a process that died', { executorId, count: orphans.length });
      count += orphans.length;
    } finally {
      await lock.release();
    }
  }
  return count;
}
