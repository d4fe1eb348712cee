import { z } from 'zod';
import { connectEngine } from '../../connectors/docker/index.ts';
import type { Engine } from '../../connectors/docker/index.ts';
import { startOtlpReceiver } from '../../connectors/otlp/index.ts';
import type { OtlpReceiver, OtlpReceiverOptions } from '../../connectors/otlp/index.ts';
import { defineVerb } from '../../src/app/index.ts';
import type { VerbContext } from '../../src/app/index.ts';
import { LiveSignals } from '../../src/estate/index.ts';
import { durationMsSchema, formatDuration, RegisteredError } from '../../src/kernel/index.ts';
import type { RunContext, ServiceStatus } from '../estates/runner/index.ts';
import { shopObjectives } from '../estates/shop/objectives.ts';
import { readShopLoad } from '../estates/shop/shop-control.ts';
import type { LoadReport } from '../estates/shop/shop-control.ts';
import { downShop, shopNames, shopUrl, statusShop, upShop } from '../estates/shop/shop-estate.ts';
import { liveView, standingsOf, standingsTable } from './live-view.ts';

/** Long enough to smooth a Poisson process at some requests a second, short enough to show a change at once. */
const windowMs = 10_000;

/** An inspection of all containers costs the engine some 20 ms of processor time. */
const pictureEveryMs = 1_000;

/** By then the services have sent several batches; if nothing came, nothing will. */
const telemetryExpectedMs = 20_000;

const serviceSchema = z.strictObject({
  service: z.string(),
  running: z.int(),
  wanted: z.int(),
  requestsPerSecond: z.number().nullable(),
  p95Ms: z.number().nullable(),
  errorRatio: z.number().nullable(),
  toldBy: z.enum(['own', 'callers']).nullable(),
});

const standingSchema = z.strictObject({
  operation: z.string(),
  requestsPerSecond: z.number(),
  p95Ms: z.number().optional(),
  p95LimitMs: z.number(),
  errorRatio: z.number(),
  errorLimitRatio: z.number(),
  met: z.boolean(),
});

const resultSchema = z.strictObject({
  estate: z.string(),
  /** How long it was up and watched. */
  watchedMs: z.number(),
  /** Whether containers, networks and volumes were removed at the end. */
  removed: z.boolean(),
  services: z.array(serviceSchema),
  objectives: z.array(standingSchema),
});

/** A receiver, where it listens, and whether another program has the usual port there. */
interface Reception {
  readonly receiver: OtlpReceiver;
  readonly host: string;
  readonly portTaken: boolean;
}

/**
 * Listens where the estate's containers reach this machine and nobody else does: on the bridge's own address, or, where
 * the engine runs in a machine of its own (Docker Desktop), on the loopback address that it passes on to. Takes the
 * usual port, or a free one where another program has that.
 */
async function receive(gateway: string | undefined, options: Omit<OtlpReceiverOptions, 'host'>): Promise<Reception> {
  const [host = '127.0.0.1', ...others] = gateway === undefined ? [] : [gateway, '127.0.0.1'];
  try {
    return { receiver: await startOtlpReceiver({ ...options, host }), host, portTaken: false };
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError)) throw thrown;
    if (thrown.code === 'port-taken') {
      return { receiver: await startOtlpReceiver({ ...options, host, port: 0 }), host, portTaken: true };
    }
    if (thrown.code !== 'address-unavailable' || others.length === 0) throw thrown;
    return receive(undefined, options);
  }
}

interface Watch {
  readonly shop: string;
  readonly run: RunContext;
  readonly context: VerbContext;
  readonly signals: LiveSignals;
  readonly place: string;
  readonly untilMs: number;
}

interface Seen {
  readonly services: readonly ServiceStatus[];
  readonly load: LoadReport | undefined;
}

/** Shows the estate until the time is over or somebody ends it; returns what was seen last. */
async function watch({ shop, run, context, signals, place, untilMs }: Watch): Promise<Seen & { watchedMs: number }> {
  const { clock, progress, signal } = context;
  const startedMs = clock.monotonicMs();
  const objectives = shopObjectives();
  let seen: Seen = { services: await statusShop(run, shop), load: undefined };
  const isOver = (): boolean => signal.aborted || clock.monotonicMs() >= untilMs;
  while (!isOver()) {
    const elapsedMs = clock.monotonicMs() - startedMs;
    const current = signals.read();
    const silent = current.size === 0 && elapsedMs > telemetryExpectedMs;
    progress.frame(
      liveView({
        shop,
        url: shopUrl(seen.services),
        elapsedMs,
        services: seen.services,
        signals: current,
        standings: standingsOf(objectives, seen.load),
        note: silent
          ? { text: `No telemetry arrives at ${place}: a firewall may keep containers from the host.`, tone: 'warn' }
          : { text: 'Ctrl-C ends it and removes everything it made.', tone: 'quiet' },
      }),
    );
    await clock.sleep(Math.min(pictureEveryMs, untilMs - clock.monotonicMs()), signal);
    if (isOver()) break;
    const [services, load] = await Promise.all([
      statusShop(run, shop),
      readShopLoad(run, shop, windowMs / 1_000).catch((thrown: unknown) => {
        // The generator may be restarting; the picture then lacks its table, which says as much.
        context.log.debug('the load generator did not answer', { reason: String(thrown) });
        return undefined;
      }),
    ]);
    seen = { services, load };
  }
  return { ...seen, watchedMs: clock.monotonicMs() - startedMs };
}

