import { describe, expect, it } from '@jest/globals';
import { samplingWeight } from './sampling-weight.ts';

describe('samplingWeight', () => {
  it.each([
    ['ot=th:0', '0', 1],
    ['ot=th:8', '8', 2],
    ['ot=th:c', 'c', 4],
    ['ot=rv:1234567890abcd;th:e6666666666666', 'e6666666666666', 10],
    ['vendor=x, ot=th:fd70a4;x:1 ,other=y', 'fd70a4', 100],
    ['ot=th:ffffffffffffff', 'ffffffffffffff', 2 ** 30],
  ])('reads %s', (state, threshold, adjustedCount) => {
    const read = samplingWeight(state);
    expect(read.threshold).toBe(threshold);
    expect(Math.abs(read.adjustedCount / adjustedCount - 1)).toBeLessThan(0.001);
  });

  it.each([
    undefined,
    '',
    'ot=rv:ab',
    'ot=th:',
    'ot=th:xyz',
    'ot=th:123456789012345',
    'xot=th:8',
    `ot=th:8${' '.repeat(9_000)}`,
  ])('does not know %j', (state) => expect(samplingWeight(state)).toEqual({ threshold: undefined, adjustedCount: 1 }));
});
