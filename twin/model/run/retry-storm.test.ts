import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate } from '../index.ts';
import type { ModelFile } from '../index.ts';

const secondsBefore = 60;
const triggerSeconds = 10;
const endSeconds = 300;
const seeds = [1, 2, 3, 4];

/** Room for 200 requests a second, of which 140 come; the trigger takes ten seconds. */
function system(trigger: Partial<ModelFile>, budget: number | undefined, load: object = { rate: '140/s' }) {
  const retries = { attempts: 5, backoff: '100ms', ...(budget === undefined ? {} : { budget }) };
  return madeModel({
    components: {
      api: {
        operations: { get: [{ cpu: { exponential: '10ms' } }] },
        replicas: 2,
        queue: 500,
        cpu: { cores: 1, scheduling: 'fcfs' },
      },
    },
    arrivals: [{ operation: 'api/get', timeout: '1s', retries, ...load } as ModelFile['arrivals'][number]],
    run: { for: `${endSeconds}s` },
    ...trigger,
  });
}

const points = (...pairs: readonly (readonly [number, number])[]): object => ({
  rate: pairs.map(([second, perSecond]) => [`${second}s`, `${perSecond}/s`]),
});

const spike = points(
  [0, 140],
  [secondsBefore, 140],
  [secondsBefore, 420],
  [secondsBefore + triggerSeconds, 420],
  [secondsBefore + triggerSeconds, 140],
  [endSeconds, 140],
);

const fault: Partial<ModelFile> = {
  timeline: [{ at: `${secondsBefore}s`, fault: 'pause', component: 'api', for: `${triggerSeconds}s` }],
};

/** Share of users' requests that failed in spans of seconds, after all tries. */
function failedRatios(model: ReturnType<typeof system>, seed: number): (from: number, to: number) => number {
  const [source] = simulate(model, { seed }).timeline.sources;
  return (from, to) => {
    const sum = (counts: readonly number[] = []): number => counts.slice(from, to).reduce((all, one) => all + one, 0);
    return sum(source?.failed) / sum(source?.ended);
  };
}

describe.each([
  ['a spike of load', system({}, undefined, spike), system({}, 0.1, spike)],
  ['a pause of the service', system(fault, undefined), system(fault, 0.1)],
])('after %s of ten seconds', (_, withoutBudget, withBudget) => {
  it('a system that tries again without bound stays down for minutes, although its load is what it was', () => {
    for (const seed of seeds) {
      const failedRatio = failedRatios(withoutBudget, seed);
      expect(failedRatio(0, secondsBefore)).toBe(0);
      expect(failedRatio(100, 200)).toBeGreaterThan(0.95);
      expect(failedRatio(200, endSeconds)).toBeGreaterThan(0.95);
    }
  });

  it('the same system with a budget for retries is well again within a minute', () => {
    for (const seed of seeds) {
      const failedRatio = failedRatios(withBudget, seed);
      expect(failedRatio(0, secondsBefore)).toBe(0);
      expect(failedRatio(secondsBefore, 75)).toBeGreaterThan(0.5);
      expect(failedRatio(130, endSeconds)).toBeLessThan(0.001);
    }
  });
});

describe('a storm of retries', () => {
  it('is work that nobody waits for: processors are busy all the time, and nearly all that they do is in vain', () => {
    const report = simulate(system({}, undefined, spike), { seed: 1 });
    const [api] = report.operations;
    expect(report.components[0]?.cpu.utilisationOfCoresRatio).toBeGreaterThan(0.9);
    expect(api?.abandoned).toBeGreaterThan(5 * (api?.answered ?? Infinity) * 0.9);
  });
});
