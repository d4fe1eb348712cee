import { describe, expect, it } from '@jest/globals';
import { processorShare } from './index.ts';

const exactly = (ms: number) => ({ best: ms, low: ms, high: ms });

describe('processorShare', () => {
  it('divides by the utilisation law', () => {
    // 20/s x 30 ms and 10/s x 40 ms are one second of work in each second; a quarter of a core does a quarter of it.
    const found = processorShare(0.25, [
      { perSecond: 20, workMs: exactly(30) },
      { perSecond: 10, workMs: exactly(40) },
    ])!;
    expect(found.share.best).toBeCloseTo(0.25, 9);
    expect(found.share.low).toBeLessThan(0.25);
    expect(found.share.high).toBeGreaterThan(0.25);
    expect(found.otherCores.best).toBe(0);
  });

  it('takes what the work cannot explain for something else', () => {
    const found = processorShare(1.5, [{ perSecond: 10, workMs: exactly(50) }])!;
    expect(found.share).toEqual({ best: 1, low: 1, high: 1 });
    expect(found.otherCores.best).toBeCloseTo(1, 9);
    expect(found.otherCores.low).toBeLessThan(1);
    expect(found.otherCores.high).toBeGreaterThan(1);
  });

  it('says nothing where nothing was asked', () => {
    expect(processorShare(0.2, [])).toBeUndefined();
    expect(processorShare(0.2, [{ perSecond: 0, workMs: exactly(50) }])).toBeUndefined();
  });
});
