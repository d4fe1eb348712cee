import { openFactStore } from '../estate/index.ts';
import type { FactStore } from '../estate/index.ts';
import { openStore } from '../store/index.ts';
import type { VerbContext } from './verb.ts';

/**
 * Runs work on the store of what is known of estates, which it opens and closes.
 *
 * @param context - Configuration, time, log and progress.
 * @param work - Is given the store.
 * @throws RegisteredError as opening the database does, and whatever `work` throws
 */
export async function withFacts<Result>(
  context: VerbContext,
  work: (facts: FactStore) => Promise<Result>,
): Promise<Result> {
  const { clock, log, progress, signal } = context;
  const store = await openStore({
    config: await context.config(),
    clock,
    log,
    signal,
    progress: (state) => progress.step('database', state),
  });
  try {
    return await work(openFactStore(store.database));
  } finally {
    await store.close();
  }
}
