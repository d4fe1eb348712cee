import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { drawLatencyMs } from './behaviour.ts';

describe('the latency of the provider', () => {
  it('is log-normal with the stated median and spread', () => {
    const random = createRandom(11);
    const behaviour = { latencyMs: 80, latencyJitter: 0.5, addedLatencyMs: 0, errorRatio: 0 };
    const logarithms = Array.from({ length: 20_000 }, () => Math.log(drawLatencyMs(behaviour, random) / 80));
    const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length;
    const deviation = Math.sqrt(logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / logarithms.length);
    const beyondP95 = logarithms.filter((value) => value > 0.5 * 1.645).length / logarithms.length;
    // Bounds of more than four standard errors at this count.
    expect(Math.abs(mean)).toBeLessThan(0.015);
    expect(Math.abs(deviation - 0.5)).toBeLessThan(0.011);
    expect(Math.abs(beyondP95 - 0.05)).toBeLessThan(0.007);
  });

  it('is constant without jitter, with what is added', () => {
    const behaviour = { latencyMs: 42, latencyJitter: 0, addedLatencyMs: 100, errorRatio: 0 };
    expect(drawLatencyMs(behaviour, createRandom(1))).toBe(142);
  });
});
