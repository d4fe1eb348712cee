import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { startSimulation } from './simulation.ts';

const model = madeModel({
  components: { web: { operations: { get: [{ wait: { exponential: '20ms' } }] } } },
  arrivals: [{ operation: 'web/get', rate: '50/s' }],
  timeline: [{ at: '60s', fault: 'latency', component: 'web', delay: '100ms', for: '30s' }],
  run: { for: '120s', warmUp: '10s' },
});

describe('what a run counts between two marks', () => {
  const simulation = startSimulation(model, { seed: 1 });
  const marks = [10_000, 60_000, 90_000, 120_000].map((atMs) => {
    simulation.runUntil(atMs);
    return simulation.mark();
  });
  const windows = marks.slice(1).map((to, at) => simulation.between(marks[at]!, to)[0]!);

  it('is of that time alone', () => {
    expect(windows.map(({ p50Ms }) => Math.round((p50Ms ?? 0) / 10))).toEqual([1, 11, 1]);
    for (const { perSecond } of windows) expect(Math.abs(perSecond / 50 - 1)).toBeLessThan(0.15);
  });

  it('adds up to what the whole run counts', () => {
    const [whole] = simulation.report().operations;
    expect(windows.reduce((sum, { answered }) => sum + answered, 0)).toBe(whole?.answered);
    expect(simulation.between(marks[0]!, marks[3]!)[0]).toMatchObject({ p95Ms: whole?.p95Ms, p99Ms: whole?.p99Ms });
  });

  it('is nothing where no time passes', () => {
    expect(simulation.between(marks[1]!, marks[1]!)).toMatchObject([
      { answered: 0, failed: 0, perSecond: 0, errorRatio: null, p50Ms: null },
    ]);
  });
});
