import { existsSync, readdirSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { openInput } from '../../../connectors/files/index.ts';
import { readSpans } from '../../../connectors/trace-files/index.ts';
import { itWhere } from '../../../testing/it-where.ts';
import { CoverageCount } from '../../kernel/index.ts';
import { createTraceAggregator } from './aggregator.ts';
import type { TraceSummary } from './trace-summary.ts';

const data = '../shared/data';
const isThere = existsSync(data);
const itReads = itWhere(isThere, 'no shared data');

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(`${data}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${data}/${folder}/${file}`)
    .sort();
}

async function summaryOf(files: readonly string[]): Promise<TraceSummary> {
  const aggregator = createTraceAggregator();
  for (const file of files) {
    await readSpans(await openInput(file), {
      onSpans: (spans) => aggregator.add(spans),
      coverage: new CoverageCount(),
    });
  }
  return aggregator.finish();
}

function callsBetween({ edges }: TraceSummary): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { caller, callee, calls: counted } of edges) {
    const key = `${caller.component} > ${callee.component}`;
    calls.set(key, (calls.get(key) ?? 0) + counted.count);
  }
  return calls;
}

describe('createTraceAggregator, on real traces', () => {
  itReads(
    "finds Online Boutique's ten services and the calls that its manifests document, from Nezha's spans alone",
    async () => {
      const files = filesIn('nezha/online-boutique/2022-08-23', 'trace.csv.gz');
      expect(files.length).toBeGreaterThan(10);
      const summary = await summaryOf(files);
      const services = summary.components.filter(({ kind }) => kind === 'service').map(({ id }) => id);
      expect(services).toEqual([
        'adservice',
        'cartservice',
        'checkoutservice',
        'currencyservice',
        'emailservice',
        'frontend',
        'paymentservice',
        'productcatalogservice',
        'recommendationservice',
        'shippingservice',
      ]);
      // What the manifests' *_SERVICE_ADDR name. One more is named there, checkoutservice > currencyservice: none of its
      // calls left a span on the other side, in any file, and the caller's span is named for the caller's own service.
      expect([...callsBetween(summary).keys()]).toEqual([
        'adservice > database:addatabase',
        'checkoutservice > cartservice',
        'checkoutservice > emailservice',
        'checkoutservice > paymentservice',
        'checkoutservice > productcatalogservice',
        'checkoutservice > shippingservice',
        'frontend > adservice',
        'frontend > cartservice',
        'frontend > checkoutservice',
        'frontend > currencyservice',
        'frontend > productcatalogservice',
        'frontend > recommendationservice',
        'frontend > shippingservice',
        'recommendationservice > productcatalogservice',
      ]);
      const frontend = summary.components.find(({ id }) => id === 'frontend');
      expect(frontend?.operations.map(({ template }) => template)).toEqual(['hipstershop.Frontend/Recv.']);
      expect(frontend?.rootCount).toBe(summary.quality.traces);
      expect(summary.quality).toMatchObject({ orphans: 0, cycles: 0, lateSpans: 0 });
    },
    120_000,
  );

  itReads(
    "finds Train Ticket's services behind its gateway",
    async () => {
      const summary = await summaryOf(filesIn('nezha/train-ticket/2023-01-29', 'trace.csv.gz'));
      const services = summary.components.filter(({ kind }) => kind === 'service');
      expect(services.length).toBeGreaterThan(20);
      expect(services.every(({ id }) => /^ts-[a-z0-9-]+-(?:service|dashboard|mongo)$/.test(id))).toBe(true);
      expect(callsBetween(summary).get('ts-gateway-service > ts-preserve-service')).toBeGreaterThan(0);
      expect(services.filter(({ rootCount }) => rootCount > 0).map(({ id }) => id)).toContain('ts-gateway-service');
      // The seats of a train are asked for one carriage after another: hundreds of calls in one request.
      const left = services.find(({ id }) => id === 'ts-travel-service')?.operations ?? [];
      expect(left.every(({ template }) => !/\/[0-9a-f]{8}-/.test(template))).toBe(true);
    },
    120_000,
  );

  itReads('tells the halves of shared spans apart (Zipkin)', async () => {
    const yelp = await summaryOf([`${data}/zipkin-lens-testdata/yelp.json`]);
    expect(yelp.quality).toMatchObject({ traces: 1, cycles: 0 });
    const shared = yelp.edges.filter(({ answered }) => answered > 0);
    expect(shared.map(({ caller, callee }) => `${caller.component} > ${callee.component}`)).toEqual([
      'mobile_api > spectre',
      'unknown > yelp_main/api_proxy',
      'yelp-main > mobile_api',
    ]);
    const named = yelp.components.filter(({ seenBy }) => seenBy === 'callers').map(({ id }) => id);
    expect(named).toEqual(['cache:memcache', 'database:mysql', 'external:blt']);
  });

  itReads('follows a message through its queue (Zipkin)', async () => {
    const calls = callsBetween(await summaryOf([`${data}/zipkin-lens-testdata/messaging.json`]));
    expect(Object.fromEntries(calls)).toEqual({ 'frontend > queue:backend': 1, 'queue:backend > backend': 1 });
  });

  itReads('reads every other trace file there is, and counts all of its spans', async () => {
    const files = [
      ...filesIn('zipkin-lens-testdata', '.json'),
      ...filesIn('crisp-testcases', '.json'),
      ...filesIn('jaeger-ui-fixtures', '.json').filter((file) => /trace/i.test(file)),
      `${data}/otlp-proto-examples/trace.json`,
    ];
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const summary = await summaryOf([file]);
      expect({ file, spans: summary.quality.spans }).not.toEqual({ file, spans: 0 });
      expect(summary.components.length).toBeGreaterThan(0);
      expect(JSON.stringify(summary)).not.toContain('null');
    }
  });
});
