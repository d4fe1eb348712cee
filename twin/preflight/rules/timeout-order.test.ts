import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, factOfOperation, preflightOf } from '../../../testing/made-preflight.ts';
import { timeoutOrder } from './timeout-order.ts';

const policy = factBetween;
const plan = (...called: readonly string[]) =>
  factOfOperation('checkout', 'POST /orders', 'call-plans', {
    plans: [
      {
        count: 9,
        adjustedCount: 9,
        errorCount: 0,
        steps: called.map((component) => ({ step: 'call' as const, call: { component } })),
        detached: [],
        samples: [],
        dependences: [],
      },
    ],
    otherPlans: { count: 0, adjustedCount: 0 },
    orders: [],
  });

const chain = (outerMs: number, innerMs: number, attempts: number, backoffMs = 0) => [
  policy('web', 'checkout', 'call-policy', { timeoutMs: outerMs }),
  policy('checkout', 'payment', 'call-policy', { timeoutMs: innerMs, attempts, backoffMs }),
];

const touch = [{ action: 'set-timeout', component: 'web', to: 'checkout', timeout: '3s' }];

describe('timeout-order', () => {
  it('warns of a caller that gives up before what it calls has done its retries, waits between them included', () => {
    const { verdict, findings } = preflightOf(timeoutOrder, chain(9_000, 1_000, 3, 500), touch);
    // 3 x 1 s + 0.5 s + 1 s = 4.5 s.
    expect(verdict).toBe('warn');
    expect(findings[0]?.reason).toContain('gives up on checkout after 3.0 s, while checkout may still work for 4.5 s');
  });

  it.each([
    [4_500, 'pass'],
    [4_499, 'latent'],
  ])('of an outer timeout of %d ms and an inner sum of 4500 ms says %s', (outerMs, verdict) => {
    expect(preflightOf(timeoutOrder, chain(outerMs, 1_000, 3, 500)).verdict).toBe(verdict);
  });

  it('adds up calls that come in turn, where it is known that they do', () => {
    const facts = [...chain(3_000, 2_000, 1), policy('checkout', 'stock', 'call-policy', { timeoutMs: 2_000 })];
    expect(preflightOf(timeoutOrder, facts).verdict).toBe('pass');
    expect(preflightOf(timeoutOrder, [...facts, plan('stock', 'payment')]).verdict).toBe('latent');
    expect(preflightOf(timeoutOrder, [...facts, plan('stock')]).verdict).toBe('pass');
  });

  it('passes where what is given up ends with it, unless it is then done again', () => {
    const ending = (attempts: number) => [
      policy('web', 'checkout', 'call-policy', { timeoutMs: 1_000, isCancelled: true, attempts }),
      policy('checkout', 'payment', 'call-policy', { timeoutMs: 2_000 }),
    ];
    expect(preflightOf(timeoutOrder, ending(1)).verdict).toBe('pass');
    expect(preflightOf(timeoutOrder, ending(2)).verdict).toBe('latent');
  });

  it('reads timeouts and retries from the variables beside the address', () => {
    const facts = [
      policy('web', 'checkout', 'call-policy', { timeoutMs: 1_000 }),
      factOf('checkout', 'environment', [
        { name: 'PAY_URL', value: 'payment:80' },
        { name: 'PAY_TIMEOUT', value: '600ms' },
        { name: 'PAY_RETRIES', value: '1' },
      ]),
      factBetween('checkout', 'payment', 'declared-dependency', { via: ['environment PAY_URL'] }),
    ];
    expect(preflightOf(timeoutOrder, facts).findings[0]?.reason).toContain('may still work for 1.2 s');
  });

  it('says nothing where a timeout is not known, or where what is called calls nobody', () => {
    expect(preflightOf(timeoutOrder, chain(1, 1, 1).slice(0, 1)).findings).toEqual([]);
    expect(preflightOf(timeoutOrder, chain(1, 1, 1).slice(1)).findings).toEqual([]);
  });
});
