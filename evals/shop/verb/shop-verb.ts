import { z } from 'zod';
import { defineVerb, withFacts } from '../../../src/app/index.ts';
import type { VerbContext } from '../../../src/app/index.ts';
import { openInput } from '../../../connectors/files/index.ts';
import { durationMsSchema, interruptedExitCode, reasonOf, RegisteredError } from '../../../src/kernel/index.ts';
import { rateSchema, shopNameSchema } from '../../estates/index.ts';
import { shopChanges } from '../changes.ts';
import type { ShopChange } from '../changes.ts';
import { captureUnchanged, measureChange, measureUnchanged } from '../measure-shop.ts';
import type { MeasuredChange, ObservedShop } from '../measure-shop.ts';
import { predictChanges } from '../predict-changes.ts';
import type { PredictSettings } from '../predict-changes.ts';
import type { MeasuredOperation } from '../span-meter.ts';
import { withObservedShop } from '../with-observed-shop.ts';
import { presentShop } from './present-shop.ts';
import { shopResult, shopResultSchema } from './shop-result.ts';
import type { ShopResult } from './shop-result.ts';

const ids = shopChanges.map(({ id }) => id);

/** The changes that are named, in the order in which they are made. */
const named = (only: readonly string[]): readonly ShopChange[] =>
  only.length === 0 ? shopChanges : shopChanges.filter(({ id }) => only.includes(id));

/** Predicts, then changes and measures, until all is done or somebody ends it. */
async function evaluate(
  observed: ObservedShop,
  changes: readonly ShopChange[],
  settings: PredictSettings,
): Promise<ShopResult> {
  const { shop, times, context } = observed;
  const { captured, operations: unchanged } = await captureUnchanged(observed);
  const predictions = await predictChanges(shop.name, captured, changes, settings, context);
  const measured: MeasuredChange[] = [];
  let unchangedAgain: readonly MeasuredOperation[] = [];
  try {
    for (const change of changes) measured.push(await measureChange(observed, change));
    unchangedAgain = await measureUnchanged(observed);
  } catch (thrown) {
    // What was measured until then took long, and counts.
    if (!context.signal.aborted || measured.length === 0) throw thrown;
  }
  return shopResult(
    {
      estate: shop.name,
      snapshot: captured.sha256,
      measuredMs: times.measureMs,
      ratePerSecond: shop.settings.ratePerSecond,
      unchanged,
      unchangedAgain,
      changes: measured,
    },
    predictions,
    settings,
    context.signal.aborted,
  );
}

async function readResult(path: string): Promise<ShopResult> {
  const text = await (await openInput(path)).text();
  const accepted = 'what `backlot eval shop --output json` has printed';
  try {
    return shopResultSchema.parse(JSON.parse(text));
  } catch (thrown) {
    const place = thrown instanceof z.ZodError ? (thrown.issues[0]?.path.join('.') ?? '') : '';
    const found = thrown instanceof z.ZodError ? (thrown.issues[0]?.message ?? 'something else') : reasonOf(thrown);
    throw new RegisteredError('input-malformed', { path, place, found, accepted });
  }
}

/** Predicts anew what an earlier evaluation measured, from the snapshot that it took. */
async function predictAgain(
  earlier: ShopResult,
  only: readonly string[],
  settings: PredictSettings,
  context: VerbContext,
): Promise<ShopResult> {
  const { estate, snapshot, cases, measuredMs, ratePerSecond, unchanged, unchangedAgain } = earlier;
  const changes = named(only).flatMap((change) => {
    const found = cases.find(({ id }) => id === change.id);
    return found === undefined ? [] : [{ change, operations: found.measured }];
  });
  const predictions = await withFacts(context, async (facts) =>
    predictChanges(
      estate,
      { ...(await facts.snapshot(estate, snapshot)), ages: await facts.ages(estate) },
      changes.map(({ change }) => change),
      settings,
      context,
    ),
  );
  const measured = { estate, snapshot, measuredMs, ratePerSecond, unchanged, unchangedAgain, changes };
  return shopResult(measured, predictions, settings, context.signal.aborted);
}

/** `backlot eval shop`: predicts changes to the running demo estate, makes them, and says how far off it was. */
export const shopVerb = defineVerb({
  path: ['eval', 'shop'],
  summary: 'predict changes to the demo estate, make them on the running one, and compare',
  description:
    'Brings the demo estate up under load, captures it, and predicts what one change at a time would do: processor limits, ' +
    'replicas, a pool of connections, a slower payment provider, more traffic, an emptied cache. Then makes each on the ' +
    'running estate, measures p50 and p95 of the entry operations from its traces, undoes it, and compares. Takes about ' +
    'three quarters of an hour; whatever else runs on the machine meanwhile is measured too. Ctrl-C takes the ' +
    'estate down, and tells what was measured until then.',
  examples: [
    { line: 'backlot eval shop', does: 'all changes' },
    { line: 'backlot eval shop --only provider-100ms --only traffic-2', does: 'two of them' },
    { line: 'backlot eval shop --output json > measured.json', does: 'every figure, for a program or for --again' },
    { line: 'backlot eval shop --again measured.json', does: 'predicts anew what was measured then' },
  ],
  parameters: z.object({
    only: z
      .array(z.enum(ids, `one of ${ids.join(', ')}`))
      .default([])
      .describe(`which changes, of ${ids.join(', ')}; all where left out`)
      .meta({ placeholder: 'change' }),
    runs: z.coerce.number().int().min(10).max(10_000).default(100).describe('runs of the model for each prediction'),
    seed: z.coerce.number().int().min(0).default(1).describe('of all chance in the predictions'),
    rate: rateSchema.default(25),
    warmUp: durationMsSchema.default(60_000).describe('how long it runs before anything counts; 1m where left out'),
    capture: durationMsSchema
      .default(240_000)
      .describe('how long its traffic is watched for the capture; 4m where left out'),
    settle: durationMsSchema
      .default(30_000)
      .describe('how long it runs after a change before it counts; 30s where left out'),
    measure: durationMsSchema.default(120_000).describe('how long is measured under each change; 2m where left out'),
    name: shopNameSchema.default('measured').describe('what the estate is called'),
    again: z
      .string()
      .optional()
      .describe('predict anew what an earlier evaluation measured; its snapshot must still be stored here')
      .meta({ placeholder: 'file' }),
  }),
  result: shopResultSchema,
  run: async ({ only, runs, seed, rate, warmUp, capture, settle, measure, name, again }, context) => {
    const settings = { runs, seed };
    if (again !== undefined) return predictAgain(await readResult(again), only, settings, context);
    const times = { warmUpMs: warmUp, captureMs: capture, settleMs: settle, measureMs: measure };
    return withObservedShop({ name, ratePerSecond: rate, times }, context, (observed) =>
      evaluate(observed, named(only), settings),
    );
  },
  present: presentShop,
  exitCode: ({ stoppedEarly }) => (stoppedEarly ? interruptedExitCode : 0),
});
