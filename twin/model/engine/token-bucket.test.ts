import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeptConnections } from './kept-connections.ts';
import { TokenBucket } from './token-bucket.ts';

describe('a bucket of tokens', () => {
  it('begins full, and gives no more than its rate afterwards', () => {
    const bucket = new TokenBucket(3, 0.01, 0);
    expect([0, 0, 0, 0].map((atMs) => bucket.take(atMs))).toEqual([true, true, true, false]);
    expect([99, 100, 150, 200].map((atMs) => bucket.take(atMs))).toEqual([false, true, false, true]);
    expect([10_000, 10_000, 10_000, 10_000].map((atMs) => bucket.take(atMs))).toEqual([true, true, true, false]);
  });

  it('never gives more in any time than what it holds and what comes', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1 }), (gapsMs) => {
        const bucket = new TokenBucket(5, 0.02, 0);
        let nowMs = 0;
        const takenMs = gapsMs.map((gapMs) => (nowMs += gapMs)).filter((atMs) => bucket.take(atMs));
        for (const [from, fromMs] of takenMs.entries())
          for (const [to, toMs] of takenMs.entries())
            if (to >= from) expect(to - from + 1).toBeLessThanOrEqual(5 + (toMs - fromMs) * 0.02 + 1e-6);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it('gives every tenth of its tenths, although ten of them are less than one in doubles', () => {
    const bucket = new TokenBucket(1, 0, 0.1);
    expect(bucket.spend()).toBe(true);
    const spent = Array.from({ length: 1_000 }, () => {
      bucket.earn();
      return bucket.spend();
    });
    expect(spent.filter(Boolean)).toHaveLength(100);
  });
});

describe('connections that are kept', () => {
  const kept = (idleMs = 60_000): KeptConnections => new KeptConnections(idleMs, 5_000, 20);

  it('are reset only between the other side closing them and the news of that', () => {
    for (const [idleForMs, isReset] of [
      [4_999, false],
      [5_000, true],
      [5_019, true],
      [5_020, false],
      [50_000, false],
    ] as const) {
      const connections = kept();
      connections.keep(1_000);
      expect(connections.take(1_000 + idleForMs)).toBe(isReset);
    }
  });

  it('are never reset where the caller closes them first', () => {
    const connections = kept(4_000);
    for (const atMs of [0, 4_500, 9_505]) {
      expect(connections.take(atMs)).toBe(false);
      connections.keep(atMs);
    }
  });

  it('are taken last used first, so that the others grow old', () => {
    const connections = kept();
    connections.keep(0);
    connections.keep(4_000);
    expect(connections.take(5_010)).toBe(false);
    expect(connections.take(5_010)).toBe(true);
    expect(connections.take(5_010)).toBe(false);
  });
});
