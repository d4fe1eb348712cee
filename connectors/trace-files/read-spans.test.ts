import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import { memoryInput } from '../../testing/memory-input.ts';
import {
  behindFourBytes,
  behindVarint,
  jaegerOf,
  otlpOf,
  otlpProtobufOf,
  plainSpans,
  spanOf,
  zipkinOf,
} from '../../testing/trace-encoders.ts';
import type { PlainSpan } from '../../testing/trace-encoders.ts';
import type { Span } from '../spans/index.ts';
import { readSpans } from './index.ts';

type Options = Parameters<typeof memoryInput>[1];

async function read(content: string | Uint8Array, options?: Options) {
  const coverage = new CoverageCount();
  const spans: Span[] = [];
  const onSpans = (batch: readonly Span[]) => void spans.push(...batch);
  const { format, spanCount } = await readSpans(memoryInput(content, options), { onSpans, coverage });
  expect(spanCount).toBe(spans.length);
  return { format, spans, ...coverage.coverage };
}

const plain: PlainSpan = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  parentSpanId: undefined,
  name: 'GET /cart',
  kind: 'server',
  startUs: 1_700_000_000_000_250,
  durationUs: 1_500,
  isError: false,
  attributes: { 'http.route': '/cart' },
  service: 'cart',
};

const nezhaHeader = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration';
const nezhaRow = `${plain.traceId},${plain.spanId},root,cart-0,GET,1700000000000250000,1700000000001750000,1500`;

/** Every form in which the same spans can stand in a file. */
const forms: readonly (readonly [name: string, encode: (spans: readonly PlainSpan[]) => string | Buffer])[] = [
  ['OTLP JSON', (spans) => JSON.stringify(otlpOf(spans))],
  ['OTLP JSON over several lines', (spans) => JSON.stringify(otlpOf(spans), null, 2)],
  ['OTLP JSON, a list of exports', (spans) => JSON.stringify(spans.map((span) => otlpOf([span])))],
  ['OTLP JSON, an export a line', (spans) => spans.map((span) => `${JSON.stringify(otlpOf([span]))}\n`).join('')],
  ['OTLP protobuf', (spans) => otlpProtobufOf(spans)],
  ['OTLP protobuf behind four bytes', (spans) => behindFourBytes(spans.map((span) => otlpProtobufOf([span])))],
  ['OTLP protobuf behind varints', (spans) => behindVarint(spans.map((span) => otlpProtobufOf([span])))],
  ['Zipkin', (spans) => JSON.stringify(zipkinOf(spans))],
  ['Jaeger', (spans) => JSON.stringify(jaegerOf(spans))],
];

/**
 * A message of 128 bytes, so that behind a varint of two bytes its resource begins at the fifth: as if a message of 2 GB
 * stood there behind four bytes of length.
 */
function misleading(): readonly PlainSpan[] {
  const named = (length: number): PlainSpan[] => [{ ...plain, name: 'x'.repeat(length) }];
  const lengths = Array.from({ length: 128 }, (_, index) => index + 1);
  const fitting = lengths.find((length) => otlpProtobufOf(named(length)).length === 128);
  if (fitting === undefined) throw new Error('no name makes a message of 128 bytes');
  return named(fitting);
}

describe('readSpans', () => {
  it.each(forms)('gives the same spans of %s as of every other form', async (_name, encode) => {
    await fc.assert(
      fc.asyncProperty(plainSpans, fc.integer({ min: 1, max: 300 }), async (spans, chunkBytes) => {
        const { spans: found, notUnderstood } = await read(encode(spans), { chunkBytes });
        expect(found).toEqual(spans.map(spanOf));
        expect(notUnderstood).toEqual([]);
      }),
      { numRuns: 60, examples: [[misleading(), 300]] },
    );
  });

  it.each([...forms, ['CSV', () => `${nezhaHeader}\n${`${nezhaRow}\n`.repeat(3)}`] as const])(
    'gives spans or a registered error of %s that is damaged',
    async (_name, encode) => {
      const whole = Buffer.from(encode([plain, { ...plain, isError: true }, plain]) as Uint8Array);
      const edit = fc.oneof(
        fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 0, max: 255 }) }),
        fc.record({ at: fc.nat(whole.length - 1), cut: fc.integer({ min: 1, max: 40 }) }),
        fc.record({ at: fc.nat(whole.length - 1), add: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) }),
        fc.record({ end: fc.nat(whole.length - 1) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
          let bytes = Buffer.from(whole);
          for (const { at = 0, ...change } of edits as {
            at?: number;
            byte?: number;
            cut?: number;
            add?: string;
            end?: number;
          }[]) {
            if (change.byte !== undefined) bytes[at] = change.byte;
            const insert = Buffer.from(change.add ?? '');
            bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + (change.cut ?? 0))]);
            if (change.end !== undefined) bytes = bytes.subarray(0, change.end);
          }
          await givesSpansOrError(bytes);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('gives spans or a registered error of random bytes and of random JSON', async () => {
    const key = fc.constantFrom(
      ...[
        'resourceSpans',
        'scopeSpans',
        'spans',
        'data',
        'processes',
        'traceID',
        'spanID',
        'traceId',
        'id',
        '__proto__',
      ],
      ...[
        'constructor',
        'tags',
        'references',
        'startTime',
        'duration',
        'timestamp',
        'kind',
        'localEndpoint',
        'attributes',
      ],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(plain.traceId)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      ),
    }));
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      value.map((json) => JSON.stringify(json) as string | undefined).map((json) => Buffer.from(json ?? '')),
    );
    await fc.assert(fc.asyncProperty(content, givesSpansOrError), { numRuns: 3_000 });
  });
});