async function refuseSecond(engine: Engine, shop: string, portTaken: boolean): Promise<void> {
  // Its services send to whoever holds the port: most likely another demo, which would lose them to this one.
  if (portTaken && (await shopNames({ engine })).includes(shop)) throw new RegisteredError('demo-running', { shop });
}

/** `backlot demo`, what `npm start` runs: the demo estate with traffic, shown live, then removed. */
export const demoVerb = defineVerb({
  path: ['demo'],
  summary: 'bring up the demo estate with traffic and show it live, then remove it',
  description:
    'Brings up a small production of eight real services on the Docker engine, sends it shoppers, and shows each ' +
    'service from its own telemetry until Ctrl-C; then removes all that it made. The images are built the first time.',
  examples: [
    { line: 'backlot demo', does: 'shows the estate until Ctrl-C' },
    { line: 'backlot demo --for 1m --output json', does: 'runs it for a minute and prints what was seen last' },
    { line: 'backlot demo --rate 60 --provider flaky', does: 'more load, and a payment provider that fails at times' },
  ],
  parameters: z.strictObject({
    for: durationMsSchema.optional().describe('end by itself after this time').meta({ placeholder: 'duration' }),
    rate: z
      .number({ error: 'a number of requests per second' })
      .positive({ error: 'a number above 0' })
      .optional()
      .describe('requests per second in the mean'),
    provider: z
      .enum(['steady', 'slow', 'flaky', 'down'], { error: 'one of steady, slow, flaky, down' })
      .optional()
      .describe('how the external payment provider behaves')
      .meta({ placeholder: 'profile' }),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]*$/, { error: 'lower-case letters, digits, - and _' })
      .default('demo')
      .describe('the name of the estate')
      .meta({ placeholder: 'name' }),
    keep: z.boolean().default(false).describe('leave the estate up at the end'),
  }),
  result: resultSchema,
  run: async ({ for: forMs, rate, provider, name: shop, keep }, context) => {
    const { clock, log, progress, signal } = context;
    const config = await context.config();
    const engine = await connectEngine(config.docker.host);
    const signals = new LiveSignals({ namespace: shop, windowMs, nowMs: () => clock.monotonicMs() });
    const { receiver, host, portTaken } = await receive(await engine.hostGateway(), {
      port: config.telemetry.port,
      log,
      onSpans: (spans) => signals.add(spans),
    });
    const run: RunContext = { engine, clock, signal, report: (name, state) => progress.step(name, state) };
    try {
      await refuseSecond(engine, shop, portTaken);
      const telemetryEndpoint = `http://host.docker.internal:${receiver.port}`;
      await upShop(run, shop, { ratePerSecond: rate, provider, telemetryEndpoint });
      try {
        const untilMs = forMs === undefined ? Infinity : clock.monotonicMs() + forMs;
        const place = `${host}:${receiver.port}`;
        const { services, load, watchedMs } = await watch({ shop, run, context, signals, place, untilMs });
        const seen = signals.read();
        return {
          estate: shop,
          watchedMs: Math.round(watchedMs),
          removed: !keep,
          services: services.map(({ service, running, wanted }) => {
            const {
              requestsPerSecond = null,
              p95Ms = null,
              errorRatio = null,
              source = null,
            } = seen.get(service) ?? {};
            return { service, running, wanted, requestsPerSecond, p95Ms, errorRatio, toldBy: source };
          }),
          objectives: standingsOf(shopObjectives(), load).map(({ p95Ms, ...standing }) => ({
            ...standing,
            ...(p95Ms === undefined ? {} : { p95Ms }),
          })),
        };
      } finally {
        // Aborted or not, what was made is removed: the removal has a signal of its own.
        if (!keep) await downShop({ ...run, signal: new AbortController().signal }, shop);
      }
    } finally {
      await receiver.close();
    }
  },
  present: ({ estate, watchedMs, removed, objectives }) => [
    {
      kind: 'paragraph',
      text: `Estate ${estate} ran for ${formatDuration(watchedMs)}${removed ? ' and was removed' : ' and is left up'}.`,
    },
    ...(objectives.length === 0
      ? []
      : [standingsTable(objectives.map((standing) => ({ ...standing, p95Ms: standing.p95Ms })))]),
    ...(removed
      ? []
      : [{ kind: 'paragraph', text: `Remove it with: backlot estate shop down --name ${estate}` } as const]),
  ],
});
