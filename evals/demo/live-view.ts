import type { Block, Document, Text } from '../../src/app/index.ts';
import type { LiveSignal } from '../../src/estate/index.ts';
import { formatDuration } from '../../src/kernel/index.ts';
import { restartsOf, serviceState } from '../estates/index.ts';
import type { LoadReport, Objective, ServiceStatus } from '../estates/index.ts';

/** How far back the picture looks: enough to smooth a Poisson process, and short enough to show a change at once. */
export const windowSeconds = 10;

/** How an entry operation stands against its objective. */
export interface ObjectiveStanding {
  readonly operation: string;
  readonly requestsPerSecond: number;
  /** Which of its latencies the objective is about: 0.95. */
  readonly quantile: number;
  /** Null while there is no good answer to rank. */
  readonly latencyMs: number | null;
  readonly latencyLimitMs: number;
  readonly errorRatio: number;
  readonly errorLimitRatio: number;
  /** Null below `judgedFrom` requests. */
  readonly met: boolean | null;
}

/**
 * How many requests are judged: of 20, one is the slowest twentieth that p95 leaves out. Of fewer, p95 is the slowest of
 * all, and one slow answer a miss.
 */
const judgedFrom = 20;

/** The load generator's name for each quantile that it reports. */
const quantileNames = { 0.5: 'p50', 0.95: 'p95', 0.99: 'p99' } as const;

/** Everything that one picture shows. */
export interface LivePicture {
  readonly shop: string;
  readonly url: string | undefined;
  readonly elapsedMs: number;
  readonly services: readonly ServiceStatus[];
  readonly signals: ReadonlyMap<string, LiveSignal>;
  readonly standings: readonly ObjectiveStanding[];
  /** What else a person should know. */
  readonly note: Text | undefined;
}

/**
 * Sets what the load generator measured beside what the shop promises.
 *
 * @param objectives - What is promised.
 * @param load - What was measured, or undefined while the generator does not answer.
 */
export function standingsOf(objectives: readonly Objective[], load: LoadReport | undefined): ObjectiveStanding[] {
  return objectives.flatMap(({ operation, availability, latency }): ObjectiveStanding[] => {
    const measured = load?.achieved.operations.find((candidate) => candidate.operation === operation);
    if (measured === undefined || measured.requests === 0) return [];
    const errorLimitRatio = 1 - availability.ratio;
    const latencyMs = measured.latencyMs[quantileNames[latency.quantile]] ?? null;
    const met = measured.errorRatio <= errorLimitRatio && (latencyMs ?? Infinity) <= latency.thresholdMs;
    return [
      {
        operation,
        requestsPerSecond: measured.perSecond,
        quantile: latency.quantile,
        latencyMs,
        latencyLimitMs: latency.thresholdMs,
        errorRatio: measured.errorRatio,
        errorLimitRatio,
        // An objective speaks of minutes; this is a glance at seconds.
        met: measured.requests < judgedFrom ? null : met,
      },
    ];
  });
}

const none: Text = { text: '-', tone: 'quiet' };

function verdictOn({ met }: ObjectiveStanding): Text {
  if (met === null) return none;
  return met ? { text: 'met', tone: 'good' } : { text: 'missed', tone: 'bad' };
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;
const milliseconds = (durationMs: number): string => `${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`;

function stateOf(status: ServiceStatus): Text {
  const state = serviceState(status);
  const [text, tone] = typeof state === 'string' ? [state, 'plain' as const] : [state.text, state.tone];
  const { running, wanted } = status;
  const count = wanted === 1 && running === 1 ? '' : ` ${running}/${wanted}`;
  const restarts = restartsOf(status);
  return { text: `${text}${count}${restarts === 0 ? '' : `, ${restarts} restarts`}`, tone };
}

const errorText = (ratio: number, limit = 0.01): Text => ({
  text: percent(ratio),
  tone: ratio > limit ? 'bad' : 'plain',
});

function serviceRow(status: ServiceStatus, signal: LiveSignal | undefined): Text[] {
  if (signal === undefined) return [status.service, stateOf(status), none, none, none, none];
  return [
    status.service,
    stateOf(status),
    signal.requestsPerSecond.toFixed(1),
    milliseconds(signal.p95Ms),
    errorText(signal.errorRatio),
    { text: signal.source === 'own' ? 'itself' : 'its callers', tone: 'quiet' },
  ];
}

/**
 * The demo estate at one moment: each service, and each entry operation against its objective.
 *
 * @param picture - What is known at that moment.
 */
export function liveView(picture: LivePicture): Document {
  const { shop, url, elapsedMs, services, signals, standings, note } = picture;
  return [
    { kind: 'heading', text: `Estate ${shop}${url === undefined ? '' : `, ${url}`}, for ${formatDuration(elapsedMs)}` },
    {
      kind: 'table',
      columns: [
        { heading: 'service' },
        { heading: 'state' },
        { heading: 'req/s', align: 'right' },
        { heading: 'p95', align: 'right' },
        { heading: 'errors', align: 'right' },
        { heading: 'told by' },
      ],
      rows: services.map((status) => serviceRow(status, signals.get(status.service))),
    },
    ...(standings.length === 0 ? [] : [standingsTable(standings)]),
    ...(note === undefined ? [] : [{ kind: 'paragraph', text: note } as const]),
  ];
}

/**
 * Each entry operation against its objective, as a table.
 *
 * @param standings - How each stands.
 */
export function standingsTable(standings: readonly ObjectiveStanding[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: `shoppers, last ${windowSeconds} s` },
      { heading: 'objective' },
      { heading: 'req/s', align: 'right' },
      { heading: 'latency', align: 'right' },
      { heading: 'at most', align: 'right' },
      { heading: 'errors', align: 'right' },
      { heading: 'at most', align: 'right' },
    ],
    rows: standings.map((standing): Text[] => [
      standing.operation,
      verdictOn(standing),
      standing.requestsPerSecond.toFixed(1),
      standing.latencyMs === null
        ? none
        : `p${Math.round(standing.quantile * 100)} ${milliseconds(standing.latencyMs)}`,
      { text: milliseconds(standing.latencyLimitMs), tone: 'quiet' },
      errorText(standing.errorRatio, standing.errorLimitRatio),
      { text: percent(standing.errorLimitRatio), tone: 'quiet' },
    ]),
  };
}
