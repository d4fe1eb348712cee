import { reasonOf, RegisteredError, sha256Hex } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { msOf, resourceAttributesRead } from '../spans/index.ts';
import { messageType, plainReader } from './definitions.ts';
import { distributionOf } from './distribution.ts';
import { isObject, kindOf, listAt, sent } from '../parsed-json/index.ts';
import type { JsonObject } from '../parsed-json/index.ts';
import { attributesOf } from './key-values.ts';
import { metricAttributesRead } from './metric-attributes.ts';
import type { MetricPoint, Temporality } from './metric-point.ts';
import { instantOf, wholeOf } from './whole.ts';

/** What an export held. */
export interface DecodedMetrics {
  readonly points: readonly MetricPoint[];
  /** Points that are not as the protocol says, and were left out; the coverage says what was wrong and where. */
  readonly refusedPoints: number;
}

const metricsData = messageType('metrics', 'MetricsData');

const kinds = [
  ['gauge', 'gauge'],
  ['sum', 'sum'],
  ['histogram', 'histogram'],
  ['exponentialHistogram', 'exponential-histogram'],
  ['summary', 'summary'],
] as const;

/** `AggregationTemporality` of OTLP, by number and by name. */
const temporalities: Readonly<Record<string, Temporality>> = {
  1: 'delta',
  AGGREGATION_TEMPORALITY_DELTA: 'delta',
  2: 'cumulative',
  AGGREGATION_TEMPORALITY_CUMULATIVE: 'cumulative',
};

/** `DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK`: the series ended, and there is no value to read. */
const noRecordedValue = 1;

const problems = {
  noList: 'metrics in what is no list',
  noData: 'metrics without data of a known kind',
  time: 'metric points without a time',
  value: 'metric points without a finite value',
  distribution: 'metric points whose buckets or quantiles do not fit',
} as const;

type Shared = Pick<MetricPoint, 'name' | 'unit' | 'kind' | 'temporality' | 'isMonotonic' | 'resource'>;

/** The order in which attributes are sent says nothing. */
function seriesIdOf(attributes: unknown): string {
  if (!Array.isArray(attributes) || attributes.length === 0) return '';
  return sha256Hex(
    attributes
      .map((attribute) => JSON.stringify(attribute))
      .sort()
      .join('\n'),
  ).slice(0, 32);
}

/** A point, or what is wrong with it; `undefined` where the sender says that it has no value. */
function pointOf(point: unknown, shared: Shared): MetricPoint | string | undefined {
  if (!isObject(point)) return problems.value;
  if (((wholeOf(point['flags']) ?? 0) & noRecordedValue) !== 0) return undefined;
  const at = instantOf(point['timeUnixNano']);
  if (at === undefined) return problems.time;
  const start = instantOf(point['startTimeUnixNano']);
  const attributes = attributesOf(point['attributes'], metricAttributesRead);
  const seriesId = seriesIdOf(point['attributes']);
  const read = { ...shared, startMs: start && msOf(start), atMs: msOf(at), seriesId, attributes };
  if (shared.kind !== 'gauge' && shared.kind !== 'sum') {
    const distribution = distributionOf(shared.kind, point);
    return distribution === undefined ? problems.distribution : { ...read, value: undefined, distribution };
  }
  const value = wholeOf(sent(point, 'asInt')) ?? wholeOf(sent(point, 'asDouble'));
  return value === undefined ? problems.value : { ...read, value, distribution: undefined };
}

/** One walk over one export, in either form: both have the same names. */
class Walk {
  readonly points: MetricPoint[] = [];
  refusedPoints = 0;
  readonly #coverage: CoverageCount;

  constructor(coverage: CoverageCount) {
    this.#coverage = coverage;
  }

  all(list: readonly unknown[], place: string): void {
    for (const [index, value] of list.entries()) this.#resourceMetrics(value, `${place} resourceMetrics[${index}]`);
  }

  #resourceMetrics(value: unknown, place: string): void {
    const attributes = isObject(value) && isObject(value['resource']) ? value['resource']['attributes'] : undefined;
    const resource = attributesOf(attributes, resourceAttributesRead);
    for (const [index, scope] of this.#list(value, 'scopeMetrics', place)) {
      const at = `${place}.scopeMetrics[${index}]`;
      for (const [position, metric] of this.#list(scope, 'metrics', at)) {
        this.#metric(metric, resource, `${at}.metrics[${position}]`);
      }
    }
  }

  #metric(metric: unknown, resource: MetricPoint['resource'], place: string): void {
    const [kind, data] = isObject(metric) ? dataOf(metric) : [];
    if (!isObject(metric) || kind === undefined || data === undefined) {
      this.#refuse(problems.noData, place);
      return;
    }
    const shared: Shared = {
      name: typeof metric['name'] === 'string' ? metric['name'] : '',
      unit: typeof metric['unit'] === 'string' ? metric['unit'] : '',
      kind,
      temporality:
        kind === 'summary' ? 'cumulative' : (temporalities[String(data['aggregationTemporality'])] ?? 'unspecified'),
      isMonotonic: data['isMonotonic'] === true,
      resource,
    };
    for (const [index, value] of this.#list(data, 'dataPoints', place)) {
      const point = pointOf(value, shared);
      if (typeof point === 'string') this.#refuse(point, `${place}.dataPoints[${index}]`);
      else if (point !== undefined) this.points.push(point);
    }
  }

  #list(value: unknown, name: string, place: string): Iterable<[number, unknown]> {
    const list = listAt(value, name);
    if (list === undefined) this.#refuse(problems.noList, `${place}.${name}`);
    return (list ?? []).entries();
  }

  #refuse(what: string, place: string): void {
    this.refusedPoints++;
    this.#coverage.notUnderstood(what, place);
  }
}

function dataOf(metric: JsonObject): [MetricPoint['kind'], JsonObject] | [] {
  for (const [name, kind] of kinds) {
    const data = sent(metric, name);
    if (isObject(data)) return [kind, data];
  }
  return [];
}

function decode(list: readonly unknown[], place: string, coverage: CoverageCount): DecodedMetrics {
  const walk = new Walk(coverage);
  walk.all(list, place);
  coverage.read('metric points', walk.points.length);
  return walk;
}

/**
 * Reads a metrics export in OTLP's JSON form.
 *
 * @param body - The parsed JSON.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `telemetry-malformed` where it is no export at all.
 */
export function decodeMetricsJson(body: unknown, place: string, coverage: CoverageCount): DecodedMetrics {
  const list = listAt(body, 'resourceMetrics');
  if (list === undefined) {
    const found = isObject(body) ? 'resourceMetrics that are no list' : kindOf(body);
    const problem = `found ${found}; accepted: an object with a list "resourceMetrics" (OTLP)`;
    throw new RegisteredError('telemetry-malformed', { place, problem });
  }
  return decode(list, place, coverage);
}

/**
 * Reads a metrics export in OTLP's binary form (`MetricsData`, which is `ExportMetricsServiceRequest` on the wire).
 *
 * @param body - The message.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `telemetry-malformed` where the bytes are no such message.
 */
export function decodeMetricsProto(body: Uint8Array, place: string, coverage: CoverageCount): DecodedMetrics {
  let message: unknown;
  try {
    message = metricsData.decode(plainReader(body));
  } catch (thrown) {
    const problem = `no OTLP metrics export in protobuf: ${reasonOf(thrown)}`;
    throw new RegisteredError('telemetry-malformed', { place, problem }, { cause: thrown });
  }
  return decode(listAt(message, 'resourceMetrics') ?? [], place, coverage);
}
