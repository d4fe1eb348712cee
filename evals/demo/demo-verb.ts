import { z } from 'zod';
import { defineVerb, mapTree, TelemetryWindow, verdictTone } from '../../src/app/index.ts';
import type { Block } from '../../src/app/index.ts';
import { verdicts } from '../../twin/index.ts';
import { LiveSignals } from '../../src/estate/index.ts';
import type { LiveSignal } from '../../src/estate/index.ts';
import { durationMsSchema, formatDuration, RegisteredError } from '../../src/kernel/index.ts';
import {
  downShop,
  isShopLabelled,
  onEngine,
  providerSchema,
  rateSchema,
  shopConfiguration,
  shopNames,
  shopNameSchema,
  shopObjectives,
  uninterrupted,
  upShop,
} from '../estates/index.ts';
import type { RunContext } from '../estates/index.ts';
import { captureAfterMs, captureShop } from './capture-shop.ts';
import { CaptureInPassing } from './capture-in-passing.ts';
import { standingsOf, standingsTable } from './live-view.ts';
import { predictShop } from './predict-shop.ts';
import { receiveTelemetry } from './receive-telemetry.ts';
import { watchShop, windowMs } from './watch-shop.ts';
import type { Watched } from './watch-shop.ts';
import { withRemoval } from './with-removal.ts';

const resultSchema = z.strictObject({
  estate: z.string(),
  watchedMs: z.number().describe('how long it was up and shown'),
  snapshot: z.string().nullable().describe('what was captured of it; null where it was ended before'),
  map: z.array(z.string()).describe('who calls whom, as an indented tree'),
  predictions: z
    .array(
      z.strictObject({
        title: z.string(),
        verdict: z.enum(verdicts),
        reason: z.string(),
        drawn: z.string().describe('the intervals before, during and after it'),
        picture: z.string().describe('the file of the same as SVG'),
      }),
    )
    .describe('what two changes to it would do; nothing of it was done'),
  removed: z.boolean().describe('whether containers, networks and volumes were removed at the end'),
  services: z.array(
    z.strictObject({
      service: z.string(),
      running: z.int(),
      wanted: z.int(),
      requestsPerSecond: z.number().nullable(),
      p95Ms: z.number().nullable(),
      errorRatio: z.number().nullable(),
      toldBy: z.enum(['own', 'callers']).nullable().describe('its own telemetry, or that of those who call it'),
    }),
  ),
  objectives: z.array(
    z.strictObject({
      operation: z.string(),
      requestsPerSecond: z.number(),
      quantile: z.number().describe('which latency the objective is about'),
      latencyMs: z.number().nullable().describe('that quantile of good answers in the last 10 s'),
      latencyLimitMs: z.number(),
      errorRatio: z.number(),
      errorLimitRatio: z.number(),
      met: z.boolean().nullable().describe('null while too few requests were seen to tell'),
    }),
  ),
});

function resultOf(
  shop: string,
  { services, load, watchedMs }: Watched,
  signals: ReadonlyMap<string, LiveSignal>,
  removed: boolean,
  { captured, predicted }: CaptureInPassing,
): z.input<typeof resultSchema> {
  return {
    estate: shop,
    watchedMs: Math.round(watchedMs),
    snapshot: captured?.sha256 ?? null,
    map: captured === undefined ? [] : [...mapTree(captured.graph)],
    removed,
    predictions: predicted.map(({ title, result: { verdict, reason }, drawn, picture }) => {
      return { title, verdict, reason, drawn, picture };
    }),
    services: services.map(({ service, running, wanted }) => {
      const { requestsPerSecond = null, p95Ms = null, errorRatio = null, source = null } = signals.get(service) ?? {};
      return { service, running, wanted, requestsPerSecond, p95Ms, errorRatio, toldBy: source };
    }),
    objectives: standingsOf(shopObjectives(), load),
  };
}

/** Containers that a demo made carry it, so that a later one knows what a killed one left, and takes nobody else's. */
const demoLabel = 'dev.backlot.demo';

/**
 * Its services send to whoever holds the port: most likely another demo, which would lose them to this one. One that no
 * demo made is somebody's, who left it up on purpose.
 */
async function refuseOthers(run: RunContext, shop: string, portTaken: boolean): Promise<void> {
  if (!(await isShopLabelled(run, shop, demoLabel))) throw new RegisteredError('estate-not-of-demo', { shop });
  if (portTaken && (await shopNames(run)).includes(shop)) throw new RegisteredError('demo-running', { shop });
}

