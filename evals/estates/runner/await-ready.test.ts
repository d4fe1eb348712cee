import { describe, expect, it } from '@jest/globals';
import { createArrivals } from './await-ready.ts';

describe('createArrivals', () => {
  it('is quiet only once nothing is coming, and counts from then', () => {
    let nowMs = 0;
    const arrivals = createArrivals(() => nowMs);
    arrivals.coming('database');
    arrivals.coming('catalogue');
    nowMs = 20_000;
    // The catalogue's checks have failed for want of the database.
    arrivals.settled('catalogue');
    expect(arrivals.quietForMs()).toBe(0);
    nowMs = 40_000;
    arrivals.settled('database');
    nowMs = 43_000;
    expect(arrivals.quietForMs()).toBe(3_000);
    // Told again at every look, it does not count as news.
    arrivals.settled('catalogue');
    expect(arrivals.quietForMs()).toBe(3_000);
    arrivals.coming('catalogue');
    expect(arrivals.quietForMs()).toBe(0);
  });
});
