import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { isObject, kindOf } from '../parsed-json/index.ts';
import type { JsonObject } from '../parsed-json/index.ts';
import { instantOfMicroseconds, msBetween, msOf, spanIdOf, traceIdOf } from '../spans/index.ts';
import type { DecodedTraces, Instant, Span, SpanKind, SpanLink } from '../spans/index.ts';
import { addRemote, LocalResources } from './endpoints.ts';
import { tagsOf } from './tags.ts';

const kinds: Readonly<Record<string, SpanKind>> = {
  CLIENT: 'client',
  SERVER: 'server',
  PRODUCER: 'producer',
  CONSUMER: 'consumer',
};

const noLinks: readonly SpanLink[] = [];

/** A span as it stands in the document, with the ids by which the halves of a shared one find each other. */
interface Raw {
  readonly value: JsonObject;
  readonly place: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly kind: SpanKind;
}

const keyOf = ({ traceId, spanId }: Raw): string => `${traceId}/${spanId}`;

/** A span's own times; those of the other half stand in for what a server that shares a span left to its client. */
function timesOf({ value, kind }: Raw, client: Raw | undefined): { start: Instant; end: Instant } | string {
  const from = instantOfMicroseconds(value['timestamp'] ?? client?.value['timestamp']);
  if (from === undefined || from.wholeUs === 0) return 'spans without a timestamp';
  // A message is sent or taken at one moment: such spans may have no duration.
  const isMoment = kind === 'producer' || kind === 'consumer';
  const duration = instantOfMicroseconds(value['duration'] ?? client?.value['duration'] ?? (isMoment ? 0 : undefined));
  if (duration === undefined) return 'spans without a duration: unfinished, or lost in part';
  return { start: from, end: { wholeUs: from.wholeUs + duration.wholeUs, restNs: from.restNs + duration.restNs } };
}

/** One walk over one document. */
class Walk {
  readonly spans: Span[] = [];
  refusedSpans = 0;
  readonly #raw: Raw[] = [];
  readonly #clients = new Map<string, Raw>();
  readonly #resources = new LocalResources();
  readonly #coverage: CoverageCount;

  constructor(coverage: CoverageCount) {
    this.#coverage = coverage;
  }

  /** Takes a span, a list of spans or a list of traces. */
  take(value: unknown, place: string, depth = 0): void {
    if (Array.isArray(value) && depth < 2) {
      for (const [index, member] of value.entries()) this.take(member, `${place}[${index}]`, depth + 1);
      return;
    }
    if (!isObject(value)) {
      this.#refuse('spans that are no object', place);
      return;
    }
    const traceId = traceIdOf(value['traceId']);
    const spanId = spanIdOf(value['id']);
    if (traceId === undefined || spanId === undefined) {
      this.#refuse('spans without a valid id or trace id', place);
      return;
    }
    const named = value['kind'];
    const kind = typeof named === 'string' && Object.hasOwn(kinds, named) ? kinds[named] : undefined;
    const raw: Raw = { value, place, traceId, spanId, kind: kind ?? 'unspecified' };
    if (kind === 'client') this.#clients.set(keyOf(raw), raw);
    this.#raw.push(raw);
  }

  finish(): void {
    for (const raw of this.#raw) this.#span(raw);
  }

  #span(raw: Raw): void {
    const { value, place, traceId, spanId, kind } = raw;
    // Before the flag there was none: a server's half with the id of a client's span is shared all the same.
    const client = kind === 'server' ? this.#clients.get(keyOf(raw)) : undefined;
    const times = timesOf(raw, client);
    if (typeof times === 'string') {
      this.#refuse(times, place);
      return;
    }
    const { attributes, isError } = tagsOf(value['tags']);
    addRemote(value['remoteEndpoint'], kind, attributes);
    this.spans.push({
      traceId,
      spanId,
      parentSpanId: spanIdOf(value['parentId']),
      name: typeof value['name'] === 'string' ? value['name'] : '',
      kind,
      startMs: msOf(times.start),
      durationMs: msBetween(times.start, times.end),
      isError,
      isShared: value['shared'] === true || client !== undefined,
      traceState: undefined,
      links: noLinks,
      attributes,
      resource: this.#resources.of(value['localEndpoint']),
    });
  }

  #refuse(what: string, place: string): void {
    this.refusedSpans++;
    this.#coverage.notUnderstood(what, place);
  }
}

/**
 * Reads a document of Zipkin's JSON, version 2: a list of spans, a list of traces (lists of spans), or one span.
 *
 * @param body - The parsed JSON.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `input-malformed` where it is none of them.
 */
export function decodeZipkin(body: unknown, place: string, coverage: CoverageCount): DecodedTraces {
  if (typeof body !== 'object' || body === null) {
    throw new RegisteredError('input-malformed', {
      path: place,
      place: '',
      found: kindOf(body),
      accepted: 'a list of spans, or of traces, in Zipkin JSON version 2',
    });
  }
  const walk = new Walk(coverage);
  walk.take(body, `${place} `);
  walk.finish();
  coverage.read('spans', walk.spans.length);
  return walk;
}
