import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fact } from '../facts/index.ts';
import { freshnessAfter, freshnessOf } from './freshness.ts';

const hourMs = 3_600_000;
const nowMs = 100 * hourMs;

const fact = (component: string | null, attribute: Fact['attribute'], reading: string): Fact => ({
  subject: component === null ? { kind: 'estate' } : { kind: 'component', component },
  attribute,
  value: null,
  method: 'captured',
  collector: 'docker',
  reading,
});

const readings = [
  { collector: 'docker', sha256: 'old', asOfMs: nowMs - 12 * hourMs },
  { collector: 'docker', sha256: 'new', asOfMs: nowMs - hourMs },
  { collector: 'docker', sha256: 'ahead', asOfMs: nowMs + hourMs },
  // Another collector's reading of the same bytes is another reading.
  { collector: 'traces', sha256: 'new', asOfMs: 0 },
] as const;

describe('freshnessAfter', () => {
  it('is 1 at once, a half after a half-life, a quarter after two, and never more than 1', () => {
    expect([0, 1, 2, -5].map((age) => freshnessAfter(age * hourMs, hourMs))).toEqual([1, 0.5, 0.25, 1]);
  });

  it('falls with age and rises with the half-life', () => {
    const amount = fc.double({ min: 1, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, (ageMs, moreMs, halfLifeMs) => {
        expect(freshnessAfter(ageMs + moreMs, halfLifeMs)).toBeLessThanOrEqual(freshnessAfter(ageMs, halfLifeMs));
        expect(freshnessAfter(ageMs, halfLifeMs + moreMs)).toBeGreaterThanOrEqual(freshnessAfter(ageMs, halfLifeMs));
      }),
    );
  });
});

describe('freshnessOf', () => {
  it('counts the facts of each component and kind, and ages them by the oldest', () => {
    const facts = [fact('cart', 'series', 'new'), fact('cart', 'series', 'old'), fact('cart', 'image', 'new')];
    expect(freshnessOf(facts, readings, nowMs)).toMatchObject([
      { component: 'cart', kind: 'configuration', facts: 1, oldestMs: hourMs, freshness: 2 ** (-1 / 168) },
      // Six hours are the half-life of traffic.
      { component: 'cart', kind: 'traffic', facts: 2, oldestMs: 12 * hourMs, halfLifeMs: 6 * hourMs, freshness: 0.25 },
    ]);
  });

  it('puts the estate itself first, and takes a clock that is ahead for now', () => {
    const rows = freshnessOf([fact('', 'image', 'new'), fact(null, 'engine', 'ahead')], readings, nowMs);
    expect(rows).toMatchObject([
      { component: null, oldestMs: 0, freshness: 1 },
      { component: '', oldestMs: hourMs },
    ]);
  });

  it('leaves out facts whose reading nobody knows the age of', () => {
    expect(freshnessOf([fact('cart', 'image', 'unknown')], readings, nowMs)).toEqual([]);
  });
});
