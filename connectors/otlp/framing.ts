import type protobuf from 'protobufjs';
import { RegisteredError } from '../../src/kernel/index.ts';
import { ByteQueue } from './byte-queue.ts';
import { plainReader } from './definitions.ts';

/**
 * How messages follow each other in a file: one message of any length, each field of which can be read alone; each message
 * behind its length as a varint, as the libraries' `writeDelimited` has it; or behind four bytes of length, the highest
 * first, as the OpenTelemetry collector's file exporter has it.
 */
export type Framing = 'bare' | 'varint' | 'four-bytes';

/** What the messages of a file hold. */
export type Signal = 'traces' | 'other';

const lengthDelimited = 2;
const traceIdBytes = 16;
const fourBytes = 4;
const longestVarint = 5;

/**
 * No exporter writes a longer message. What stands behind a varint, read as four bytes of length, is longer: its first byte
 * would have to be below 17, and no export with a span is so short.
 */
const longestFramedBytes = 2 ** 28;

/** Fields of `ResourceSpans`, `ScopeSpans` and their like for metrics and logs: 1 to 3, all with a length. */
const mostField = 3;

/** Steps into a field, where it is one of those with a length; gives its number and where it ends. */
function enter(reader: protobuf.Reader): { readonly field: number; readonly end: number } | undefined {
  const tag = reader.tag();
  if ((tag & 7) !== lengthDelimited) return undefined;
  return { field: tag >>> 3, end: reader.size() + reader.pos };
}

const isPrintable = (bytes: Uint8Array): boolean => bytes.every((byte) => byte >= 0x20 && byte < 0x7f);

/** Whether the first field of the innermost message is the id of a trace: 16 bytes that are no text. */
function signalOf(reader: protobuf.Reader): Signal {
  const id = enter(reader);
  if (id === undefined || id.field !== 1 || id.end - reader.pos !== traceIdBytes) return 'other';
  return isPrintable(reader.buf.subarray(reader.pos, id.end)) ? 'other' : 'traces';
}

/**
 * Looks into what may be the beginning of an export.
 *
 * @returns What it is of; `undefined` where it is no export. One that is cut off before it shows what it is counts as one of
 * traces.
 */
function peek(bytes: Uint8Array): Signal | undefined {
  const reader = plainReader(bytes);
  try {
    const top = enter(reader);
    if (top?.field !== 1) return undefined;
    // Into resource_spans, past the resource, into scope_spans, past the scope, into the first span.
    for (let depth = 0; depth < 2; depth++) {
      for (;;) {
        const part = enter(reader);
        if (part === undefined || part.field < 1 || part.field > mostField) return undefined;
        if (part.field === 2) break;
        reader.pos = part.end;
        if (part.end >= top.end) return 'traces';
      }
    }
    return signalOf(reader);
  } catch {
    return reader.pos > 2 ? 'traces' : undefined;
  }
}

/**
 * Tells from the beginning of a file whether it holds OTLP exports in protobuf, and how they follow each other.
 *
 * @param head - The first bytes; 64 KiB are enough.
 */
export function framingOf(head: Buffer): { readonly framing: Framing; readonly signal: Signal } | undefined {
  const bare = peek(head);
  if (bare !== undefined) return { framing: 'bare', signal: bare };
  if (head.length <= fourBytes) return undefined;
  const length = head.readUInt32BE(0);
  const framed =
    length > 0 && length <= longestFramedBytes ? peek(head.subarray(fourBytes, fourBytes + length)) : undefined;
  if (framed !== undefined) return { framing: 'four-bytes', signal: framed };
  const reader = plainReader(head);
  try {
    const size = reader.size();
    const delimited = size > 0 ? peek(head.subarray(reader.pos, reader.pos + size)) : undefined;
    return delimited && { framing: 'varint', signal: delimited };
  } catch {
    return undefined;
  }
}

/** A message of a file. */
export interface FramedMessage {
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly offsetBytes: number;
  /** Whether the file ends within it. */
  readonly isCutOff: boolean;
}

/** The length of the next message and of what stands before it; `undefined` where more bytes are needed to tell. */
function nextLength(
  queue: ByteQueue,
  framing: Framing,
): { readonly before: number; readonly length: number } | undefined {
  if (framing === 'four-bytes') {
    return queue.length < fourBytes ? undefined : { before: fourBytes, length: queue.peek(fourBytes).readUInt32BE(0) };
  }
  const tagBytes = framing === 'bare' ? 1 : 0;
  const bytes = queue.peek(Math.min(queue.length, tagBytes + longestVarint));
  let length = 0;
  for (let index = 0; tagBytes + index < bytes.length; index++) {
    const byte = bytes[tagBytes + index] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { before: tagBytes + index + 1, length };
  }
  return bytes.length < tagBytes + longestVarint ? undefined : { before: 0, length: Infinity };
}

/**
 * Takes a file apart into messages, each of which can be decoded alone.
 *
 * @param chunks - The file.
 * @param framing - How messages follow each other.
 * @param about - The path, for messages; how long a message may be.
 * @throws RegisteredError `input-too-large` where a message is longer than that, `input-malformed` where something else
 * stands where a message should, and what `chunks` throws.
 */
export async function* messagesOf(
  chunks: AsyncIterable<Buffer>,
  framing: Framing,
  about: { readonly path: string; readonly largestBytes: number },
): AsyncGenerator<FramedMessage, void, undefined> {
  const { path, largestBytes } = about;
  const queue = new ByteQueue();
  let offsetBytes = 0;
  for await (const chunk of chunks) {
    queue.push(chunk);
    for (let next = nextLength(queue, framing); next !== undefined; next = nextLength(queue, framing)) {
      const { before, length } = next;
      if (framing === 'bare' && queue.peek(1)[0] !== resourceSpansTag) {
        const found = 'a field that no export has';
        throw new RegisteredError('input-malformed', { path, place: `byte ${offsetBytes}`, found, accepted });
      }
      if (length > largestBytes) {
        const found = `a message of ${Number.isFinite(length) ? `${length} bytes` : 'no sensible length'} at byte ${offsetBytes}`;
        throw new RegisteredError('input-too-large', {
          path,
          found,
          accepted: `messages of up to ${largestBytes} bytes`,
        });
      }
      if (queue.length < before + length) break;
      const bytes = queue.take(before + length);
      // The field of a bare message is a message itself, with the tag and length before it.
      yield { bytes: framing === 'bare' ? bytes : bytes.subarray(before), offsetBytes, isCutOff: false };
      offsetBytes += before + length;
    }
  }
  if (queue.length > 0) yield { bytes: queue.take(queue.length), offsetBytes, isCutOff: true };
}

const resourceSpansTag = 0x0a;
const accepted = 'OTLP exports in protobuf, one behind the other';
