import { describe, expect, it } from '@jest/globals';
import { allBusyRatio, waitsLongerRatio } from './waiting.ts';

describe('allBusyRatio', () => {
  it('is the load itself for one server, and the textbook values of Erlang C for several', () => {
    expect(allBusyRatio(1, 0.7)).toBeCloseTo(0.7, 12);
    // 2 servers, load 1: C = 1/3.
    expect(allBusyRatio(2, 1)).toBeCloseTo(1 / 3, 12);
    // 10 servers, load 8: tables give 0.409.
    expect(allBusyRatio(10, 8)).toBeCloseTo(0.409, 3);
    expect(allBusyRatio(8, 8)).toBe(1);
  });

  it('stays a ratio for hundreds of servers', () => {
    const ratio = allBusyRatio(500, 480);
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeLessThan(1);
  });
});

describe('waitsLongerRatio', () => {
  const station = { workers: 1, arrivalsPerSecond: 5, meanServiceMs: 100, squaredVariation: 1 };

  it('is exact for one server and exponential times: 0.5 exp(-(10 - 5) t)', () => {
    expect(waitsLongerRatio(station, 200)).toBeCloseTo(0.5 * Math.exp(-1), 12);
    expect(waitsLongerRatio(station, 0)).toBeCloseTo(0.5, 12);
  });

  it('grows with the variation of service times and with the load, and is certain beyond it', () => {
    expect(waitsLongerRatio({ ...station, squaredVariation: 4 }, 200)).toBeGreaterThan(waitsLongerRatio(station, 200));
    expect(waitsLongerRatio({ ...station, arrivalsPerSecond: 9 }, 200)).toBeGreaterThan(waitsLongerRatio(station, 200));
    expect(waitsLongerRatio({ ...station, arrivalsPerSecond: 10 }, 200)).toBe(1);
  });
});
