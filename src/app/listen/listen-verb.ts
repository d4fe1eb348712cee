import { z } from 'zod';
import { startOtlpReceiver } from '../../../connectors/otlp/index.ts';
import type { OtlpReceiver } from '../../../connectors/otlp/index.ts';
import { estateGraph } from '../../estate/index.ts';
import type { FactStore, Findings, Snapshot } from '../../estate/index.ts';
import { durationMsSchema, formatDuration } from '../../kernel/index.ts';
import type { Document } from '../document.ts';
import { estateOption } from '../estate/estate-options.ts';
import { counted } from '../counted.ts';
import { defineVerb } from '../verb.ts';
import type { VerbContext } from '../verb.ts';
import { windowMsSchema } from '../window-schema.ts';
import { withFacts } from '../with-facts.ts';
import { TelemetryWindow } from './telemetry-window.ts';

const resultSchema = z.strictObject({
  estate: z.string(),
  listenedMs: z.number(),
  spans: z.number(),
  metricPoints: z.number(),
  captures: z.int().describe('windows in which anything came'),
  snapshot: z.string().nullable().describe('the latest; null where nothing came'),
  notUnderstood: z.array(z.strictObject({ what: z.string(), place: z.string(), count: z.number() })),
});

/** What stands still on the screen while it listens. */
interface Listening {
  readonly estate: string;
  readonly places: string;
  readonly window: TelemetryWindow;
  readonly lastSnapshot: Snapshot | undefined;
  readonly leftMs: number;
}

function picture({ estate, places, window, lastSnapshot, leftMs }: Listening): Document {
  const graph = lastSnapshot === undefined ? undefined : estateGraph(lastSnapshot.document);
  return [
    { kind: 'paragraph', text: { text: `Listening at ${places}`, tone: 'strong' } },
    {
      kind: 'fields',
      fields: [
        { label: 'estate', value: estate },
        {
          label: 'came in',
          value: `${window.spans.toLocaleString('en')} spans, ${window.points.toLocaleString('en')} metric points`,
        },
        { label: 'next snapshot', value: `in ${formatDuration(Math.max(0, leftMs))}` },
        {
          label: 'last snapshot',
          value:
            graph === undefined
              ? 'none yet'
              : `${lastSnapshot?.sha256.slice(0, 16)}: ${graph.nodes.length} components, ${graph.edges.length} connections`,
        },
      ],
    },
    { kind: 'paragraph', text: { text: 'Ctrl-C ends it and keeps what came in.', tone: 'quiet' } },
  ];
}

const placesOf = (host: string, { port, grpcPort }: OtlpReceiver): string =>
  [`http://${host}:${port}`, ...(grpcPort === undefined ? [] : [`${host}:${grpcPort} (gRPC)`])].join(' and ');

/** A picture a second is enough to see that something comes in. */
const pictureEveryMs = 1_000;

interface ListenOptions {
  readonly estate: string;
  readonly everyMs: number;
  readonly forMs: number;
  readonly places: string;
  /** Ends the receiving. */
  readonly close: () => Promise<void>;
}

async function listen(
  { estate, everyMs, forMs, places, close }: ListenOptions,
  window: TelemetryWindow,
  facts: FactStore,
  context: VerbContext,
): Promise<{ captures: number; lastSnapshot: Snapshot | undefined }> {
  const { clock, progress, signal } = context;
  const { estate: settings } = await context.config();
  const startMs = clock.monotonicMs();
  let windowEndMs = startMs + everyMs;
  let lastSnapshot: Snapshot | undefined;
  let captures = 0;
  const record = async (findings: readonly Findings[]): Promise<void> => {
    if (findings.length === 0) return;
    lastSnapshot = await facts.record({
      estate,
      capturedAtMs: clock.nowMs(),
      findings,
      ownerRules: settings.owners,
    });
    captures += 1;
  };
  while (!signal.aborted && clock.monotonicMs() - startMs < forMs) {
    const nowMs = clock.monotonicMs();
    if (nowMs >= windowEndMs) {
      await record(window.rotate());
      windowEndMs = nowMs + everyMs;
    }
    progress.frame(picture({ estate, places, window, lastSnapshot, leftMs: windowEndMs - nowMs }));
    await clock.sleep(Math.min(pictureEveryMs, Math.max(1, forMs - (nowMs - startMs))), signal);
  }
  // What is acknowledged after the last window was taken would be lost.
  await close();
  await record(window.finish());
  return { captures, lastSnapshot };
}

