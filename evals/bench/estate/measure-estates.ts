import { formatDuration } from '../../../src/kernel/index.ts';
import type { Clock } from '../../../src/kernel/index.ts';
import { spreadOf } from '../spread.ts';
import type { EstateMeasurement, EstatesMeasurement } from './estate-measurement.ts';
import { growthExponent } from './growth-exponent.ts';
import { makeEstate } from './estate-file.ts';
import { rehearseInThreads } from './rehearsal-pool.ts';
import type { RehearsalSize } from './rehearsal-pool.ts';

/** What all estates of the benchmark are asked, per second. */
export const estateRequestsPerSecond = 200;

/** How often progress is told, at most. */
const tellEveryMs = 5_000;

/** What a measurement needs of the machine. */
export interface Machine {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Of all threads of the process, so far. */
  readonly processorMs: () => number;
}

/** How many rehearsals of an estate of how many components. */
export interface EstateRun extends RehearsalSize {
  readonly components: number;
}

function progress(run: EstateRun, clock: Machine['clock'], tell: (line: string) => void): (done: number) => void {
  const startMs = clock.monotonicMs();
  let toldMs = startMs;
  return (done) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - toldMs < tellEveryMs && done < run.rehearsals) return;
    toldMs = nowMs;
    const leftMs = ((nowMs - startMs) / done) * (run.rehearsals - done);
    const left = leftMs === 0 ? '' : `, ${formatDuration(leftMs)} left`;
    tell(`estate of ${run.components}: ${done} of ${run.rehearsals} rehearsals${left}`);
  };
}

async function measureEstate(
  run: EstateRun,
  machine: Machine,
  tell: (line: string) => void,
): Promise<EstateMeasurement> {
  const { clock, processorMs } = machine;
  const { file } = makeEstate({ ...run, requestsPerSecond: estateRequestsPerSecond });
  const text = JSON.stringify(file);
  const beganMs = clock.monotonicMs();
  const processorBeganMs = processorMs();
  const work = { text, name: `estate of ${run.components}` };
  const done = await rehearseInThreads(work, run, progress(run, clock, tell));
  const wallS = (clock.monotonicMs() - beganMs) / 1_000;
  const processorS = (processorMs() - processorBeganMs) / 1_000;
  const sum = (of: 'requests' | 'failed' | 'calls' | 'events'): number =>
    done.reduce((total, { figures }) => total + figures[of], 0);
  const [requests, calls, events] = [sum('requests'), sum('calls'), sum('events')];
  return {
    components: run.components,
    rehearsals: run.rehearsals,
    wallS,
    processorS,
    processorMsOfRehearsal: (1_000 * processorS) / run.rehearsals,
    threadMs: spreadOf(done.map((one) => one.processorMs)),
    requests,
    failedRatio: sum('failed') / requests,
    callsPerRequest: calls / requests,
    callsPerRehearsal: calls / run.rehearsals,
    eventsPerRehearsal: events / run.rehearsals,
    eventsPerSecond: events / processorS,
  };
}

/**
 * Rehearses estates of several sizes, one after the other, and says by which power the time grows.
 *
 * @param runs - From the smallest to the largest.
 * @param machine - Its time and its processors.
 * @param tell - Receives progress.
 * @throws RegisteredError `internal-fault` where a thread ends before its time.
 */
export async function measureEstates(
  runs: readonly EstateRun[],
  machine: Machine,
  tell: (line: string) => void,
): Promise<EstatesMeasurement> {
  const estates: EstateMeasurement[] = [];
  for (const run of runs) estates.push(await measureEstate(run, machine, tell));
  const exponent = (of: 'components' | 'callsPerRehearsal'): number | null => {
    const found = growthExponent(estates.map((one) => [one[of], one.processorMsOfRehearsal]));
    return Number.isNaN(found) ? null : found;
  };
  return {
    requestsPerSecond: estateRequestsPerSecond,
    simulatedMs: 60_000,
    threads: runs[0]?.threads ?? 0,
    seed: runs[0]?.seed ?? 0,
    estates,
    growthExponents: { components: exponent('components'), calls: exponent('callsPerRehearsal') },
  };
}
