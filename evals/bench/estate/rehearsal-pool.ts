import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { reasonOf, RegisteredError } from '../../../src/kernel/index.ts';
import type { RehearsalFigures } from './rehearse-estate.ts';

/** What each thread of a pool is given. */
export interface RehearsalWork {
  /** The model, as it stands in a file. */
  readonly text: string;
  /** How the model is called in messages. */
  readonly name: string;
}

/** What a thread says when a rehearsal is over. */
export interface RehearsalDone {
  readonly figures: RehearsalFigures;
  /** Processor time of the thread; what others do for it (collecting, compiling) is not in it. */
  readonly processorMs: number;
}

/** How many rehearsals, and by how many threads. */
export interface RehearsalSize {
  readonly rehearsals: number;
  readonly threads: number;
  readonly seed: number;
}

/** Why a thread is no longer there, once it is not. */
async function endOf(worker: Worker): Promise<string> {
  try {
    const [code] = (await once(worker, 'exit')) as [number];
    return `it ended with ${code}`;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

/**
 * Rehearses an estate many times, each time with other numbers, in several threads.
 *
 * @param work - The model.
 * @param size - How often, and from which seed.
 * @param tell - Told of each that is over: how many there were until then.
 * @returns In the order of the rehearsals, whichever thread ran which.
 * @throws RegisteredError `internal-fault` where a thread ends before its time, as it does where the model is invalid.
 */
export async function rehearseInThreads(
  work: RehearsalWork,
  { rehearsals, threads, seed }: RehearsalSize,
  tell: (done: number) => void,
): Promise<readonly RehearsalDone[]> {
  const results: RehearsalDone[] = [];
  let begun = 0;
  let over = 0;
  const serve = async (worker: Worker): Promise<void> => {
    const end = endOf(worker);
    while (begun < rehearsals) {
      const rehearsal = begun++;
      worker.postMessage(`${seed}/${rehearsal}`);
      const answer = once(worker, 'message').catch(() => end) as Promise<[RehearsalDone] | string>;
      const done = await Promise.race([answer, end]);
      if (typeof done === 'string') {
        throw new RegisteredError('internal-fault', { reason: `a thread that rehearses is gone: ${done}` });
      }
      [results[rehearsal]] = done;
      tell(++over);
    }
  };
  const count = Math.min(threads, rehearsals);
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('rehearsal-worker.ts', import.meta.url), { workerData: work }),
  );
  try {
    await Promise.all(workers.map(serve));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
}
