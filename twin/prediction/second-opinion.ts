import { learnedLatencies } from '../calibration/index.ts';
import type { Range } from '../calibration/index.ts';
import { splitOperationPath } from '../model/index.ts';
import type { EstateView } from '../preflight/index.ts';
import type { PredictedSignal } from './summary/index.ts';

/** What the learned predictor says of an operation, beside what the model says. */
export interface SecondOpinion {
  readonly operation: string;
  /** By what factor its latency changes, as the model has it and as the line through what was seen has it. */
  readonly modelFactor: number;
  readonly learnedFactor: number;
  /** Of the learned one: by so much it may be off either way, as a factor. */
  readonly errorFactor: number;
  readonly agrees: boolean;
  /** Whether the load asked about is one that it has seen. */
  readonly isWithinSeen: boolean;
}

/** Two standard errors: beyond it is no chance. */
const errors = 2;

const rateOf = (signal: PredictedSignal | undefined, phase: 'before' | 'after'): number | undefined =>
  signal?.[phase]?.best;

/**
 * Holds what the model says of another load against what was seen of how latency goes with load. It can say something only
 * where the load is all that changes: of anything else nothing was seen.
 *
 * @param view - The estate.
 * @param signals - As the model predicts them.
 */
export function secondOpinions(view: EstateView, signals: readonly PredictedSignal[]): readonly SecondOpinion[] {
  const byKey = new Map(signals.map((signal) => [`${signal.operation} ${signal.signal}`, signal]));
  const operations = [...new Set(signals.map(({ operation }) => operation))];
  const byComponent = Map.groupBy(operations, (operation) => splitOperationPath(operation).component);
  return [...byComponent].flatMap(([component, paths]) => {
    const ratesIn = (phase: 'before' | 'after'): ReadonlyMap<string, number> =>
      new Map(
        paths.flatMap((path) => {
          const rate = rateOf(byKey.get(`${path} throughput`), phase);
          return rate === undefined ? [] : [[path.slice(component.length + 1), rate] as const];
        }),
      );
    const [before, after] = [ratesIn('before'), ratesIn('after')];
    const total = [...after.values()].reduce((sum, rate) => sum + rate, 0);
    return learnedLatencies(view, component).flatMap(({ operation, factor, error, from, to }): SecondOpinion[] => {
      const p50 = byKey.get(`${operation} p50`);
      const [was, is]: (Range | null | undefined)[] = [p50?.before, p50?.after];
      if (was === null || is === null || was === undefined || is === undefined || was.best <= 0) return [];
      const modelFactor = is.best / was.best;
      const learnedFactor = factor(before, after);
      const agrees = Math.abs(Math.log(modelFactor / learnedFactor)) <= errors * error;
      const isWithinSeen = total >= from && total <= to;
      return [{ operation, modelFactor, learnedFactor, errorFactor: Math.exp(errors * error), agrees, isWithinSeen }];
    });
  });
}
