import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate } from '../index.ts';
import type { Model, ModelFile, SimulationReport } from '../index.ts';

const periodMs = 100;

/** 30 ms of work with 13 ms in each period: the request that docs/decisions speaks of. */
const small = (arrivals: ModelFile['arrivals'][number], forTime: string): Model =>
  madeModel({
    components: { web: { operations: { get: [{ cpu: '30ms' }] }, cpu: { limit: '130m' } } },
    arrivals: [arrivals],
    run: { for: forTime },
  });

/** How long it takes, alone, by when in a period it comes. */
function rightMs(sincePeriodMs: number): number {
  // Of the first period only what is left of it, up to the quota; two more are needed where that is not 4 ms.
  const firstMs = Math.min(13, periodMs - sincePeriodMs);
  const fullPeriods = Math.ceil((30 - firstMs) / 13) - 1;
  return periodMs - sincePeriodMs + fullPeriods * periodMs + (30 - firstMs - fullPeriods * 13);
}

const get = ({ operations }: SimulationReport) => operations[0] as SimulationReport['operations'][number];

describe('a request of 30 ms at 130 millicores', () => {
  it('takes exactly 204 ms when it begins with a period', () => {
    const report = simulate(small({ operation: 'web/get', rate: '1/s', spacing: 'even' }, '99.5s'), { seed: 1 });
    expect(get(report).answered).toBe(99);
    expect(get(report).meanMs).toBeCloseTo(204, 6);
    expect(get(report).maxMs).toBeCloseTo(204, 6);
    // Held for 87 ms of each of two periods; it is in the third for 4 ms only.
    expect(report.components[0]?.cpu.throttledMs).toBeCloseTo(99 * 174, 6);
    expect(report.components[0]?.cpu.throttledRatio).toBeCloseTo(2 / 3, 6);
  });

  it.each([0, 10, 50, 86.9, 87.1, 90, 95.9, 96.1, 99])(
    'takes what the fixed lattice of periods leaves it when it comes %d ms after one began',
    (sinceMs) => {
      const report = simulate(small({ operation: 'web/get', at: [`${10_000 + sinceMs}ms`] }, '1m'), { seed: 1 });
      expect(get(report).meanMs).toBeCloseTo(rightMs(sinceMs), 6);
    },
  );

  it('takes from 117 to 204 ms, 158.3 on average, when it comes at any time', () => {
    expect(rightMs(0)).toBe(204);
    expect(rightMs(90)).toBe(117);
    // So seldom that one in 600 overlaps another, which adds a quarter of a millisecond.
    const report = simulate(small({ operation: 'web/get', rate: '0.01/s' }, '2000000s'), { seed: 1 });
    expect(get(report).answered).toBeGreaterThan(19_000);
    // A standard deviation of 28 ms over 19,000 requests: four standard errors are 0.8 ms.
    expect(Math.abs((get(report).meanMs ?? NaN) - 158.3)).toBeLessThan(1.1);
    const phases = Array.from({ length: 1_000 }, (_, at) => rightMs((at + 0.5) / 10));
    expect(phases.reduce((sum, one) => sum + one, 0) / phases.length).toBeCloseTo(158.3, 1);
    expect(Math.min(...phases)).toBeCloseTo(117, 6);
  });
});

describe('a quota', () => {
  const threads = (limit: number, load: number, cpu: object): Model =>
    madeModel({
      components: { web: { operations: { get: [{ cpu: { exponential: '20ms' } }] }, workers: 8, cpu } },
      arrivals: [{ operation: 'web/get', rate: `${(load * limit) / 0.02}/s` }],
      run: { for: '1h', warmUp: '10s' },
    });

  // From an independent simulation of the same idealised bucket, single runs without intervals: hence the tolerance. Its
  // throttled share is of all periods, idle ones too, and is therefore compared where hardly any period is idle.
  it.each([
    [0.5, 0.3, 15, 111, 233, undefined],
    [0.5, 0.5, 18, 178, 388, undefined],
    [1, 0.3, 14, 65, 115, undefined],
    [1, 0.5, 15, 85, 165, 0.157],
    [1, 0.7, 19, 158, 299, 0.377],
    [2, 0.3, 14, 60, 93, 0.009],
    [2, 0.7, 16, 81, 151, 0.259],
  ])('of %d cores at a load of %d holds requests as an independent simulation does', (limit, load, ...right) => {
    const report = simulate(threads(limit, load, { limit }), { seed: 1, requests: 50_000 });
    const [p50Ms, p95Ms, p99Ms, throttledRatio] = right;
    expect(Math.abs((get(report).p50Ms ?? NaN) / (p50Ms ?? NaN) - 1)).toBeLessThan(0.06);
    expect(Math.abs((get(report).p95Ms ?? NaN) / (p95Ms ?? NaN) - 1)).toBeLessThan(0.1);
    expect(Math.abs((get(report).p99Ms ?? NaN) / (p99Ms ?? NaN) - 1)).toBeLessThan(0.2);
    if (throttledRatio !== undefined)
      expect(Math.abs((report.components[0]?.cpu.throttledRatio ?? NaN) - throttledRatio)).toBeLessThan(0.02);
  });

  it('lets most requests through faster than as many cores would, shared', () => {
    const quota = get(simulate(threads(1, 0.5, { limit: 1 }), { seed: 1, requests: 50_000 }));
    const cores = get(simulate(threads(1, 0.5, { cores: 1 }), { seed: 1, requests: 50_000 }));
    expect((quota.p50Ms ?? NaN) / (cores.p50Ms ?? NaN)).toBeLessThan(0.75);
    expect((quota.p95Ms ?? NaN) / (cores.p95Ms ?? NaN)).toBeLessThan(0.75);
  });

  it('that is used up exactly holds whoever comes in the rest of the period, and nobody else', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: '50ms' }] }, cpu: { limit: '500m' } } },
      arrivals: [{ operation: 'web/get', at: ['0ms', '60ms', '250ms'] }],
      run: { for: '1s' },
    });
    const report = simulate(model, { seed: 1 });
    // 50 ms; 40 ms held and 50 ms of work, all of the next quota; 50 ms.
    expect(get(report).meanMs).toBeCloseTo((50 + 90 + 50) / 3, 9);
    expect(report.components[0]?.cpu.throttledMs).toBeCloseTo(40, 9);
  });

  it('is never passed, however much is asked', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: { exponential: '20ms' } }] }, queue: 50, cpu: { limit: 0.7 } } },
      arrivals: [{ operation: 'web/get', users: 40 }],
      run: { for: '99.95s' },
    });
    const { cpu } = simulate(model, { seed: 1 }).components[0] as SimulationReport['components'][number];
    // A thousand periods' quota, of which the last is not quite over.
    expect(cpu.utilisationOfLimitRatio).toBeCloseTo(100 / 99.95, 6);
    expect(cpu.throttledRatio).toBe(1);
  });
});

describe('a processor that is shared', () => {
  it('goes on after days, when the clock shows no less than a hundredth of a microsecond', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: { exponential: '10ms' } }] }, cpu: { cores: 1 } } },
      arrivals: [{ operation: 'web/get', rate: '60/s', from: '1000h' }],
      run: { for: '1001h' },
    });
    const report = simulate(model, { seed: 1, requests: 20_000 });
    expect(get(report).answered).toBe(20_000);
    expect(get(report).meanMs).toBeGreaterThan(20);
    expect(get(report).meanMs).toBeLessThan(30);
  });
});
