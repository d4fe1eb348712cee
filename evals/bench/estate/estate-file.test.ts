import { describe, expect, it } from '@jest/globals';
import { readModelFile, simulate } from '../../../twin/model/index.ts';
import { createRandom, RegisteredError } from '../../../src/kernel/index.ts';
import { makeEstate } from './estate-file.ts';
import { leastComponents, planEstate } from './estate-plan.ts';
import type { PlannedOperation } from './estate-plan.ts';
import { callRates, operationRates } from './estate-rates.ts';

const estate = (components: number, seed = 1) => makeEstate({ components, requestsPerSecond: 200, seed });
const read = (components: number, seed = 1) => readModelFile(JSON.stringify(estate(components, seed).file), 'estate');

function depthOf(operation: PlannedOperation): number {
  return 1 + Math.max(0, ...callRates(operation).map(({ to }) => depthOf(to)));
}

describe('makeEstate', () => {
  it.each([leastComponents, 10, 50, 200, 500])(
    'makes a valid model of %d components, at the rate asked for',
    (count) => {
      const { model, remarks } = read(count);
      expect(remarks).toEqual([]);
      expect(Object.keys(model.components)).toHaveLength(count);
      const perSecond = model.arrivals.map((arrivals) => ('rate' in arrivals ? Number(arrivals.rate) : NaN));
      expect(perSecond.length).toBeGreaterThan(1);
      expect(perSecond.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(200, 9);
    },
  );

  it.each([
    [10, 4],
    [50, 5],
    [500, 5],
  ])('has call trees in %d components that are %d deep at most', (count, depth) => {
    const { entries } = planEstate(count, createRandom(1));
    expect(Math.max(...entries.map(depthOf))).toBe(depth);
    expect(Math.min(...entries.map(depthOf))).toBeGreaterThanOrEqual(3);
  });

  it.each([10, 50])('visits every one of %d components, with as many calls as it says', (count) => {
    const report = simulate(read(count).model, { seed: 1, forMs: 20_000 });
    const visited = new Set(report.operations.filter(({ attempts }) => attempts > 0).map(({ component }) => component));
    expect(visited.size).toBe(count);
    const entries = new Set(report.sources.map(({ operation }) => operation));
    const calls = report.operations
      .filter(({ component, operation }) => !entries.has(`${component}/${operation}`))
      .reduce((sum, { attempts }) => sum + attempts, 0);
    // Of 4,000 requests; those that fail are tried again, or cause fewer calls.
    expect(calls / report.run.requests / estate(count).callsPerRequest).toBeCloseTo(1, 1);
    expect(report.run.requests / 4_000).toBeCloseTo(1, 1);
  });

  it.each([leastComponents, 10, 50, 200, 500])(
    'leads to each of %d components often enough to visit it in a minute',
    (count) => {
      for (const seed of [1, 2, 3]) {
        const plan = planEstate(count, createRandom(seed));
        const rates = operationRates(
          plan,
          plan.entries.map(() => 200 / plan.entries.length),
        );
        for (const { operations } of plan.components) {
          const perMinute = 60 * operations.reduce((sum, operation) => sum + (rates.get(operation) ?? 0), 0);
          // Visits that come by chance stay away from one of so many in fewer than one of 10,000 minutes.
          expect(perMinute).toBeGreaterThan(9.3);
        }
      }
    },
  );

  it('keeps the processors of every component busy for 20 to 60 % of the time', () => {
    const { components } = simulate(read(10).model, { seed: 2, forMs: 60_000 });
    const used = components.flatMap(({ cpu }) => cpu.utilisationOfCoresRatio ?? []);
    expect(used.length).toBe(10);
    // A minute of times that vary: a tenth of slack at either end.
    expect(Math.min(...used)).toBeGreaterThan(0.18);
    expect(Math.max(...used)).toBeLessThan(0.66);
  });

  it('has pools, caches, timeouts, retries, parallel calls and chances in it', () => {
    const { model } = read(50);
    const clients = Object.values(model.components).flatMap((component) => Object.values(component.clients));
    expect(clients.every(({ timeout, latency }) => timeout !== undefined && latency !== undefined)).toBe(true);
    expect(clients.some(({ pool }) => pool !== undefined)).toBe(true);
    expect(clients.some(({ retries }) => retries !== undefined)).toBe(true);
    expect(Object.keys(model.caches).length).toBeGreaterThan(0);
    const text = JSON.stringify(model.components);
    for (const key of ['parallel', 'choose', 'cache']) expect(text).toContain(`"${key}":`);
    expect(new Set(Object.values(model.components).map(({ replicas }) => replicas))).toEqual(new Set([1, 2, 3]));
  });

  it('makes the same estate from the same seed, and another from another', () => {
    expect(estate(20, 3)).toEqual(estate(20, 3));
    expect(estate(20, 3)).not.toEqual(estate(20, 4));
  });

  it('refuses to make one that lacks what every estate has', () => {
    expect(() => estate(leastComponents - 1)).toThrow(RegisteredError);
  });
});
