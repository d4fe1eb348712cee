import { isAbsent, isPresent, runEngine } from './model-peers/index.ts';
import type { AbsentEngine, Engine, EngineRun } from './model-peers/index.ts';
import { spreadOf } from './spread.ts';
import type { Spread } from './spread.ts';

/** How much is measured. */
export interface ModelBenchSize {
  /** Of each run. */
  readonly requests: number;
  /** Of each run of SimPy, which takes many times as long for each. */
  readonly simpyRequests: number;
  /** In each of which every engine runs once. */
  readonly rounds: number;
  /** Of the first round; each other has the next. */
  readonly seed: number;
}

/** What was measured of one engine. */
export interface EngineMeasurement {
  readonly name: string;
  readonly madeBy: string;
  /** Of each run. */
  readonly requests: number;
  /** By processor time. */
  readonly requestsPerSecond: Spread;
  /** Processor time over wall time in the run that had least of it. */
  readonly lowestProcessorRatio: number;
  /** In time of the model, mean over all runs. */
  readonly meanResponseMs: number;
  /** From what queueing theory says: 0.01 is 1 % above. */
  readonly meanResponseDifferenceRatio: number;
}

/** How many times the requests per second of another engine one makes. */
export interface SpeedRatio {
  readonly of: string;
  readonly to: string;
  /** Of the ratios of each round, so that what slows a whole round does not count. */
  readonly ratio: Spread;
}

/** What was measured. */
export interface ModelMeasurement {
  readonly rounds: number;
  readonly seed: number;
  /** The one that all were pinned to; null where they were not. */
  readonly processor: number | null;
  /** The mean response of the tandem after queueing theory. */
  readonly expectedResponseMs: number;
  readonly engines: readonly EngineMeasurement[];
  readonly ratios: readonly SpeedRatio[];
  readonly absent: readonly AbsentEngine[];
}

/**
 * The speed of each engine in the others', from the same rounds.
 *
 * @param runs - By engine, one of each round.
 */
export function ratiosOf(runs: ReadonlyMap<string, readonly EngineRun[]>): readonly SpeedRatio[] {
  return [...runs].flatMap(([of, own]) =>
    [...runs]
      .filter(([to]) => to !== of)
      .map(([to, others]) => ({
        of,
        to,
        ratio: spreadOf(
          own.map(({ requestsPerSecond }, round) => requestsPerSecond / (others[round]?.requestsPerSecond ?? NaN)),
        ),
      })),
  );
}

/**
 * Runs all engines that are there in turn, round by round, so that a busy machine slows all alike.
 *
 * @param size - How much.
 * @param given - The engines, those that are absent too.
 * @param expectedResponseMs - The mean response of the tandem after queueing theory.
 * @param processor - The one that they may use; undefined for any.
 * @param tell - Receives progress.
 * @throws RegisteredError `internal-fault` where an engine fails.
 */
export async function measureModel(
  size: ModelBenchSize,
  given: readonly (Engine | AbsentEngine)[],
  expectedResponseMs: number,
  processor: number | undefined,
  tell: (progress: string) => void,
): Promise<ModelMeasurement> {
  const engines = given.filter(isPresent);
  const requestsOf = ({ name }: Engine): number => (name === 'SimPy' ? size.simpyRequests : size.requests);
  const runs = new Map(engines.map(({ name }): [string, EngineRun[]] => [name, []]));
  for (let round = 0; round < size.rounds; round += 1) {
    for (const engine of engines) {
      const run = await runEngine(engine, { requests: requestsOf(engine), seed: size.seed + round }, processor);
      runs.get(engine.name)?.push(run);
      tell(`round ${round + 1}: ${engine.name} ${Math.round(run.requestsPerSecond).toLocaleString('en')} requests/s`);
    }
  }
  return {
    rounds: size.rounds,
    seed: size.seed,
    processor: processor ?? null,
    expectedResponseMs,
    engines: engines.map((engine) => {
      const own = runs.get(engine.name) ?? [];
      const meanResponseMs = own.reduce((sum, run) => sum + run.meanResponseMs, 0) / own.length;
      return {
        name: engine.name,
        madeBy: engine.madeBy,
        requests: requestsOf(engine),
        requestsPerSecond: spreadOf(own.map(({ requestsPerSecond }) => requestsPerSecond)),
        lowestProcessorRatio: Math.min(...own.map(({ processorRatio }) => processorRatio)),
        meanResponseMs,
        meanResponseDifferenceRatio: meanResponseMs / expectedResponseMs - 1,
      };
    }),
    ratios: ratiosOf(runs),
    absent: given.filter(isAbsent),
  };
}
