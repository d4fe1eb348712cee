import { describe, expect, it } from '@jest/globals';
import { meanOf } from '../../../twin/model/format/index.ts';
import type { Distribution } from '../../../twin/model/format/index.ts';
import { scaled } from './scaled.ts';

const families: readonly Distribution[] = [
  12,
  { exponential: 5 },
  { uniform: { from: 2, to: 6 } },
  { lognormal: { mean: 7, cv: 1.2 } },
  { erlang: { mean: 4, shape: 3 } },
  { hyperexponential: { mean: 9, cv: 1.5 } },
  { pareto: { from: 1, shape: 1.5, to: 100 } },
  { samples: [1, 2, 9] },
  {
    quantiles: [
      [0, 1],
      [0.5, 4],
      [1, 30],
    ],
  },
];

describe('scaled', () => {
  it.each(families.map((family) => [JSON.stringify(family), family] as const))(
    'multiplies the mean of %s',
    (_, given) => {
      expect(meanOf(scaled(given, 1.7)) / meanOf(given)).toBeCloseTo(1.7, 9);
    },
  );

  it('leaves what a distribution varies by', () => {
    expect(scaled({ lognormal: { mean: 7, cv: 1.2 } }, 2)).toEqual({ lognormal: { mean: 14, cv: 1.2 } });
    expect(scaled({ pareto: { from: 1, shape: 1.5, to: 100 } }, 2)).toEqual({
      pareto: { from: 2, shape: 1.5, to: 200 },
    });
  });
});
