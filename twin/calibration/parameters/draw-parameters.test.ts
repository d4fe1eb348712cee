import { describe, expect, it } from '@jest/globals';
import { bestGuess, drawParameters } from './index.ts';
import type { Parameter } from './index.ts';

const parameter = (over: Partial<Parameter>): Parameter => ({
  kind: 'work',
  of: 'web/GET /',
  value: { best: 10, low: 8, high: 14 },
  source: 'trace',
  count: 100,
  because: '',
  ...over,
});

const draws = (one: Parameter, runs = 4_000): readonly number[] =>
  Array.from({ length: runs }, (_, run) => drawParameters([one], 1, run)(one.kind, one.of)!);

describe('drawParameters', () => {
  it('has half of the values at either side of the best guess and 95 % between the bounds', () => {
    const values = draws(parameter({}));
    const share = (holds: (value: number) => boolean): number => values.filter(holds).length / values.length;
    expect(Math.abs(share((value) => value < 10) - 0.5)).toBeLessThan(0.03);
    expect(Math.abs(share((value) => value < 8) - 0.025)).toBeLessThan(0.01);
    expect(Math.abs(share((value) => value > 14) - 0.025)).toBeLessThan(0.01);
  });

  it('takes every value of a prior, and none beyond it', () => {
    const values = draws(
      parameter({ kind: 'processor-share', source: 'prior', value: { best: 0.5, low: 0, high: 1 } }),
    );
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
    for (const from of [0, 0.25, 0.5, 0.75]) {
      const share = values.filter((value) => value >= from && value < from + 0.25).length / values.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(0.03);
    }
  });

  it('never leaves what a share or a number of servers can be', () => {
    const wide = { best: 0.9, low: 0.2, high: 1 };
    for (const value of draws(parameter({ kind: 'processor-share', value: wide })))
      expect(value).toBeLessThanOrEqual(1);
    for (const value of draws(parameter({ kind: 'servers', value: { best: 4, low: 2, high: 6 } }))) {
      expect(Number.isInteger(value)).toBe(true);
    }
  });

  it('draws the same for the same run, and no other values where there is one parameter more', () => {
    const [one, other] = [parameter({}), parameter({ of: 'web/POST /' })];
    const alone = drawParameters([one], 'seed', 7)('work', one.of);
    expect(drawParameters([other, one], 'seed', 7)('work', one.of)).toBe(alone);
    expect(drawParameters([one], 'seed', 8)('work', one.of)).not.toBe(alone);
  });

  it('has the best guess of what is known', () => {
    expect(bestGuess([parameter({})])('work', 'web/GET /')).toBe(10);
    expect(bestGuess([])('work', 'web/GET /')).toBeUndefined();
  });
});
