import { describe, expect, it } from '@jest/globals';
import { runEstates, runMemory } from './run-part.ts';

describe('runEstates', () => {
  it('says for each size what rehearsals took, and how that grows', async () => {
    const measured = await runEstates({ rehearsals: 6, threads: 2, seed: 1 }, [8, 16]);
    expect(measured.estates.map(({ components, rehearsals }) => [components, rehearsals])).toEqual([
      [8, 2],
      [16, 2],
    ]);
    for (const one of measured.estates) {
      // Twice a minute at 200 requests a second, ±10 %.
      expect(one.requests).toBeGreaterThan(20_000);
      expect(one.requests).toBeLessThan(28_000);
      expect(one.callsPerRehearsal * one.rehearsals).toBeCloseTo(one.callsPerRequest * one.requests, 3);
      expect(one.threadMs.lowest).toBeGreaterThan(0);
      expect(one.processorS * 1_000).toBeGreaterThan(one.threadMs.lowest * one.rehearsals);
    }
    expect(measured.growthExponents.calls).not.toBeNull();
  }, 120_000);
});

describe('runMemory', () => {
  it('shows that memory does not grow with the length of a run', async () => {
    const { marks } = await runMemory({ components: 8, minutes: [2, 30], seed: 1 });
    const [early, late] = marks;
    expect(late!.requests).toBeGreaterThan(14 * early!.requests);
    const taken = ({ heapBytes, arrayBytes }: typeof early & object): number => heapBytes + arrayBytes;
    // The timeline has some hundred places more; each request kept would be a third of a million objects.
    expect(taken(late!) - taken(early!)).toBeLessThan(2 * 2 ** 20);
  }, 120_000);
});
