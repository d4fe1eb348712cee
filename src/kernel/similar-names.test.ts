import { describe, expect, it } from '@jest/globals';
import { similarNames } from './similar-names.ts';

const names = ['checkout', 'cart', 'payment', 'payment-provider'];

describe('similarNames', () => {
  it('puts names that hold what was typed before those that merely look like it', () => {
    expect(similarNames('PAY', names, 2)).toEqual(['payment', 'payment-provider']);
    expect(similarNames('provider', names, 1)).toEqual(['payment-provider']);
  });

  it('finds a mistyped name, and gives no more than are asked for', () => {
    expect(similarNames('chekout', names, 1)).toEqual(['checkout']);
    expect(similarNames('x', [], 3)).toEqual([]);
  });

  it('answers at once whatever was typed', () => {
    expect(similarNames('x'.repeat(1_000_000), names, 4)).toHaveLength(4);
  });
});
