import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, factOfInstance, factOfOperation, preflightOf } from '../../../testing/made-preflight.ts';
import { requestsValue } from '../../../testing/made-facts.ts';
import { remainingCapacity } from './remaining-capacity.ts';

/** Four instances, each using 0.3 of 0.5 cores. */
const four = [
  factOf('app', 'replicas', 4),
  factOf('app', 'limits', { cpuCores: 0.5 }),
  factOf('app', 'observed-peak', { cpuMeanCores: 0.3 }),
  factBetween('web', 'app', 'declared-dependency', { via: ['environment APP_URL'] }),
];
const scaleTo = (replicas: number) => [{ action: 'scale', component: 'app', replicas }];

describe('remaining-capacity', () => {
  it('blocks a scale down to fewer than carry the load, and passes the number that it names', () => {
    const { verdict, findings } = preflightOf(remainingCapacity, four, scaleTo(2));
    // 60 % x 4 / 2 = 120 %.
    expect(verdict).toBe('block');
    expect(findings[0]?.reason).toContain('each has 120 % of 0.5 cores in use instead of 60 %');
    expect(findings[0]?.takesDown).toEqual(['app', 'web']);
    expect(findings[0]?.remedies[0]?.action).toMatchObject({ replicas: 3 });
    expect(preflightOf(remainingCapacity, [...four.slice(1), factOf('app', 'replicas', 8)], scaleTo(7)).verdict).toBe(
      'pass',
    );
  });

  it('warns of what lasts for a moment only: a restart of all at once, not one by one', () => {
    const restart = (more: object) => [{ action: 'restart', component: 'app', ...more }];
    expect(preflightOf(remainingCapacity, four, restart({ oneByOne: false, instances: 3 })).verdict).toBe('warn');
    expect(preflightOf(remainingCapacity, four, restart({})).verdict).toBe('pass');
    const busy = [...four.slice(0, 2), factOf('app', 'observed-peak', { cpuMeanCores: 0.35 })];
    expect(preflightOf(remainingCapacity, busy, restart({})).verdict).toBe('warn');
  });

  it('reckons with workers too, by how many requests are under way', () => {
    const facts = [
      factOf('app', 'replicas', 2),
      factOf('app', 'workers', { perInstance: 8 }),
      factOfOperation('app', 'GET /', 'requests', requestsValue({ perSecond: 20, inFlight: { mean: 10, peak: 12 } })),
    ];
    expect(preflightOf(remainingCapacity, facts, scaleTo(1)).verdict).toBe('block');
    expect(preflightOf(remainingCapacity, [...facts.slice(1), factOf('app', 'replicas', 4)], scaleTo(3)).verdict).toBe(
      'pass',
    );
  });

  it('takes what an engine measured where nothing was observed for longer', () => {
    const facts = [
      ...four.filter(({ attribute }) => attribute !== 'observed-peak'),
      factOfInstance('app', 'app-1', 'usage', { cpuCores: 0.4 }),
      factOfInstance('app', 'app-2', 'usage', { cpuCores: 0.2 }),
    ];
    expect(preflightOf(remainingCapacity, facts, scaleTo(2)).verdict).toBe('block');
  });

  it('says nothing of more instances, of a rollout that keeps all serving, or where no use is known', () => {
    expect(preflightOf(remainingCapacity, four, scaleTo(9)).findings).toEqual([]);
    const kept = [...four, factOf('app', 'rollout', { strategy: 'rolling', maxUnavailable: { count: 0 } })];
    expect(
      preflightOf(remainingCapacity, kept, [{ action: 'set-image', component: 'app', image: 'app:2' }]).findings,
    ).toEqual([]);
    expect(preflightOf(remainingCapacity, four.slice(0, 2), scaleTo(1)).findings).toEqual([]);
  });
});
