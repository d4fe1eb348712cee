import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CoverageCount } from '../../src/kernel/index.ts';
import { plainSpans, spanOf } from '../../testing/trace-encoders.ts';
import { decodeTracesJson } from './decode-traces-json.ts';
import { encodeTracesJson } from './encode-traces-json.ts';

const decoded = (line: string) => decodeTracesJson(JSON.parse(line), 'made', new CoverageCount()).spans;

describe('encodeTracesJson', () => {
  it('writes what is read back to the same spans', () => {
    fc.assert(
      fc.property(plainSpans, (plain) => {
        const spans = plain.map(spanOf);
        expect(decoded(encodeTracesJson(spans))).toEqual(spans);
      }),
    );
  });

  it('keeps links, the state of the trace, numbers and fractions of a microsecond', () => {
    const span = {
      ...spanOf({
        traceId: '1'.repeat(32),
        spanId: '2'.repeat(16),
        parentSpanId: undefined,
        name: 'GET /',
        kind: 'server',
        startUs: 1_700_000_000_000_000,
        durationUs: 1,
        isError: false,
        attributes: {},
        service: 'web',
      }),
      durationMs: 0.000_25,
      traceState: 'ot=th:8',
      links: [{ traceId: '3'.repeat(32), spanId: '4'.repeat(16) }],
      attributes: new Map<string, string | number>([['http.response.status_code', 503]]),
    };
    expect(decoded(encodeTracesJson([span]))).toEqual([span]);
  });

  it('says once what the spans of one process share, on one line', () => {
    const resource = new Map([['service.name', 'web']]);
    const [first] = fc.sample(plainSpans, { numRuns: 1, seed: 1 })[0] ?? [];
    const spans = [1, 2, 3].map(() => ({ ...spanOf(first!), resource }));
    const line = encodeTracesJson(spans);
    expect(line).not.toContain('\n');
    expect((JSON.parse(line) as { resourceSpans: unknown[] }).resourceSpans).toHaveLength(1);
  });
});
