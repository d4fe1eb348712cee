import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { createTtlCache } from './ttl-cache.ts';

describe('the cache', () => {
  it('forgets what is too old', async () => {
    const clock = createManualClock();
    const cache = createTtlCache<string>(10, 1_000, clock);
    cache.set('a', 'apple');
    await clock.advance(999);
    expect(cache.get('a')).toBe('apple');
    await clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
  });

  it('holds no more than it may, and gives up what was written longest ago', () => {
    const cache = createTtlCache<string>(2, 1_000, createManualClock());
    cache.set('a', 'apple');
    cache.set('b', 'beet');
    cache.set('a', 'apricot');
    cache.set('c', 'chard');
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['apricot', undefined, 'chard']);
  });

  it('holds nothing at capacity 0', () => {
    const cache = createTtlCache<string>(0, 1_000, createManualClock());
    cache.set('a', 'apple');
    expect(cache.get('a')).toBeUndefined();
  });
});
