import { reasonOf, RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { resourceAttributesRead } from '../spans/index.ts';
import type { DecodedTraces, Span } from '../spans/index.ts';
import { decodeSpanProto } from './decode-span-proto.ts';

import { messageType, plainReader } from './definitions.ts';
import { attributesOf } from './key-values.ts';
import { SpanReader } from './span-reader.ts';
import { problems } from './span-words.ts';
import { TextCache } from './text-cache.ts';

/** What of the definitions is read here: the envelope, in which each span is still bytes. */
interface Envelope {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: unknown } | null;
    readonly scopeSpans?: readonly { readonly spans?: readonly Uint8Array[] }[];
  }[];
}

const tracesData = messageType('traces', 'TracesData');
/** Shared by all exports: the same words come from all of them. */
const texts = new TextCache();

function decodeEnvelope(bytes: Uint8Array, place: string): Envelope {
  try {
    return tracesData.decode(plainReader(bytes)) as Envelope;
  } catch (thrown) {
    const problem = `no OTLP trace export in protobuf: ${reasonOf(thrown)}`;
    throw new RegisteredError('telemetry-malformed', { place, problem }, { cause: thrown });
  }
}

/**
 * Reads a trace export in OTLP's binary form (`TracesData`, which is `ExportTraceServiceRequest` on the wire). A span that
 * is not as the protocol says is counted and left out.
 *
 * @param body - The message.
 * @param place - Where it came from, for messages.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `telemetry-malformed` where the bytes are no such message at all.
 */
export function decodeTracesProto(body: Uint8Array, place: string, coverage: CoverageCount): DecodedTraces {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const envelope = decodeEnvelope(buffer, place);
  const reader = new SpanReader(buffer, texts);
  const decoded: Span[] = [];
  let refusedSpans = 0;
  for (const [resourceIndex, { resource, scopeSpans = [] }] of (envelope.resourceSpans ?? []).entries()) {
    const attributes = attributesOf(resource?.attributes, resourceAttributesRead);
    for (const [scopeIndex, { spans = [] }] of scopeSpans.entries()) {
      for (let index = 0; index < spans.length; index++) {
        const span = decodeOne(reader, spans[index] as Uint8Array, buffer, attributes);
        if (typeof span !== 'string') {
          decoded.push(span);
          continue;
        }
        refusedSpans++;
        coverage.notUnderstood(
          span,
          `${place} resourceSpans[${resourceIndex}].scopeSpans[${scopeIndex}].spans[${index}]`,
        );
      }
    }
  }
  coverage.read('spans', decoded.length);
  return { spans: decoded, refusedSpans };
}

function decodeOne(reader: SpanReader, bytes: Uint8Array, whole: Buffer, resource: Span['resource']): Span | string {
  // The bytes of a span are a window on the whole: moving one reader over that is cheaper than making one a span.
  const start = bytes.byteOffset - whole.byteOffset;
  const end = start + bytes.byteLength;
  reader.pos = start;
  reader.len = end;
  try {
    return decodeSpanProto(reader, end, resource);
  } catch {
    return problems.wire;
  }
}