/** The one thing that must hold of every file. */
async function givesSpansOrError(bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return;
  try {
    for (const { startMs, durationMs, attributes } of (await read(bytes, { chunkBytes: 97 })).spans) {
      const numbers = [...attributes.values()].filter((attribute) => typeof attribute === 'number');
      expect([startMs, durationMs, ...numbers].every(Number.isFinite)).toBe(true);
    }
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(RegisteredError);
    expect((thrown as RegisteredError).message.length).toBeLessThan(2_000);
  }
}

describe('a file that is wrong in part', () => {
  const line = JSON.stringify(otlpOf([plain]));
  const message = otlpProtobufOf([plain]);

  it.each([
    ['a line that is no JSON', `${line}\n{"resourceSpans": [\n${line}\n`, 'lines that are no JSON', 'input:2'],
    ['a first line that lost its beginning', `s":[]}]}\n${line}\n${line}\n`, 'lines that are no JSON', 'input:1'],
    ['a line of another signal', `${line}\n[7]\n${line}\n`, 'lines that are no OTLP trace export', 'input:2'],
    ['a last line that is cut off', `${line}\n${line}\n${line.slice(0, 50)}`, 'a last line that is cut off', 'input:3'],
    [
      'a last message that is cut off',
      behindFourBytes([message, message, message]).subarray(0, -3),
      'a last message that is cut off',
      `input byte ${2 * (message.length + 4)}`,
    ],
    [
      'a message that is none',
      behindVarint([message, Buffer.from('no message'), message]),
      'messages that are no OTLP trace export',
      `input byte ${behindVarint([message]).length}`,
    ],
  ])('gives what is right of one with %s', async (_what, content, what, place) => {
    const { spans, notUnderstood } = await read(content);
    expect(spans).toHaveLength(2);
    expect(notUnderstood).toEqual([{ what, place, count: 1 }]);
  });

  it.each([
    [
      'one line that is cut off',
      line.slice(0, 200),
      /input, line 1, column 201: found the end of a document that is cut off/,
    ],
    [
      'a message that is cut off',
      message.subarray(0, -3),
      /input, byte 0: found 1 a last message that is cut off, and nothing else/,
    ],
    [
      'no valid span',
      JSON.stringify(otlpOf([{ ...plain, traceId: 'none' }])),
      /1 spans without a valid trace id, and nothing/,
    ],
    [
      'Zipkin that is cut off',
      JSON.stringify(zipkinOf([plain])).slice(0, -9),
      /found the end of a document that is cut off/,
    ],
    ['rows that make no sense', `${nezhaHeader}\n1,2,3\n`, /input, line 2: found 1 rows without/],
  ])('refuses one with %s', async (_what, content, found) => {
    await expect(read(content)).rejects.toThrow(found);
    await expect(read(content)).rejects.toMatchObject({ code: 'input-malformed' });
  });

  it.each([
    [
      'a graph',
      '[{"parent":"a","child":"b"}]',
      /found a JSON list of objects with the keys parent, child; accepted: traces/,
    ],
    ['a table of metrics', 'microservice,a\n', /found a table of metrics/],
    ['configuration', '{"services":{}}', /found a JSON object with the keys services/],
  ])('refuses %s, saying what it is', async (_what, content, found) => {
    await expect(read(content)).rejects.toThrow(found);
    await expect(read(content)).rejects.toMatchObject({ code: 'input-unrecognised' });
  });

  it('takes an empty export for what it is', async () => {
    expect((await read('{"resourceSpans":[]}')).spans).toEqual([]);
  });

  it('refuses what would have to be held and is too large, and names the forms that need not be', async () => {
    const limits = { largestPieceBytes: 5_000 };
    const document = JSON.stringify(jaegerOf(Array.from({ length: 40 }, () => plain)));
    await expect(read(document, { limits })).rejects.toThrow(
      /more than 5000 bytes; accepted: .*newline-delimited OTLP JSON/,
    );
    const lines = Array.from({ length: 40 }, () => `${line}\n`).join('');
    expect((await read(lines, { limits })).spans).toHaveLength(40);
    expect((await read(otlpProtobufOf(Array.from({ length: 40 }, () => plain)), { limits })).spans).toHaveLength(40);
    const oneMessage = behindFourBytes([otlpProtobufOf(Array.from({ length: 80 }, () => plain))]);
    await expect(read(oneMessage, { limits })).rejects.toMatchObject({ code: 'input-too-large' });
  });

  it('waits for whoever takes the spans, and throws what they throw', async () => {
    const onSpans = () => Promise.reject(new RegisteredError('interrupted', { what: 'the capture' }));
    const reading = readSpans(memoryInput(`${line}\n${line}\n`), { onSpans, coverage: new CoverageCount() });
    await expect(reading).rejects.toMatchObject({ code: 'interrupted' });
  });
});
