import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { attributesRead, msBetween, msOf, resourceAttributesRead } from '../spans/index.ts';
import type { DecodedTraces, Span, SpanLink } from '../spans/index.ts';

import { spanIdOfText, traceIdOfText } from './ids.ts';
import { isObject, kindOf, listAt } from '../parsed-json/index.ts';
import { attributesOf } from './key-values.ts';
import { isErrorStatus, kindOfJson, problems } from './span-words.ts';
import { instantOf } from './whole.ts';

const noLinks: readonly SpanLink[] = [];

function linksOf(value: unknown): readonly SpanLink[] {
  if (!Array.isArray(value) || value.length === 0) return noLinks;
  return value.flatMap((link: unknown) => {
    if (!isObject(link)) return [];
    const traceId = traceIdOfText(link['traceId']);
    const spanId = spanIdOfText(link['spanId']);
    return traceId === undefined || spanId === undefined ? [] : [{ traceId, spanId }];
  });
}

/** The span, or what is wrong with it. */
function spanOf(value: unknown, resource: Span['resource']): Span | string {
  if (!isObject(value)) return problems.noObject;
  const { status, traceState, name } = value;
  const traceId = traceIdOfText(value['traceId']);
  if (traceId === undefined) return problems.traceId;
  const spanId = spanIdOfText(value['spanId']);
  if (spanId === undefined) return problems.spanId;
  const start = instantOf(value['startTimeUnixNano']);
  if (start === undefined) return problems.startTime;
  const end = instantOf(value['endTimeUnixNano']);
  if (end === undefined) return problems.endTime;
  return {
    traceId,
    spanId,
    parentSpanId: spanIdOfText(value['parentSpanId']),
    name: typeof name === 'string' ? name : '',
    kind: kindOfJson(value['kind']),
    startMs: msOf(start),
    durationMs: msBetween(start, end),
    isError: isObject(status) && isErrorStatus(status['code']),
    isShared: false,
    traceState: typeof traceState === 'string' && traceState !== '' ? traceState : undefined,
    links: linksOf(value['links']),
    attributes: attributesOf(value['attributes'], attributesRead),
    resource,
  };
}

/** The names that the list of scopes has had: the second until protocol 0.19, and in what Tempo still answers. */
const scopeListNames = ['scopeSpans', 'instrumentationLibrarySpans'] as const;
const resourceListNames = ['resourceSpans', 'batches'] as const;

/** One walk over one export. */
class Walk {
  readonly spans: Span[] = [];
  refusedSpans = 0;
  readonly #coverage: CoverageCount;

  constructor(coverage: CoverageCount) {
    this.#coverage = coverage;
  }

  resourceSpans(value: unknown, place: string): void {
    const scopes = listAt(value, ...scopeListNames);
    if (!isObject(value) || scopes === undefined) {
      this.#refuse('resourceSpans without a list of scopeSpans', place);
      return;
    }
    const resource = isObject(value['resource']) ? value['resource']['attributes'] : undefined;
    const attributes = attributesOf(resource, resourceAttributesRead);
    for (const [index, scope] of scopes.entries()) {
      const spans = listAt(scope, 'spans');
      if (spans === undefined) this.#refuse('scopeSpans without a list of spans', `${place}.scopeSpans[${index}]`);
      else this.#scopeSpans(spans, attributes, `${place}.scopeSpans[${index}]`);
    }
  }

  #scopeSpans(spans: readonly unknown[], resource: Span['resource'], place: string): void {
    for (let index = 0; index < spans.length; index++) {
      const span = spanOf(spans[index], resource);
      if (typeof span === 'string') this.#refuse(span, `${place}.spans[${index}]`);
      else this.spans.push(span);
    }
  }

  #refuse(what: string, place: string): void {
    this.refusedSpans++;
    this.#coverage.notUnderstood(what, place);
  }
}

const accepted = 'an object with a list "resourceSpans" (OTLP)';

/**
 * Reads a trace export in OTLP's JSON form: an export, or a list of them. What Tempo answers (`batches` for
 * `resourceSpans`) is read as well. A span that is not as the protocol says is counted and left out.
 *
 * @param body - The parsed JSON.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `telemetry-malformed` where it is no export at all.
 */
export function decodeTracesJson(body: unknown, place: string, coverage: CoverageCount): DecodedTraces {
  const walk = new Walk(coverage);
  const exports = Array.isArray(body) ? (body as unknown[]) : [body];
  for (const [index, value] of exports.entries()) {
    const at = Array.isArray(body) ? `${place} [${index}].` : `${place} `;
    // Tempo wraps what it answers since its second version.
    const whole = isObject(value) && isObject(value['trace']) ? value['trace'] : value;
    const list = listAt(whole, ...resourceListNames);
    if (list === undefined) {
      const problem = `found ${isObject(whole) ? 'resourceSpans that are no list' : kindOf(whole)}; accepted: ${accepted}`;
      throw new RegisteredError('telemetry-malformed', { place: at.slice(0, -1), problem });
    }
    for (const [position, resourceSpans] of list.entries()) {
      walk.resourceSpans(resourceSpans, `${at}resourceSpans[${position}]`);
    }
  }
  coverage.read('spans', walk.spans.length);
  return walk;
}
