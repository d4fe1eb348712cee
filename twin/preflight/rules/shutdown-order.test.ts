import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfOperation, preflightOf } from '../../../testing/made-preflight.ts';
import { requestsValue } from '../../../testing/made-facts.ts';
import { shutdownOrder } from './shutdown-order.ts';

const deploy = [{ action: 'set-image', component: 'proxy', image: 'envoy:2' }];

const balanced = (shutdown: AttributeValueOf<'shutdown'>, fromMs = 15_000, toMs = 30_000) => [
  factOf('proxy', 'shutdown', shutdown),
  factOf('proxy', 'replicas', 4),
  factBetween('balancer', 'proxy', 'route-removal', { fromMs, toMs }),
];

describe('shutdown-order', () => {
  it.each([
    // The balancer may need all of 30 s: a preStop of 30 s has no margin, and its grace none for what is under way.
    [30_000, 30_000, 'warn'],
    [45_000, 90_000, 'pass'],
    [45_000, 60_000, 'warn'],
    [45_000, 75_000, 'pass'],
    [20_000, 90_000, 'warn'],
  ])('of a preStop of %d ms, a grace of %d ms and 30 s to drain says %s', (preStopMs, graceMs, verdict) => {
    expect(preflightOf(shutdownOrder, balanced({ preStopMs, graceMs, drainMs: 30_000 }), deploy).verdict).toBe(verdict);
  });

  it('passes with what it proposes', () => {
    const facts = balanced({ preStopMs: 30_000, graceMs: 30_000, drainMs: 30_000 });
    const { kind, ...values } = preflightOf(shutdownOrder, facts, deploy).findings[0]!.remedies[0]!.action!;
    expect(preflightOf(shutdownOrder, facts, [{ action: kind, ...values }, ...deploy]).verdict).toBe('pass');
  });

  it('counts what fails meanwhile, of a moment between 15 s and 30 s', () => {
    const facts = [
      ...balanced({ preStopMs: 22_500, graceMs: 90_000, drainMs: 1_000 }),
      factOfOperation('proxy', 'GET /', 'requests', requestsValue({ perSecond: 400 })),
    ];
    // (30 - 22.5)^2 / (2 x 15) = 1.875 s, at 100/s for each of four.
    expect(preflightOf(shutdownOrder, facts, deploy).findings[0]?.reason).toContain(
      '188 requests for each instance on average',
    );
  });

  it('is latent as long as nothing ends, and silent of a change that ends nothing', () => {
    const facts = balanced({ preStopMs: 0 });
    expect(preflightOf(shutdownOrder, facts).verdict).toBe('latent');
    expect(preflightOf(shutdownOrder, facts, [{ action: 'scale', component: 'proxy', replicas: 6 }]).findings).toEqual(
      [],
    );
    expect(preflightOf(shutdownOrder, facts, [{ action: 'scale', component: 'proxy', replicas: 3 }]).verdict).toBe(
      'warn',
    );
  });

  it('warns of requests that are dropped, and of a grace that ends before preStop does', () => {
    const dropping = balanced({ preStopMs: 45_000, graceMs: 90_000, drains: false });
    expect(preflightOf(shutdownOrder, dropping, deploy).findings[0]?.reason).toContain('drops the requests');
    const short = balanced({ preStopMs: 45_000, graceMs: 45_000 });
    expect(preflightOf(shutdownOrder, short, deploy).findings[0]?.reason).toContain('nothing is left of that');
  });

  it('sees that a container is killed while requests of the length that was seen are under way', () => {
    const sketch = new LatencySketch();
    for (const timeMs of [50, 200, 14_000]) sketch.add(timeMs, 1);
    const data = sketch.toData()!;
    const value = requestsValue();
    const requests = { ...value.requests, latency: { ...data, binCounts: [...data.binCounts] } };
    const composed = (graceMs: number) => [
      factOf('proxy', 'stop-grace', graceMs),
      factOfOperation('proxy', 'GET /', 'requests', { ...value, requests }),
    ];
    expect(preflightOf(shutdownOrder, composed(10_000), deploy)).toMatchObject({
      verdict: 'warn',
      findings: [{ reason: expect.stringContaining('it is killed after 10.0 s') }],
    });
    expect(preflightOf(shutdownOrder, composed(30_000), deploy).findings).toEqual([]);
  });

  it('says unknown where somebody calls and how long they go on is not known, nothing where nothing is', () => {
    const facts = [
      factOf('proxy', 'shutdown', { preStopMs: 5_000, graceMs: 30_000 }),
      factBetween('balancer', 'proxy', 'declared-dependency', { via: ['depends_on'] }),
    ];
    expect(preflightOf(shutdownOrder, facts, deploy).undecided).toMatchObject([
      { missing: [{ attribute: 'shutdown', part: 'drainMs' }, { attribute: 'route-removal' }] },
    ]);
    expect(preflightOf(shutdownOrder, facts.slice(1), deploy).findings).toEqual([]);
  });
});
