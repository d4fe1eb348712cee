import { describe, expect, it } from '@jest/globals';
import { makeBill } from './bill.ts';

const prices = [
  { productId: 1, priceCents: 1_000, stock: 100 },
  { productId: 2, priceCents: 333, stock: 100 },
  { productId: 3, priceCents: 50, stock: 1 },
];

describe('the bill', () => {
  it('adds up lines, the discount for ten of a kind, and tax on what is left', () => {
    const bill = makeBill(
      [
        { productId: 1, quantity: 10 },
        { productId: 2, quantity: 1 },
      ],
      prices,
      0.19,
    );
    expect(bill).toMatchObject({ netCents: 10_333, discountCents: 500, taxCents: 1_868, totalCents: 11_701 });
  });

  it('names what is unknown or sold out', () => {
    const cart = [1, 3, 4].map((productId) => ({ productId, quantity: 2 }));
    expect(makeBill(cart, prices, 0)).toEqual({ unavailable: [3, 4] });
  });

  it('has a fingerprint that changes with what was bought', () => {
    const fingerprints = [1, 2].map((quantity) => makeBill([{ productId: 1, quantity }], prices, 0));
    expect(fingerprints[0]).not.toEqual(fingerprints[1]);
    expect(fingerprints[0]).toEqual(makeBill([{ productId: 1, quantity: 1 }], prices, 0));
  });
});
