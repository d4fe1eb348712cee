import { workloadOfPod } from '../../src/kernel/index.ts';
import { instantOfMicroseconds, instantOfNanoseconds, msBetween, msOf, spanIdOf, traceIdOf } from '../spans/index.ts';
import type { AttributeValue, Instant, Span, SpanKind, SpanLink } from '../spans/index.ts';
import { columnsOf } from './mapping.ts';
import type { ColumnField, SpanCsvMapping } from './mapping.ts';

const kinds: ReadonlySet<string> = new Set<SpanKind>(['internal', 'server', 'client', 'producer', 'consumer']);
const isKind = (value: string): value is SpanKind => kinds.has(value);
const failed = /^(?:true|1|error|yes|failed)$/i;

const usPerUnit = { us: 1, ms: 1_000, s: 1_000_000 } as const;
const decimal = /^\d{1,16}(?:\.\d{1,12})?$/;

/** A time or a duration: both are a count of a unit, the one since 1970. */
function instantOf(text: string, unit: SpanCsvMapping['startTimeUnit']): Instant | undefined {
  if (unit === 'ns') return instantOfNanoseconds(text);
  if (unit === 'iso-8601') {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? undefined : instantOfMicroseconds(ms * 1_000);
  }
  return decimal.test(text) ? instantOfMicroseconds(Number(text) * usPerUnit[unit]) : undefined;
}

const noLinks: readonly SpanLink[] = [];
const noAttributes: Span['attributes'] = new Map();

/** More processes than one file has; made-up ones must not fill the memory. */
const mostResources = 10_000;

/** Makes spans of rows, by one mapping and one header. */
export class RowSpans {
  readonly #mapping: SpanCsvMapping;
  readonly #columns: ReadonlyMap<ColumnField, number>;
  readonly #rootParents: ReadonlySet<string>;
  readonly #resources = new Map<string, Span['resource']>();

  /**
   * @param mapping - Which column holds what.
   * @param header - The first row; has all of those columns.
   */
  constructor(mapping: SpanCsvMapping, header: readonly string[]) {
    this.#mapping = mapping;
    this.#rootParents = new Set(mapping.rootParents);
    this.#columns = new Map(columnsOf(mapping).map(([field, name]) => [field, header.indexOf(name)]));
  }

  /**
   * The span of a row.
   *
   * @param cells - The row.
   * @returns The span, or what is wrong with the row.
   */
  of(cells: readonly string[]): Span | string {
    const cell = (field: ColumnField): string => {
      const index = this.#columns.get(field);
      return index === undefined ? '' : (cells[index] ?? '').trim();
    };
    const traceId = traceIdOf(cell('traceId'));
    const spanId = spanIdOf(cell('spanId'));
    if (traceId === undefined || spanId === undefined) return 'rows without a valid span id or trace id';
    const start = instantOf(cell('startTime'), this.#mapping.startTimeUnit);
    if (start === undefined) return 'rows without a start time in the unit of the mapping';
    const end = this.#endOf(start, cell('endTime'), cell('duration'));
    if (end === undefined) return 'rows without an end time or duration in the unit of the mapping';
    const resource = this.#resource(cell('service'), cell('pod'));
    if (resource === undefined) return 'rows without a service';
    const kind = cell('kind').toLowerCase();
    const parent = cell('parentSpanId');
    return {
      traceId,
      spanId,
      parentSpanId: this.#rootParents.has(parent) ? undefined : spanIdOf(parent),
      name: cell('operation'),
      kind: isKind(kind) ? kind : 'unspecified',
      startMs: msOf(start),
      durationMs: msBetween(start, end),
      isError: failed.test(cell('isError')),
      isShared: false,
      traceState: undefined,
      links: noLinks,
      attributes: noAttributes,
      resource,
    };
  }

  #endOf(start: Instant, endTime: string, duration: string): Instant | undefined {
    const { startTimeUnit, durationUnit } = this.#mapping;
    if (this.#columns.has('endTime')) return instantOf(endTime, startTimeUnit);
    const length = durationUnit && instantOf(duration, durationUnit);
    return length && { wholeUs: start.wholeUs + length.wholeUs, restNs: start.restNs + length.restNs };
  }

  #resource(service: string, podName: string): Span['resource'] | undefined {
    const key = `${service}\n${podName}`;
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const name = service === '' ? workloadOfPod(podName) : service;
    if (name === '') return undefined;
    const resource = new Map<string, AttributeValue>([['service.name', name]]);
    if (podName !== '') resource.set('k8s.pod.name', podName);
    if (this.#resources.size < mostResources) this.#resources.set(key, resource);
    return resource;
  }
}
