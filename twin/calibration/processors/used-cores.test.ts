import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import { factOf, factOfInstance } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import { usedCores } from './index.ts';

type Series = AttributeValueOf<'series'>[number];

const series = (metric: string, mean: number, over: Partial<Series> = {}): Series => ({
  metric,
  statistic: 'per-second',
  points: 25,
  firstMs: 0,
  lastMs: 100_000,
  mean,
  standardDeviation: 0.05,
  min: mean,
  max: mean,
  p50: mean,
  p95: mean,
  last: mean,
  ...over,
});

const used = (...facts: readonly FoundFact[]) =>
  usedCores(new EstateView({ components: [{ name: 'web', kind: 'service' }], facts }), 'web');

const moment = (instance: string, cpuCores: number): FoundFact =>
  factOfInstance('web', instance, 'usage', { cpuCores });

describe('usedCores', () => {
  it('adds up processor seconds of all instances, in user and in system time', () => {
    const found = used(
      factOf('web', 'series', [
        series('process.cpu.time', 0.2, { instance: 'a', labels: { 'cpu.mode': 'user' } }),
        series('process.cpu.time', 0.05, { instance: 'a', labels: { 'cpu.mode': 'system' } }),
        series('process.cpu.time', 0.25, { instance: 'b' }),
        series('process.cpu.utilization', 0.5, { statistic: 'value' }),
      ]),
      moment('a', 0.9),
    )!;
    expect(found.cores).toBeCloseTo(0.5, 9);
    // Three series, each with a standard error of 0.05 / 5.
    expect(found.errorRatio).toBeCloseTo((0.01 * Math.sqrt(3)) / 0.5, 9);
    expect(found.count).toBe(75);
  });

  it('prefers what a container used, which is what its limit is about', () => {
    const all = factOf('web', 'series', [
      series('process.cpu.time', 0.2),
      series('container_cpu_usage_seconds_total', 0.3),
    ]);
    expect(used(all)?.cores).toBeCloseTo(0.3, 9);
  });

  it('takes one moment where nobody counted, and trusts it less', () => {
    expect(used(moment('a', 0.25), moment('b', 0.5))).toEqual({ cores: 0.75, errorRatio: 0.25, count: 2 });
    expect(
      used(factOf('web', 'series', [series('process.cpu.time', 0.2, { points: 1 })]), moment('a', 0.5))?.cores,
    ).toBe(0.5);
  });

  it('says nothing where nobody measured', () => {
    expect(used()).toBeUndefined();
  });
});
