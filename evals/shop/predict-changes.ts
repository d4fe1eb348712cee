import { predictEstate } from '../../src/app/predict/index.ts';
import type { PredictResult } from '../../src/app/predict/index.ts';
import type { VerbContext } from '../../src/app/index.ts';
import { readWhatIf } from '../../twin/prediction/what-if/index.ts';
import type { ShopCapture } from '../demo/index.ts';
import type { ShopChange } from './changes.ts';

/** How changes are predicted. */
export interface PredictSettings {
  readonly runs: number;
  readonly seed: number;
}

/** Warmed up, changed after three tenths, and then as long as a change is measured. */
const runMs = 200_000;

/**
 * Predicts changes of a captured shop, each from the same capture.
 *
 * @param name - Of the shop.
 * @param captured - The shop as it is without any.
 * @param changes - What is asked about.
 * @param settings - How many runs, and their seed.
 * @param context - Time, progress and the signal that ends it.
 * @returns Each by its change, as far as it came.
 * @throws RegisteredError as predicting does
 */
export async function predictChanges(
  name: string,
  captured: Pick<ShopCapture, 'sha256' | 'document' | 'ages'>,
  changes: readonly ShopChange[],
  { runs, seed }: PredictSettings,
  context: VerbContext,
): Promise<ReadonlyMap<ShopChange, PredictResult>> {
  const said = new Map<ShopChange, PredictResult>();
  for (const change of changes) {
    const asked = { ...readWhatIf(JSON.stringify(change.asked), change.id), notExercised: [] };
    const progress = {
      ...context.progress,
      step: (_: string, state: string): void => context.progress.step(change.id, `predicting, ${state}`),
    };
    said.set(
      change,
      await predictEstate(name, captured, asked, { runs, seed, forMs: runMs }, { ...context, progress }),
    );
    context.signal.throwIfAborted();
    context.progress.step(change.id, 'predicted');
  }
  return said;
}
