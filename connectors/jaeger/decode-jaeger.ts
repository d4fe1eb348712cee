import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { isObject, kindOf, listAt } from '../parsed-json/index.ts';
import type { JsonObject } from '../parsed-json/index.ts';
import { attributesRead, instantOfMicroseconds, msBetween, msOf, spanIdOf, traceIdOf } from '../spans/index.ts';
import type { AttributeValue, DecodedTraces, Span, SpanKind } from '../spans/index.ts';
import { Processes } from './processes.ts';
import { originOf } from './references.ts';
import { tagsOf } from './tags.ts';

const kinds: ReadonlySet<string> = new Set<SpanKind>(['internal', 'server', 'client', 'producer', 'consumer']);
const isKind = (value: unknown): value is SpanKind => typeof value === 'string' && kinds.has(value);

/** What the tags of a span say. */
function readTags(span: JsonObject) {
  const attributes = new Map<string, AttributeValue>();
  let kind: SpanKind = 'unspecified';
  let isError = false;
  let traceState: string | undefined;
  for (const tags of [span['tags'], span['tag']]) {
    for (const [name, value] of tagsOf(tags)) {
      if (name === 'span.kind' && isKind(value)) kind = value;
      if (name === 'error') isError ||= value === true || value === 'true';
      if (name === 'otel.status_code') isError ||= value === 'ERROR';
      if (name === 'w3c.tracestate' && typeof value === 'string' && value !== '') traceState = value;
      if (attributesRead.has(name)) attributes.set(name, value);
    }
  }
  // Some clients write a message here, which may hold anything.
  if (attributes.has('error')) attributes.set('error', isError);
  return { attributes, kind, isError, traceState };
}

/** One walk over one document. */
class Walk {
  readonly spans: Span[] = [];
  refusedSpans = 0;
  readonly #coverage: CoverageCount;

  constructor(coverage: CoverageCount) {
    this.#coverage = coverage;
  }

  /** Takes a trace, or a span that stands alone with its process in it. */
  take(value: unknown, place: string): void {
    const spans = listAt(value, 'spans');
    if (!isObject(value) || spans === undefined) {
      this.#refuse('traces without a list of spans', place);
      return;
    }
    if (value['spans'] === undefined && value['spanID'] !== undefined) {
      this.#span(value, new Processes(undefined), undefined, place);
      return;
    }
    const processes = new Processes(value['processes']);
    for (let index = 0; index < spans.length; index++) {
      this.#span(spans[index], processes, value['traceID'], `${place}.spans[${index}]`);
    }
  }

  #span(span: unknown, processes: Processes, traceIdOfAll: unknown, place: string): void {
    if (!isObject(span)) {
      this.#refuse('spans that are no object', place);
      return;
    }
    const traceId = traceIdOf(span['traceID'] ?? traceIdOfAll);
    const spanId = spanIdOf(span['spanID']);
    if (traceId === undefined || spanId === undefined) {
      this.#refuse('spans without a valid id or trace id', place);
      return;
    }
    const start = instantOfMicroseconds(span['startTime']);
    const duration = instantOfMicroseconds(span['duration']);
    if (start === undefined || duration === undefined) {
      this.#refuse('spans without a start time or duration', place);
      return;
    }
    const resource = processes.of(span['processID'], span['process']);
    if (resource === undefined) this.#coverage.notUnderstood('spans of a process that is not described', place);
    const warnings = span['warnings'];
    if (Array.isArray(warnings) && warnings.length > 0) {
      this.#coverage.notUnderstood('spans with a warning of Jaeger, such as of clock skew', place);
    }
    const { attributes, kind, isError, traceState } = readTags(span);
    const end = { wholeUs: start.wholeUs + duration.wholeUs, restNs: start.restNs + duration.restNs };
    const name = span['operationName'];
    this.spans.push({
      traceId,
      spanId,
      ...originOf(span['references'], traceId, span['parentSpanID']),
      name: typeof name === 'string' ? name : '',
      kind,
      startMs: msOf(start),
      durationMs: msBetween(start, end),
      isError,
      isShared: false,
      traceState,
      attributes,
      resource: resource ?? processes.unknown,
    });
  }

  #refuse(what: string, place: string): void {
    this.refusedSpans++;
    this.#coverage.notUnderstood(what, place);
  }
}

/** The traces of a document, each with its place in it. */
function tracesOf(body: unknown): readonly (readonly [trace: unknown, place: string])[] | undefined {
  if (Array.isArray(body)) return (body as unknown[]).map((trace, index) => [trace, `[${index}]`]);
  if (!isObject(body)) return undefined;
  const { data } = body;
  if (Array.isArray(data)) return (data as unknown[]).map((trace, index) => [trace, `data[${index}]`]);
  if (data !== undefined && data !== null) return [[data, 'data']];
  return body['spans'] !== undefined || body['spanID'] !== undefined ? [[body, '']] : undefined;
}

/**
 * Reads a document of Jaeger's JSON: what its query API answers (`data`), one trace, a list of traces, or spans that have
 * their process in them, as the user interface and the Elasticsearch store have it.
 *
 * @param body - The parsed JSON.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `input-malformed` where it is none of them.
 */
export function decodeJaeger(body: unknown, place: string, coverage: CoverageCount): DecodedTraces {
  const traces = tracesOf(body);
  if (traces === undefined) {
    throw new RegisteredError('input-malformed', {
      path: place,
      place: '',
      found: kindOf(body),
      accepted: 'a trace, a list of traces, or {"data": [...]} in Jaeger JSON',
    });
  }
  const walk = new Walk(coverage);
  for (const [trace, at] of traces) walk.take(trace, `${place} ${at}`);
  coverage.read('spans', walk.spans.length);
  return walk;
}
