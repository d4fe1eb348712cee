import { describe, expect, it } from '@jest/globals';
import { CoverageCount } from '../../src/kernel/index.ts';
import { memoryInput } from '../../testing/memory-input.ts';
import { readSpanCsv, spanCsvMappingSchema } from './index.ts';
import type { SpanCsvMapping } from './index.ts';
import type { Span } from '../spans/index.ts';

const header = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration';
const traceId = '038f286ff51c35fde72d836d0f9ec10d';
const row = `${traceId},0c10610d981a742b,3c0209c666f29fa3,frontend-579b9bff58-t2dbm,GetProduct,1661140408605250000,1661140408616675660,11425`;

async function read(content: string | Uint8Array, mapping?: SpanCsvMapping) {
  const coverage = new CoverageCount();
  const spans: Span[] = [];
  for await (const span of readSpanCsv(memoryInput(content), mapping, coverage)) spans.push(span);
  return { spans, ...coverage.coverage };
}

describe('readSpanCsv', () => {
  it('reads the layout of Nezha', async () => {
    const root = row.replace('3c0209c666f29fa3', 'root').replace('0c10610d981a742b', '3c0209c666f29fa3');
    const { spans } = await read(`${header}\r\n${root}\r\n${row}\r\n`);
    expect(spans[0]?.parentSpanId).toBeUndefined();
    expect(spans[1]).toEqual({
      traceId,
      spanId: '0c10610d981a742b',
      parentSpanId: '3c0209c666f29fa3',
      name: 'GetProduct',
      kind: 'unspecified',
      startMs: 1_661_140_408_605.25,
      durationMs: 11.425_66,
      isError: false,
      isShared: false,
      traceState: undefined,
      links: [],
      attributes: new Map(),
      resource: new Map([
        ['service.name', 'frontend'],
        ['k8s.pod.name', 'frontend-579b9bff58-t2dbm'],
      ]),
    });
    expect(spans[1]?.resource).toBe(spans[0]?.resource);
  });

  it('reads any layout by a mapping', async () => {
    const mapping = spanCsvMappingSchema.parse({
      traceId: 'trace',
      spanId: 'span',
      service: 'svc',
      operation: 'op',
      kind: 'kind',
      isError: 'failed',
      startTime: 'start',
      startTimeUnit: 'iso-8601',
      duration: 'took',
      durationUnit: 'ms',
    });
    const { spans } = await read(
      'op,svc,trace,span,kind,failed,start,took\n"GET ""/a"", b",cart,t1,s1,SERVER,TRUE,2024-01-02T03:04:05.678Z,12.5\n',
      mapping,
    );
    expect(spans).toMatchObject([
      {
        traceId: 't1',
        name: 'GET "/a", b',
        kind: 'server',
        isError: true,
        startMs: 1_704_164_645_678,
        durationMs: 12.5,
      },
    ]);
  });

  it.each([
    ['ns', '1661140408605250000', 1_661_140_408_605.25],
    ['us', '1661140408605242.5', 1_661_140_408_605.242_5],
    ['ms', '1661140408605.25', 1_661_140_408_605.25],
    ['s', '1661140408.5', 1_661_140_408_500],
  ] as const)('reads times in %s', async (startTimeUnit, text, ms) => {
    const mapping = spanCsvMappingSchema.parse({
      ...{ traceId: 'a', spanId: 'b', service: 'c', operation: 'd', startTime: 'e', endTime: 'e' },
      startTimeUnit,
    });
    const { spans } = await read(`a,b,c,d,e\n1,2,x,y,${text}\n`, mapping);
    expect(spans).toMatchObject([{ startMs: ms, durationMs: 0 }]);
  });

  it.each([
    ['no id', row.replace(traceId, '')],
    ['an id of 10 kB', row.replace(traceId, 'f'.repeat(10_240))],
    ['a time in words', row.replace('1661140408605250000', 'now')],
    ['a negative time', row.replace('1661140408605250000', '-5')],
    ['NaN for a time', row.replace('1661140408616675660', 'NaN')],
    ['too few cells', row.split(',').slice(0, 4).join(',')],
    ['no service', row.replace('frontend-579b9bff58-t2dbm', '')],
  ])('leaves out a row with %s, says which, and takes the others', async (_what, bad) => {
    const { spans, notUnderstood } = await read(`${header}\n${row}\n${bad}\n${row}\n`);
    expect(spans).toHaveLength(2);
    expect(notUnderstood).toMatchObject([{ place: 'input:3', count: 1 }]);
  });

  it('names the column that is lacking, and those that are there', async () => {
    await expect(read('a,b\n1,2\n')).rejects.toThrow(
      /input, line 1: found the columns a, b; accepted: the columns of Nezha .* or a mapping of columns/,
    );
    const mapping = {
      ...spanCsvMappingSchema.parse({
        ...{ traceId: 'a', spanId: 'b', service: 'svc', operation: 'a', startTime: 'a', endTime: 'a' },
        startTimeUnit: 'ns',
      }),
    };
    await expect(read('a,b\n1,2\n', mapping)).rejects.toThrow(
      /accepted: a column "svc", which the mapping names for service/,
    );
  });

  it('takes a quotation mark within a cell for itself', async () => {
    const { spans, notUnderstood } = await read(`${header}\n${row.replace('GetProduct', 'Get"Product"')}\n${row}\n`);
    expect(spans.map(({ name }) => name)).toEqual(['Get"Product"', 'GetProduct']);
    expect(notUnderstood).toEqual([]);
  });

  it('ends at a quote that is never closed', async () => {
    await expect(read(`${header}\n${row}\n"${'x'.repeat(3_000_000)}`)).rejects.toMatchObject({
      code: 'input-malformed',
    });
    await expect(read(`${header}\n"never closed`)).rejects.toThrow(/found a quote that is not closed/);
  });

  it('says what is wrong with a mapping', () => {
    const { error } = spanCsvMappingSchema.safeParse({ traceId: 'a', spanId: '', startTimeUnit: 'hours', more: 1 });
    expect(error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual(
      expect.arrayContaining([
        ['spanId', 'too_small'],
        ['operation', 'invalid_type'],
        ['startTimeUnit', 'invalid_value'],
        ['', 'unrecognized_keys'],
      ]),
    );
  });
});
