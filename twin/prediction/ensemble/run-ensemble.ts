import { Piscina } from 'piscina';
import type { EnsembleJob, PredictedRun } from './ensemble-job.ts';

/** How an ensemble is run. */
export interface EnsembleOptions {
  readonly runs: number;
  /** Threads beside this one; as many as there are processors where left out. */
  readonly threads?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Told whenever a run has ended. */
  readonly progress?: (done: number, of: number) => void;
}

/**
 * Runs an estate many times, its uncertain parameters drawn anew in each, on several threads. Which thread does which run
 * changes no number.
 *
 * @param job - What is run.
 * @param options - How often.
 * @returns The runs that ended, in their order; fewer than asked for where the signal came.
 */
export async function runEnsemble(
  job: EnsembleJob,
  { runs, threads, signal, progress }: EnsembleOptions,
): Promise<readonly PredictedRun[]> {
  const pool = new Piscina<number, PredictedRun>({
    filename: new URL('./ensemble-worker.ts', import.meta.url).href,
    workerData: job,
    ...(threads === undefined ? {} : { minThreads: Math.min(threads, runs), maxThreads: Math.min(threads, runs) }),
  });
  const done: PredictedRun[] = [];
  const one = async (run: number): Promise<void> => {
    done.push(await pool.run(run, { name: 'work' }));
    progress?.(done.length, runs);
  };
  const stopped = new Promise<void>((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });
  try {
    const all = Promise.all(Array.from({ length: runs }, (_, run) => one(run)));
    // Where it is stopped, what the pool leaves undone is told to nobody.
    all.catch(() => undefined);
    await Promise.race([all, stopped]);
  } finally {
    await pool.destroy();
  }
  return done.sort((left, right) => left.run - right.run);
}
