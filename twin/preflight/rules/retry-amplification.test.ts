import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, preflightOf } from '../../../testing/made-preflight.ts';
import { retryAmplification } from './retry-amplification.ts';

const chain = (...policies: readonly AttributeValueOf<'call-policy'>[]) =>
  policies.map((policy, at) => factBetween(`s${at}`, `s${at + 1}`, 'call-policy', policy));

describe('retry-amplification', () => {
  it('multiplies attempts along the way, and blocks while what is called fails', () => {
    const facts = chain({ attempts: 3 }, { attempts: 3 }, { attempts: 3 });
    const { verdict, findings } = preflightOf(retryAmplification, facts);
    expect(verdict).toBe('latent');
    expect(findings[0]?.reason).toContain(
      'one request becomes 3 x 3 x 3 = 27 calls of it (s0 → s1 → s2 → s3), at once',
    );
    const condition = [{ fault: 'dependency-down', component: 's3' }];
    expect(preflightOf(retryAmplification, facts, [], { condition }).verdict).toBe('block');
  });

  it.each([
    ['stays below the timeout', { fault: 'latency', component: 's2', delay: '50ms' }, 'latent'],
    ['is longer than the timeout', { fault: 'latency', component: 's2', delay: '600ms' }, 'block'],
    ['is that of another caller', { fault: 'reject', component: 's2', from: 'other' }, 'latent'],
    ['only takes an instance away', { fault: 'replica-loss', component: 's2', replicas: 1 }, 'latent'],
  ])('tells by the fault whether calls fail: one that %s', (_, fault, verdict) => {
    const facts = [
      ...chain({ attempts: 3 }, { attempts: 3, timeoutMs: 500 }),
      factBetween('other', 's2', 'call-policy', { attempts: 1 }),
    ];
    const { findings, elsewhere } = preflightOf(retryAmplification, facts, [], { condition: [fault] });
    expect([...findings, ...elsewhere].map((found) => found.verdict)).toEqual([verdict]);
  });

  it('warns of a change that makes it so, and passes one that tries again at one place', () => {
    const facts = chain({ attempts: 3 }, { attempts: 1 });
    const more = (attempts: number) => [{ action: 'set-retries', component: 's1', to: 's2', attempts }];
    expect(preflightOf(retryAmplification, facts, more(3)).verdict).toBe('warn');
    expect(preflightOf(retryAmplification, facts, more(2)).verdict).toBe('pass');
    expect(preflightOf(retryAmplification, facts, more(1)).findings).toEqual([]);
  });

  it('reckons with budgets and breakers, which hold a storm back', () => {
    const bounded = chain({ attempts: 3 }, { attempts: 3, retryBudgetRatio: 0.1 });
    expect(preflightOf(retryAmplification, bounded).verdict).toBe('pass');
    expect(preflightOf(retryAmplification, chain({ attempts: 3 }, { attempts: 3, hasBreaker: true })).findings).toEqual(
      [],
    );
  });

  it('comes to an end where components call each other in a circle', () => {
    const circle = [
      ...chain({ attempts: 2 }, { attempts: 2 }),
      factBetween('s2', 's0', 'call-policy', { attempts: 2 }),
    ];
    expect(preflightOf(retryAmplification, circle).verdict).toBe('pass');
    const entered = [...circle, factBetween('in', 's0', 'call-policy', { attempts: 2 })];
    expect(preflightOf(retryAmplification, entered).findings[0]?.reason).toContain('= 8 calls of it');
  });
});
