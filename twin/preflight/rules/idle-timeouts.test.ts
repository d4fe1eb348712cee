import { describe, expect, it } from '@jest/globals';
import { callsValue } from '../../../testing/made-facts.ts';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { idleTimeouts } from './idle-timeouts.ts';

const pair = (serverMs: number, clientMs: number | undefined, retriesWhenClosed?: boolean) => [
  factOf('node-service', 'keep-alive', { idleTimeoutMs: serverMs }),
  factBetween('balancer', 'node-service', 'kept-connections', {
    ...(clientMs === undefined ? {} : { idleTimeoutMs: clientMs }),
    ...(retriesWhenClosed === undefined ? {} : { retriesWhenClosed }),
    connectionsPerInstance: 10,
  }),
];

describe('idle-timeouts', () => {
  it.each([
    [5_000, 60_000, 'warn'],
    [65_000, 60_000, 'pass'],
    [300_000, 905_000, 'warn'],
    [930_000, 905_000, 'pass'],
    // Who closes first is chance.
    [60_000, 60_000, 'warn'],
    [60_000, undefined, 'warn'],
  ])('of a server that waits %d ms and a caller that waits %s ms says %s', (serverMs, clientMs, verdict) => {
    expect(preflightOf(idleTimeouts, pair(serverMs, clientMs)).verdict).toBe(verdict);
  });

  it('passes with what it proposes, and says that this mends it', () => {
    const { action } = preflightOf(idleTimeouts, pair(5_000, 60_000)).findings[0]!.remedies[0]!;
    const { kind, ...values } = action!;
    const result = preflightOf(idleTimeouts, pair(5_000, 60_000), [{ action: kind, ...values }]);
    expect(result).toMatchObject({ verdict: 'pass', remedies: [{ works: 'yes' }], resolved: [{ verdict: 'warn' }] });
  });

  it.each([
    { action: 'scale', component: 'node-service', replicas: 8 },
    { action: 'restart', component: 'node-service' },
  ])('says that $action is no remedy', (action) => {
    const { remedies } = preflightOf(
      idleTimeouts,
      [...pair(5_000, 60_000), factOf('node-service', 'replicas', 2)],
      [action],
    );
    expect(remedies.map(({ works }) => works)).toEqual(['no']);
  });

  it('counts fewer idle connections the more there is to do', () => {
    const rate = (perSecond: number) =>
      preflightOf(idleTimeouts, [
        ...pair(5_000, 60_000),
        factBetween('balancer', 'node-service', 'calls', callsValue({ perSecond }) as never),
      ]).findings[0]?.arithmetic.at(-1)?.value;
    // 10 connections, 10/s: 1/s on each, exp(-5) a second.
    expect(rate(10)).toBeCloseTo(Math.exp(-5), 9);
    expect(rate(20)).toBeCloseTo(2 * Math.exp(-10), 9);
  });

  it('passes where the caller sends again, and says nothing where no connection is kept', () => {
    expect(preflightOf(idleTimeouts, pair(5_000, 60_000, true)).verdict).toBe('pass');
    expect(preflightOf(idleTimeouts, pair(5_000, 60_000).slice(0, 1)).findings).toEqual([]);
  });

  it('says unknown where one end is not known, unless the change is elsewhere', () => {
    const [, kept] = pair(5_000, 60_000);
    expect(preflightOf(idleTimeouts, [kept!]).undecided).toMatchObject([{ missing: [{ attribute: 'keep-alive' }] }]);
    const elsewhere = [{ action: 'restart', component: 'other' }];
    expect(preflightOf(idleTimeouts, [kept!], elsewhere, { kinds: { other: 'service' } }).findings).toEqual([]);
  });
});
