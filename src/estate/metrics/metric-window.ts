import type { MetricPoint } from '../../../connectors/otlp/index.ts';
import type { AttributeValue } from '../../../connectors/spans/index.ts';
import { keepLabel, withoutSecrets } from '../../kernel/index.ts';

/** One metric of one process over a window, summed up. */
export interface MetricSummary {
  /** `namespace/service` or `service`, as the traces of the same process are known. */
  readonly service: string;
  readonly instance: string | undefined;
  readonly metric: string;
  readonly unit: string;
  /**
   * `value`: of a gauge. `per-second`: how fast a sum rose. `mean`: of what a histogram counted between two exports, in
   * the metric's unit.
   */
  readonly statistic: 'value' | 'per-second' | 'mean';
  /** What tells it from others of its name: `state=idle`. Where that is an attribute that is not read, two have the same. */
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [atMs: number, value: number])[];
}

/** What a window holds at most: names and attributes come from outside, and may be made up anew at every export. */
const mostSeries = 5_000;

/** An export each 10 s gives 360 an hour; of more, every second one is dropped, again and again. */
const mostPoints = 720;

const longestText = 200;

interface Cumulative {
  readonly startMs: number | undefined;
  readonly atMs: number;
  readonly sum: number;
  readonly count: number;
}

interface OpenSeries {
  readonly service: string;
  readonly instance: string | undefined;
  readonly metric: string;
  readonly unit: string;
  readonly statistic: MetricSummary['statistic'];
  readonly labels: Readonly<Record<string, string>>;
  readonly points: [atMs: number, value: number][];
  /** Keeps every n-th point only. */
  stride: number;
  seen: number;
  before: Cumulative | undefined;
}

const textOf = (value: AttributeValue | undefined): string | undefined =>
  value === undefined ? undefined : withoutSecrets(String(value).slice(0, longestText));

function statisticOf({ kind, isMonotonic }: MetricPoint): MetricSummary['statistic'] {
  if (kind === 'gauge' || (kind === 'sum' && !isMonotonic)) return 'value';
  return kind === 'sum' ? 'per-second' : 'mean';
}

/** What was counted between two exports of a running total; undefined for the first of them, and where it began anew. */
function increase(
  before: Cumulative | undefined,
  now: Cumulative,
): { sum: number; count: number; ms: number } | undefined {
  if (before === undefined || now.atMs <= before.atMs) return undefined;
  if (now.startMs !== before.startMs || now.sum < before.sum || now.count < before.count) return undefined;
  return { sum: now.sum - before.sum, count: now.count - before.count, ms: now.atMs - before.atMs };
}

function valueOf(series: OpenSeries, point: MetricPoint): number | undefined {
  const { temporality, startMs, atMs, value, distribution } = point;
  if (series.statistic === 'value') return value;
  const now: Cumulative = {
    startMs,
    atMs,
    sum: value ?? distribution?.sum ?? 0,
    count: distribution?.count ?? 0,
  };
  const { before } = series;
  series.before = now;
  const risen =
    temporality === 'delta'
      ? { sum: now.sum, count: now.count, ms: atMs - (startMs ?? before?.atMs ?? atMs) }
      : increase(before, now);
  if (risen === undefined) return undefined;
  if (series.statistic === 'mean') return risen.count > 0 ? risen.sum / risen.count : undefined;
  // What only ever rises cannot have fallen, whatever a sender says.
  return risen.ms > 0 && risen.sum >= 0 ? (risen.sum * 1_000) / risen.ms : undefined;
}

/** Sums up the metrics that processes send, in memory that is bounded by their kinds and not by how long it runs. */
export class MetricWindow {
  readonly #series = new Map<string, OpenSeries>();
  #dropped = 0;

  /** Points that were dropped since there were too many kinds. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Takes points in.
   *
   * @param points - In the order in which they came.
   */
  add(points: readonly MetricPoint[]): void {
    for (const point of points) {
      const series = this.#seriesOf(point);
      if (series === undefined) {
        this.#dropped += 1;
        continue;
      }
      const value = valueOf(series, point);
      if (value === undefined || !Number.isFinite(value)) continue;
      series.seen += 1;
      if (series.seen % series.stride !== 0) continue;
      series.points.push([point.atMs, value]);
      if (series.points.length <= mostPoints) continue;
      series.points.splice(0, series.points.length, ...series.points.filter((_, index) => index % 2 === 1));
      series.stride *= 2;
    }
  }

  /** Gives what was seen, and begins the next window; running totals go on. */
  rotate(): readonly MetricSummary[] {
    const summaries = [...this.#series]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { service, instance, metric, unit, statistic, labels, points }]) => {
        return { service, instance, metric, unit, statistic, labels, points: [...points] };
      });
    for (const [key, series] of this.#series) {
      // What did not come in a whole window has gone.
      if (series.seen === 0) this.#series.delete(key);
      series.points.length = 0;
      series.seen = 0;
      series.stride = 1;
    }
    this.#dropped = 0;
    return summaries.filter(({ points }) => points.length > 0);
  }

  #seriesOf(point: MetricPoint): OpenSeries | undefined {
    const { resource, attributes, name, seriesId } = point;
    const serviceName = textOf(resource.get('service.name'));
    if (serviceName === undefined || name === '') return undefined;
    const namespace = textOf(resource.get('service.namespace'));
    const service = namespace === undefined ? serviceName : `${namespace}/${serviceName}`;
    const instance = textOf(resource.get('service.instance.id') ?? resource.get('host.name'));
    const labels = Object.fromEntries(
      [...attributes]
        .map(([key, value]): [string, string] => [key, keepLabel(key, String(value).slice(0, longestText))])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const key = JSON.stringify([service, instance, name.slice(0, longestText), labels, seriesId]);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    if (this.#series.size >= mostSeries) return undefined;
    const made: OpenSeries = {
      service,
      instance,
      metric: name.slice(0, longestText),
      unit: point.unit.slice(0, longestText),
      statistic: statisticOf(point),
      labels,
      points: [],
      stride: 1,
      seen: 0,
      before: undefined,
    };
    this.#series.set(key, made);
    return made;
  }
}
