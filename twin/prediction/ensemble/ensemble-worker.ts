import { workerData } from 'node:worker_threads';
import type { EnsembleJob, PredictedRun } from './ensemble-job.ts';
import { predictedRun, prepareJob } from './predicted-run.ts';

// The module of a worker thread: its job comes with the thread, the numbers of its runs one by one.
const prepared = prepareJob(workerData as EnsembleJob);

/** Does one run. */
export function work(run: number): PredictedRun {
  return predictedRun(prepared, run);
}
