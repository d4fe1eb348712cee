import { join } from 'node:path';
import { intervalSvg, intervalText, predictEstate } from '../../src/app/predict/index.ts';
import type { PredictResult } from '../../src/app/predict/index.ts';
import { writeNamedFile } from '../../src/app/index.ts';
import type { VerbContext } from '../../src/app/index.ts';
import { readWhatIf } from '../../twin/prediction/what-if/index.ts';
import { shopObjectives } from '../estates/index.ts';
import type { ShopCapture } from './capture-shop.ts';

/** What a newcomer may wonder about: a change that does no harm, and one that breaks a promise. */
const changes = [
  { title: 'one more storefront', action: { action: 'scale', component: 'storefront', replicas: 3 } },
  {
    title: 'three hundredths of a core for checkout',
    action: { action: 'set-limits', component: 'checkout', cpu: 0.03 },
  },
] as const;

/** A glance: beside the estate that is shown, and at the cost of its processors. */
const settings = { runs: 40, seed: 1, threads: 1, forMs: 180_000 } as const;

/** What was predicted of one change. */
export interface ShopPrediction {
  readonly title: string;
  readonly result: PredictResult;
  /** The intervals in text. */
  readonly drawn: string;
  /** The same as SVG, in a file. */
  readonly picture: string;
}

/** What the shop promises, as a prediction is asked about it. */
const objectives = () =>
  shopObjectives().map(({ method, route, availability, latency }) => ({
    operation: `storefront/${method} ${route}`,
    [`p${Math.round(latency.quantile * 100)}`]: `${latency.thresholdMs}ms`,
    errors: Number((1 - availability.ratio).toFixed(6)),
  }));

/**
 * Predicts two changes to a captured shop, and draws them.
 *
 * @param shop - Its name.
 * @param captured - What is known of it.
 * @param context - Time, configuration and the signal that ends it.
 * @throws RegisteredError as predicting does, `interrupted` among it
 */
export async function predictShop(
  shop: string,
  captured: ShopCapture,
  context: VerbContext,
): Promise<readonly ShopPrediction[]> {
  const folder = join((await context.config()).dataDir, 'pictures');
  // The live view has the place of the progress.
  const quiet: VerbContext = { ...context, progress: { step: () => undefined, frame: () => undefined } };
  const predictions: ShopPrediction[] = [];
  for (const [at, { title, action }] of changes.entries()) {
    const asked = readWhatIf(JSON.stringify({ change: [action], objectives: objectives() }), title);
    const result = await predictEstate(shop, captured, { ...asked, notExercised: [] }, settings, quiet);
    const picture = join(folder, `${shop}-${at + 1}.svg`);
    await writeNamedFile(picture, intervalSvg(result), { folder: true });
    predictions.push({ title, result, drawn: intervalText(result), picture });
  }
  return predictions;
}
