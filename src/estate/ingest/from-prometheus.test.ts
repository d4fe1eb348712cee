import { describe, expect, it } from '@jest/globals';
import type { PrometheusReading } from '../../../connectors/prometheus/index.ts';
import { findingsOfPrometheus } from './from-prometheus.ts';

type Labels = PrometheusReading['series'][number]['labels'];

function findings(...labels: Labels[]): ReturnType<typeof findingsOfPrometheus> {
  const content: PrometheusReading = {
    version: undefined,
    fromMs: 0,
    toMs: 1_000,
    stepMs: 500,
    rateWindowMs: 500,
    jobs: [],
    histograms: [],
    ruleGroups: [],
    series: labels.map((one) => ({
      signal: 'latency',
      unit: 'ms',
      family: 'f',
      metric: 'm',
      quantile: 0.999,
      labels: one,
      points: [
        { atMs: 0, value: 10 },
        { atMs: 500, value: 30 },
      ],
    })),
  };
  const coverage = { read: {}, notUnderstood: [] };
  return findingsOfPrometheus({
    collector: 'prometheus',
    place: 'http://prometheus:9090',
    sha256: 'p'.repeat(64),
    asOfMs: 1_000,
    content,
    coverage,
  });
}

describe('findingsOfPrometheus', () => {
  it('keeps namesakes of two namespaces apart', () => {
    const { sightings, facts } = findings(
      { service: 'api', namespace: 'dev' },
      { service: 'api', namespace: 'prod' },
      { service: 'api', namespace: 'prod', pod: 'api-0' },
    );
    expect(sightings.map(({ key, group }) => [key, group])).toEqual([
      ['dev/api', 'dev'],
      ['prod/api', 'prod'],
    ]);
    expect(sightings[1]?.names).toContainEqual({ scheme: 'pod', value: 'api-0' });
    expect(facts.map(({ value }) => (value as unknown[]).length)).toEqual([1, 2]);
  });

  it('names the component of a pod without what its controller drew, and sums up each series', () => {
    const { sightings, facts } = findings({ pod: 'cart-6c5b9f7d4-x2v8k' }, { job: 'shop/pay' });
    expect(sightings.map(({ key }) => key)).toEqual(['cart', 'pay']);
    expect(facts[0]?.value).toMatchObject([{ statistic: 'latency p99.9', points: 2, mean: 20, max: 30, last: 30 }]);
  });

  it('counts series that name nobody', () => {
    const { sightings, coverage } = findings({ instance: '10.0.0.1:80' }, { container: 'POD' });
    expect(sightings).toEqual([]);
    expect(coverage.notUnderstood).toMatchObject([{ what: 'series whose labels name no component', count: 2 }]);
  });
});