/** Half of a short showing is for traffic, the rest for the capture. */
const captureDelayMs = (forMs: number): number => Math.min(captureAfterMs, forMs / 2);

/** `backlot demo`, what `npm start` runs: the demo estate with traffic, shown live, then removed. */
export const demoVerb = defineVerb({
  path: ['demo'],
  summary: 'bring up the demo estate with traffic and show it live, then remove it',
  description:
    'Brings up a small production of eight real services on the Docker engine, sends it shoppers, and shows each ' +
    'service from its own telemetry until Ctrl-C; then takes it down. The images are built the first time.',
  examples: [
    { line: 'backlot demo', does: 'shows the estate until Ctrl-C' },
    { line: 'backlot demo --for 1m --output json', does: 'runs it for a minute and prints what was seen last' },
    { line: 'backlot demo --rate 60 --provider flaky', does: 'more load, and a payment provider that fails at times' },
  ],
  parameters: z.object({
    for: durationMsSchema.optional().describe('end by itself after this time').meta({ placeholder: 'duration' }),
    rate: rateSchema.optional(),
    provider: providerSchema.optional(),
    name: shopNameSchema.default('demo').describe('what the estate is called'),
    keep: z.boolean().default(false).describe('leave the estate up at the end'),
  }),
  result: resultSchema,
  run: ({ for: forMs, rate, provider, name: shop, keep }, context) =>
    onEngine(context, async (run) => {
      const { clock, log } = context;
      const { telemetry } = await context.config();
      const window = new TelemetryWindow(() => receiver.coverage());
      const signals = new LiveSignals({ namespace: shop, windowMs, nowMs: () => clock.monotonicMs() });
      const { receiver, host, portTaken } = await receiveTelemetry(await run.engine.hostGateway(), {
        port: telemetry.port,
        log,
        onSpans: (spans) => {
          signals.add(spans);
          window.addSpans(spans);
        },
        onMetrics: (points) => window.addMetrics(points),
      });
      window.place = `otlp at http://${host}:${receiver.port}`;
      const telemetryEndpoint = `http://host.docker.internal:${receiver.port}`;
      try {
        await refuseOthers(run, shop, portTaken);
        const remove = keep ? undefined : () => downShop(uninterrupted(run), shop);
        return await withRemoval(shop, remove, async () => {
          const settings = { ratePerSecond: rate, provider, telemetryEndpoint, labels: { [demoLabel]: 'true' } };
          await upShop(run, shop, settings);
          const inPassing = new CaptureInPassing();
          const capturing = inPassing.run(
            captureDelayMs(forMs ?? Infinity),
            context,
            () => captureShop(shopConfiguration(shop, settings), window, context),
            (captured) => predictShop(shop, captured, context),
          );
          const watched = await watchShop({
            shop,
            run,
            context,
            signals,
            place: `${host}:${receiver.port}`,
            forMs: forMs ?? Infinity,
            note: () => inPassing.note(shop),
          });
          await capturing;
          return resultOf(shop, watched, signals.read(), !keep, inPassing);
        });
      } finally {
        await receiver.close();
      }
    }),
  present: ({ estate, watchedMs, removed, objectives, map, snapshot, predictions }) => [
    {
      kind: 'paragraph',
      text: `Estate ${estate} ran for ${formatDuration(watchedMs)} and ${removed ? 'was removed' : 'is left up'}.`,
    },
    ...(objectives.length === 0 ? [] : [standingsTable(objectives)]),
    ...(snapshot === null
      ? []
      : [
          { kind: 'heading' as const, text: 'What was captured of it' },
          { kind: 'code' as const, text: map.join('\n') },
          {
            kind: 'paragraph' as const,
            text: `The picture: backlot estate map --estate ${estate} --picture ${estate}.html`,
          },
        ]),
    ...predictions.flatMap(({ title, verdict, reason, drawn, picture }): Block[] => [
      { kind: 'heading', text: `Predicted, and not done: ${title}` },
      { kind: 'paragraph', text: { text: `${verdict}: ${reason}`, tone: verdictTone[verdict] } },
      { kind: 'code', text: drawn },
      { kind: 'paragraph', text: `The picture: ${picture}` },
    ]),
    ...(removed
      ? []
      : [{ kind: 'paragraph' as const, text: `Remove it with: backlot estate shop down --name ${estate}` }]),
  ],
});
