import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.ts';
import { EdgeBreakers } from './edge-breakers.ts';

const policy = { errors: 0.5, window: 4, openFor: 1_000, probes: 2 };

/** Opens it at 100 ms. */
function opened(): CircuitBreaker {
  const breaker = new CircuitBreaker(policy);
  for (const hasFailed of [false, true, false]) expect(breaker.record(hasFailed, 0, 100)).toBe(false);
  expect(breaker.lets(100)).toBe(true);
  expect(breaker.record(true, 0, 100)).toBe(true);
  return breaker;
}

describe('a circuit breaker', () => {
  it('opens with the share of failures in a full window, not before', () => {
    expect(opened().lets(100)).toBe(false);
    const few = new CircuitBreaker(policy);
    for (const hasFailed of [true, true, true]) few.record(hasFailed, 0, 0);
    expect(few.lets(0)).toBe(true);
  });

  it('forgets what is out of the window', () => {
    const breaker = new CircuitBreaker(policy);
    for (const hasFailed of [true, false, false, false, true, false, false, false, true])
      expect(breaker.record(hasFailed, 0, 0)).toBe(false);
    expect(breaker.record(true, 0, 0)).toBe(true);
  });

  it('lets nothing through until its time is over, and then as many at once as it needs', () => {
    const breaker = opened();
    expect(breaker.lets(1_099.9)).toBe(false);
    expect([breaker.lets(1_100), breaker.lets(1_100), breaker.lets(1_100)]).toEqual([true, true, false]);
    breaker.record(false, 1_100, 1_110);
    // One more success is needed, and one is under way.
    expect(breaker.lets(1_110)).toBe(false);
    breaker.record(false, 1_100, 1_120);
    expect([1, 2, 3, 4, 5].map(() => breaker.lets(1_120))).toEqual([true, true, true, true, true]);
  });

  it('opens again with one failure, for as long', () => {
    const breaker = opened();
    breaker.lets(1_100);
    breaker.record(false, 1_100, 1_110);
    breaker.lets(1_110);
    expect(breaker.record(true, 1_110, 1_150)).toBe(true);
    expect([breaker.lets(2_149), breaker.lets(2_150)]).toEqual([false, true]);
  });

  it('learns nothing from calls of before', () => {
    const breaker = opened();
    expect(breaker.record(true, 99, 1_200)).toBe(false);
    breaker.record(false, 99, 1_200);
    breaker.record(false, 99, 1_200);
    expect([breaker.lets(1_200), breaker.lets(1_200), breaker.lets(1_200)]).toEqual([true, true, false]);
  });

  it('begins with an empty window after it has closed', () => {
    const breaker = opened();
    for (const atMs of [1_100, 1_200]) {
      breaker.lets(atMs);
      breaker.record(false, atMs, atMs);
    }
    for (let failure = 0; failure < 3; failure++) expect(breaker.record(true, 1_300, 1_300)).toBe(false);
    expect(breaker.record(true, 1_300, 1_300)).toBe(true);
  });
});

describe('the breakers of calling instances', () => {
  const fail = (breakers: EdgeBreakers, instance: number): void => {
    for (let call = 0; call < 4; call++) breakers.record(instance, true, 0, 0);
  };

  it('open each by itself, and are counted together', () => {
    const breakers = new EdgeBreakers(policy);
    fail(breakers, 1);
    expect([breakers.lets(1, 0), breakers.lets(2, 0), breakers.opened]).toEqual([false, true, 1]);
    fail(breakers, 2);
    expect(breakers.opened).toBe(2);
    breakers.forget(1);
    expect(breakers.lets(1, 0)).toBe(true);
  });

  it('do as they are told by hand, without a policy too, and begin anew afterwards', () => {
    const breakers = new EdgeBreakers(policy);
    fail(breakers, 1);
    breakers.hold(false);
    expect(breakers.lets(1, 0)).toBe(true);
    breakers.hold(true);
    expect([breakers.lets(1, 1e9), breakers.lets(2, 1e9)]).toEqual([false, false]);
    breakers.hold(undefined);
    expect(breakers.lets(1, 0)).toBe(true);
    const none = new EdgeBreakers(undefined);
    fail(none, 1);
    expect(none.lets(1, 0)).toBe(true);
    none.hold(true);
    expect(none.lets(1, 0)).toBe(false);
  });
});
