import { finiteNumber } from '../parsed-json/index.ts';
import { attributesRead, instantOfHalves, msBetween, msOf } from '../spans/index.ts';
import type { AttributeValue, Span, SpanLink } from '../spans/index.ts';
import { validSpanId, validTraceId } from './ids.ts';
import { KnownNames } from './known-names.ts';
import { kindOfNumber, problems, statusError } from './span-words.ts';
import type { SpanReader } from './span-reader.ts';
import { numberOf } from './whole.ts';

/**
 * Tags (number × 8 + wire type) of the fields in definitions/traces.proto; a test compares them. They stand here as
 * constants, and the loops below by hand, since the library's generated decoders take twice the time: they make an
 * object of every attribute, wanted or not (docs/decisions/2026-11-30-decoding-otlp.md).
 */
export const tags = {
  span: {
    traceId: 10,
    spanId: 18,
    traceState: 26,
    parentSpanId: 34,
    name: 42,
    kind: 48,
    startTimeUnixNano: 57,
    endTimeUnixNano: 65,
    attributes: 74,
    links: 106,
    status: 122,
  },
  link: { traceId: 10, spanId: 18 },
  status: { code: 24 },
  keyValue: { key: 10, value: 18 },
  anyValue: { stringValue: 10, boolValue: 16, intValue: 24, doubleValue: 33 },
} as const;

const wireTypeBits = 7;
const noLinks: readonly SpanLink[] = [];

const namesRead = new KnownNames(attributesRead);

function readValue(reader: SpanReader): AttributeValue | undefined {
  const { anyValue } = tags;
  const end = reader.fieldEnd();
  let value: AttributeValue | undefined;
  while (reader.pos < end) {
    const tag = reader.tag();
    switch (tag) {
      case anyValue.stringValue:
        value = reader.text();
        break;
      case anyValue.boolValue:
        value = reader.bool();
        break;
      case anyValue.intValue:
        value = numberOf(reader.int64());
        break;
      case anyValue.doubleValue:
        value = finiteNumber(reader.double());
        break;
      default:
        reader.skipType(tag & wireTypeBits);
    }
  }
  return value;
}

function readAttribute(reader: SpanReader, attributes: Map<string, AttributeValue>): void {
  const end = reader.fieldEnd();
  let name: string | undefined;
  let value: AttributeValue | undefined;
  while (reader.pos < end) {
    const tag = reader.tag();
    if (tag === tags.keyValue.key) {
      name = reader.name(namesRead);
      if (name === undefined) {
        reader.pos = end;
        return;
      }
    } else if (tag === tags.keyValue.value) value = readValue(reader);
    else reader.skipType(tag & wireTypeBits);
  }
  if (name !== undefined && value !== undefined) attributes.set(name, value);
}

function readLink(reader: SpanReader): SpanLink | undefined {
  const end = reader.fieldEnd();
  let traceId = '';
  let spanId = '';
  while (reader.pos < end) {
    const tag = reader.tag();
    if (tag === tags.link.traceId) traceId = reader.hex();
    else if (tag === tags.link.spanId) spanId = reader.hex();
    else reader.skipType(tag & wireTypeBits);
  }
  return validTraceId(traceId) && validSpanId(spanId) ? { traceId, spanId } : undefined;
}

function readStatus(reader: SpanReader): number {
  const end = reader.fieldEnd();
  let code = 0;
  while (reader.pos < end) {
    const tag = reader.tag();
    if (tag === tags.status.code) code = reader.int32();
    else reader.skipType(tag & wireTypeBits);
  }
  return code;
}

/**
 * Reads one span.
 *
 * @param reader - Stands at its first byte.
 * @param end - The byte after its last.
 * @param resource - What is known of the process that sent it.
 * @returns The span, or what is wrong with it.
 * @throws Error in the library's words where the bytes are no message.
 */
export function decodeSpanProto(reader: SpanReader, end: number, resource: Span['resource']): Span | string {
  const { span } = tags;
  const attributes = new Map<string, AttributeValue>();
  let links = noLinks as SpanLink[];
  let traceId = '';
  let spanId = '';
  let parentSpanId = '';
  let traceState = '';
  let name = '';
  let kind = 0;
  let startLow = 0;
  let startHigh = 0;
  let endLow = 0;
  let endHigh = 0;
  let statusCode = 0;
  while (reader.pos < end) {
    const tag = reader.tag();
    switch (tag) {
      case span.traceId:
        traceId = reader.repeatedHex();
        break;
      case span.spanId:
        spanId = reader.hex();
        break;
      case span.traceState:
        traceState = reader.text();
        break;
      case span.parentSpanId:
        parentSpanId = reader.hex();
        break;
      case span.name:
        name = reader.text();
        break;
      case span.kind:
        kind = reader.int32();
        break;
      case span.startTimeUnixNano:
        startLow = reader.fixed32();
        startHigh = reader.fixed32();
        break;
      case span.endTimeUnixNano:
        endLow = reader.fixed32();
        endHigh = reader.fixed32();
        break;
      case span.attributes:
        readAttribute(reader, attributes);
        break;
      case span.links: {
        const link = readLink(reader);
        if (link !== undefined) links = [...links, link];
        break;
      }
      case span.status:
        statusCode = readStatus(reader);
        break;
      default:
        reader.skipType(tag & wireTypeBits);
    }
  }
  if (!validTraceId(traceId)) return problems.traceId;
  if (!validSpanId(spanId)) return problems.spanId;
  if (startLow === 0 && startHigh === 0) return problems.startTime;
  if (endLow === 0 && endHigh === 0) return problems.endTime;
  const start = instantOfHalves(startHigh, startLow);
  return {
    traceId,
    spanId,
    parentSpanId: validSpanId(parentSpanId) ? parentSpanId : undefined,
    name,
    kind: kindOfNumber(kind),
    startMs: msOf(start),
    durationMs: msBetween(start, instantOfHalves(endHigh, endLow)),
    isError: statusCode === statusError,
    isShared: false,
    traceState: traceState === '' ? undefined : traceState,
    links,
    attributes,
    resource,
  };
}