/** `backlot listen`: receives OTLP and freezes a snapshot of each window. */
export const listenVerb = defineVerb({
  path: ['listen'],
  summary: 'receive OTLP traces and metrics, and freeze what they tell, window by window',
  description:
    'Receives OpenTelemetry over HTTP (protobuf and JSON) and gRPC, and keeps sketches and counts, never spans. Where more ' +
    'comes in than can be worked off, senders are told to come again later. Ctrl-C ends it and keeps what came in.',
  examples: [
    { line: 'backlot listen --estate shop', does: 'listens on 127.0.0.1, ports 4318 and 4317, until Ctrl-C' },
    {
      line: 'backlot listen --host 0.0.0.0 --every 1m',
      does: 'lets other machines send, and freezes a snapshot a minute',
    },
    { line: 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 node server.js', does: 'how a service is told to send' },
  ],
  parameters: z.object({
    estate: estateOption,
    host: z.string().default('127.0.0.1').describe('the address to listen on').meta({ placeholder: 'address' }),
    every: windowMsSchema
      .prefault('5m')
      .describe('how long a window is: a snapshot is frozen after each')
      .meta({ placeholder: 'duration' }),
    for: durationMsSchema
      .optional()
      .describe('end by itself after this time; where left out, at Ctrl-C')
      .meta({ placeholder: 'duration' }),
  }),
  result: resultSchema,
  run: ({ estate, host, every, for: forMs = Infinity }, context) =>
    withFacts(context, async (facts) => {
      const { clock, log } = context;
      const { telemetry } = await context.config();
      const window = new TelemetryWindow(() => receiver.coverage());
      const receiver = await startOtlpReceiver({
        host,
        port: telemetry.port,
        grpcPort: telemetry.grpcPort,
        log,
        onSpans: (spans) => window.addSpans(spans),
        onMetrics: (points) => window.addMetrics(points),
      });
      const places = placesOf(host, receiver);
      window.place = `otlp at ${places}`;
      context.progress.step('listening', places);
      const startMs = clock.monotonicMs();
      try {
        const { captures, lastSnapshot } = await listen(
          { estate, everyMs: every, forMs, places, close: () => receiver.close() },
          window,
          facts,
          context,
        );
        return {
          estate,
          listenedMs: Math.round(clock.monotonicMs() - startMs),
          spans: window.spans,
          metricPoints: window.points,
          captures,
          snapshot: lastSnapshot?.sha256 ?? null,
          notUnderstood: receiver.coverage().notUnderstood.map((gap) => ({ ...gap })),
        };
      } finally {
        await receiver.close();
      }
    }),
  present: ({ estate, listenedMs, spans, metricPoints, captures, snapshot, notUnderstood }) => [
    {
      kind: 'paragraph',
      text: `Listened for ${formatDuration(listenedMs)}: ${counted(spans, 'span')}, ${counted(metricPoints, 'metric point')}, ${counted(captures, 'snapshot')}.`,
    },
    ...(notUnderstood.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Not understood' } as const,
          {
            kind: 'list',
            items: notUnderstood.map(({ what, count, place }) => `${what}: ${count}, first at ${place}`),
          } as const,
        ]),
    {
      kind: 'paragraph',
      text:
        snapshot === null
          ? { text: 'Nothing came in: see whether senders export to the address above.', tone: 'warn' }
          : `Look at it: backlot estate map --estate ${estate}`,
    },
  ],
});
