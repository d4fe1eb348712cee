import { describe, expect, it } from '@jest/globals';
import { allowedDisruptions, isEvictable } from './disruption-budget.ts';

describe('allowed disruptions', () => {
  it.each([
    [undefined, 3, 3, Infinity],
    [{ minAvailable: { count: 2 } }, 3, 3, 1],
    [{ minAvailable: { count: 2 } }, 2, 2, 0],
    [{ minAvailable: { share: 0.5 } }, 3, 3, 1],
    [{ maxUnavailable: { share: 0.25 } }, 3, 3, 1],
    [{ maxUnavailable: { count: 0 } }, 5, 5, 0],
    [{ maxUnavailable: { count: 1 } }, 3, 2, 0],
    [{ maxUnavailable: { count: 1 } }, 3, 1, -1],
  ])('under %j with %d wanted and %d ready are %d', (budget, desired, healthy, allowed) => {
    expect(allowedDisruptions(budget, desired, healthy)).toBe(allowed);
  });
});

describe('an eviction', () => {
  it.each([
    [1, true, true],
    [0, true, false],
    [0, false, true],
    [-1, false, false],
  ])('with %d allowed disruptions of one that is ready (%s) is allowed: %s', (allowed, isReady, isAllowed) => {
    expect(isEvictable(allowed, isReady)).toBe(isAllowed);
  });
});
