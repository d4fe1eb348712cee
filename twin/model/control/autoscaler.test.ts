import { describe, expect, it } from '@jest/globals';
import { mostAtOnce, wantedByMetric } from './autoscaler.ts';

const seen = (target: number, ready: readonly number[], unready = 0): Parameters<typeof wantedByMetric>[1] => ({
  target,
  ready,
  unready,
});

describe('what a metric calls for', () => {
  it.each([
    ['a third more than wanted', 3, seen(0.6, [0.8, 0.8, 0.8]), 4],
    ['twice the wanted', 2, seen(0.5, [1, 1]), 4],
    ['half of the wanted', 4, seen(0.8, [0.4, 0.4, 0.4, 0.4]), 2],
    [
      'within the tolerance above',
      10,
      seen(
        1,
        Array.from({ length: 10 }, () => 1.1),
      ),
      10,
    ],
    [
      'within the tolerance below',
      10,
      seen(
        1,
        Array.from({ length: 10 }, () => 0.9),
      ),
      10,
    ],
    ['nothing measured', 3, seen(0.5, []), 3],
    ['half of them not ready: those count as idle', 4, seen(0.5, [0.9, 0.9], 2), 4],
    ['half of them not ready, and still too much', 4, seen(0.2, [0.9, 0.9], 2), 9],
    ['less than wanted, some not ready', 4, seen(0.9, [0.3, 0.3, 0.3], 1), 1],
  ])('%s', (_what, current, metric, wanted) => {
    expect(wantedByMetric(current, metric, 0.1)).toBe(wanted);
  });
});

describe('the most at once', () => {
  it('is four more or twice as many', () => {
    expect([1, 4, 5, 100].map(mostAtOnce)).toEqual([5, 8, 10, 200]);
  });
});
