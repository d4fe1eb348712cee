import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { spanCsvMappingSchema } from '../span-csv/index.ts';
import { describeInput, recogniseFormat } from './index.ts';

const head = (content: string | Uint8Array) => ({ head: Buffer.from(content as Uint8Array).subarray(0, 2 ** 16) });

describe('recogniseFormat', () => {
  it.each([
    ['otlp-json', '{"resourceSpans": [{"resource": {}'],
    ['otlp-json', '\uFEFF\n  [{"resourceSpans": []}]'],
    ['otlp-json', '{"batches":[{"resource":{"attributes":[]}}]}'],
    ['zipkin-v2', '[{"traceId":"a","parentId":"c","id":"b","kind":"CLIENT"'],
    ['zipkin-v2', '[[{"id":"b","traceId":"a"}]]'],
    ['zipkin-v2', '{"traceId":"a","id":"b"}'],
    ['jaeger', '{"data":[{"processes":{"p1":{"serviceName":"[{\\"x\\": 1}]"}},"traceID":"a"'],
    ['jaeger', '{"traceID":"a","spans":[]}'],
    ['jaeger', '[{"spans":[{"traceID":"a"}]}]'],
    ['span-csv', 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration\n'],
    ['span-csv', 'trace_id,span_id,start\n'],
    ['metric-table', 'microservice,a,b\nmetric,latency,latency\n'],
    ['metric-table', 'Time,TimeStamp,PodName,CpuUsage(m)\n'],
    ['yaml-document', 'services:\n  cart:\n    image: x\n'],
    ['yaml-document', '# a comment\n---\n- a\n'],
    ['yaml-document', '{"services": {"cart": {"image": "x"}}}'],
    [undefined, '[{"parent":"a","child":"b","callCount":1}]'],
    [undefined, '{"resourceMetrics":[{}]}'],
    [undefined, 'a,b,c\n1,2,3\n'],
    [undefined, 'Just some words.\n'],
    [undefined, '[1, 2, 3]'],
    [undefined, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3])],
  ])('takes for %s what begins so', (format, content) => {
    expect(recogniseFormat(head(content))).toBe(format);
  });

  it('knows the columns of a mapping', () => {
    const mapping = spanCsvMappingSchema.parse({
      ...{ traceId: 'a', spanId: 'b', service: 'c', operation: 'd', startTime: 'e', endTime: 'f', startTimeUnit: 'ms' },
    });
    expect(recogniseFormat(head('a,b,c,d,e,f\n'))).toBeUndefined();
    expect(recogniseFormat(head('a,b,c,d,e,f\n'), mapping)).toBe('span-csv');
  });

  it.each([
    ['a JSON list of objects with the keys parent, child', '[{"parent":"a","child":"hunter2"}]'],
    ['an OTLP export of metrics or logs', '{"resourceLogs":[]}'],
    ['a JSON object with the keys password, list', '{"password":"hunter2","list":[{"inner":1}]}'],
    ['a JSON list', '[1, 2'],
    ['CSV with 3 columns', 'a,b,c\n'],
    ['text', 'hunter2\n'],
    ['text in UTF-16', Buffer.from('\uFEFFa', 'utf16le')],
    ['binary data', Buffer.from([1, 2, 3, 0, 5])],
  ])('describes as %s what begins so, without any value', (description, content) => {
    expect(describeInput(head(content))).toBe(description);
  });

  it('ends with some answer, whatever the bytes', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.string({ maxLength: 2_000 }),
      fc.json(),
      fc.string().map((text) => `{"${text}`),
    );
    fc.assert(
      fc.property(anything, (content) => {
        const format = recogniseFormat(head(content));
        expect(format === undefined || typeof format === 'string').toBe(true);
        expect(describeInput(head(content)).length).toBeLessThan(500);
      }),
      { numRuns: 2_000 },
    );
  });

  itWhere(sharedData !== undefined, 'no shared data')('tells real files apart', () => {
    const formats = (pattern: string) => {
      const files = globSync(`${sharedData}/${pattern}`);
      expect(files.length).toBeGreaterThan(0);
      const found = files.map((path) => {
        const bytes = readFileSync(path);
        return recogniseFormat(head(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
      });
      return [...new Set(found)];
    };
    expect(formats('nezha/**/*_trace.csv.gz')).toEqual(['span-csv']);
    expect(formats('nezha/**/metric/*_metric.csv.gz')).toEqual(['metric-table']);
    expect(formats('petshop/**/metrics.csv')).toEqual(['metric-table']);
    expect(formats('petshop/**/target.json')).toEqual(['yaml-document']);
    expect(formats('petshop/**/graph.csv')).toEqual([undefined]);
    expect(formats('zipkin-lens-testdata/*.json')).toEqual(['zipkin-v2']);
    expect(formats('crisp-testcases/**/*.json')).toEqual(['jaeger']);
    expect(formats('jaeger-ui-fixtures/components/TracePage/**/*.json')).toEqual(['jaeger']);
    expect(formats('jaeger-ui-fixtures/components/DependencyGraph/**/*.json')).toEqual([undefined]);
    expect(formats('otlp-proto-examples/trace.json')).toEqual(['otlp-json']);
    expect(formats('otlp-proto-examples/{metrics,logs,events}.json')).toEqual([undefined]);
    expect(formats('{compose-dokploy,compose-awesome}/**/{compose,docker-compose}.y*ml')).toEqual(['yaml-document']);
  });
});
