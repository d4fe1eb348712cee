import { correctionOf, widened, wideningOf } from '../calibration/index.ts';
import type { Range, Score } from '../calibration/index.ts';
import { level, phaseNames } from './summary/index.ts';
import type { PredictedSignal } from './summary/index.ts';

/**
 * Signals as the scores of past predictions of the same signals correct them: moved by a bounded factor, and widened so that
 * they hold as often as they say. A mechanism that the scores show to be wrong is not rescaled.
 *
 * @param signals - As the runs gave them.
 * @param scores - Of all signals.
 */
export function correctedSignals(
  signals: readonly PredictedSignal[],
  scores: readonly Score[],
): readonly PredictedSignal[] {
  const byOf = Map.groupBy(scores, ({ operation, signal }) => `${operation} ${signal}`);
  return signals.map((predicted) => {
    const those = byOf.get(`${predicted.operation} ${predicted.signal}`) ?? [];
    if (those.length === 0) return predicted;
    const correction = correctionOf(those);
    const factor = correction.says === 'scale' ? correction.factor : 1;
    const moved = those.map((score) => ({ ...score, predicted: times(score.predicted, factor) }));
    const widening = wideningOf(moved, level);
    const corrected = (range: Range | null): Range | null =>
      range === null || range.best <= 0 ? range : widened(times(range, factor), widening);
    const [before = null, during = null, after = null] = phaseNames.map((phase) => corrected(predicted[phase]));
    return { ...predicted, before, during, after };
  });
}

const times = ({ best, low, high }: Range, factor: number): Range => ({
  best: best * factor,
  low: low * factor,
  high: high * factor,
});
