import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, factOfEstate, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { disruptionBudgets } from './disruption-budgets.ts';

const drain = [{ action: 'drain-node', node: 'node-1' }];

const placed = (replicas: number, budget?: AttributeValueOf<'disruption-budget'>) => [
  factOf('database', 'replicas', replicas),
  ...(budget === undefined ? [] : [factOf('database', 'disruption-budget', budget)]),
  factOfInstance('database', 'database-0', 'placement', { node: 'node-1' }),
  factBetween('app', 'database', 'declared-dependency', { via: ['environment DB_HOST'] }),
];

describe('disruption-budgets', () => {
  it('sees that a drain never ends where the budget lets none go, and names instance and budget', () => {
    const facts = [
      ...placed(1, { name: 'database-pdb', minAvailable: { count: 1 } }),
      factOf('database', 'start-up', { p95Ms: 20_000 }),
    ];
    const { verdict, findings } = preflightOf(disruptionBudgets, facts, drain);
    expect(verdict).toBe('never-completes');
    expect(findings[0]?.reason).toBe(
      'The drain of node-1 never completes: database-0 may not be evicted, because the disruption budget database-pdb (minAvailable 1) lets none of 1 instance of database go.',
    );
    expect(findings[0]?.remedies[0]).toEqual({
      does: 'Delete database-0 by hand: database is away for about 20.0 s.',
      action: { kind: 'delete-instance', component: 'database', instance: 'database-0' },
    });
  });

  it.each([
    [1, { maxUnavailable: { count: 1 } }, 'pass'],
    [2, { minAvailable: { count: 1 } }, 'pass'],
    // Rounded up: half of three is two that must stay, and a third of three may go.
    [3, { minAvailable: { share: 0.5 } }, 'pass'],
    [1, { minAvailable: { share: 0.5 } }, 'never-completes'],
    [1, { maxUnavailable: { share: 0.3 } }, 'pass'],
    [3, { maxUnavailable: { count: 0 } }, 'never-completes'],
  ] as const)('of %d with %j says %s', (replicas, budget, verdict) => {
    expect(preflightOf(disruptionBudgets, placed(replicas, budget), drain).verdict).toBe(verdict);
  });

  it('lets its own remedies pass', () => {
    const facts = placed(1, { minAvailable: { count: 1 } });
    for (const { action } of preflightOf(disruptionBudgets, facts, drain).findings[0]?.remedies.slice(1) ?? []) {
      const { kind, ...values } = action ?? { kind: 'none' };
      expect(preflightOf(disruptionBudgets, facts, [{ action: kind, ...values }, ...drain]).verdict).toBe('pass');
    }
  });

  it('warns of a singleton without a budget, with everybody who needs it', () => {
    const { verdict, findings } = preflightOf(disruptionBudgets, placed(1), drain);
    expect(verdict).toBe('warn');
    expect(findings[0]).toMatchObject({ effect: 'outage', takesDown: ['app', 'database'] });
    expect(preflightOf(disruptionBudgets, placed(2), drain).verdict).toBe('pass');
  });

  const hub = (used: number, ...more: readonly ReturnType<typeof factOf>[]) => [
    factOf('hub', 'replicas', 1),
    factOfInstance('hub', 'hub-0', 'placement', { node: 'core-1' }),
    factOf('core-1', 'capacity', { cpuCores: 4, reservedCpuCores: 1 }),
    factOfEstate('node-pools', [{ nodes: 200, quotaCpuCores: 800, usedCpuCores: used, consolidatesBelowRatio: 0.5 }]),
    ...more,
  ];
  const drained = { condition: [{ fault: 'node-drain', node: 'core-1' }] };

  it('warns of a consolidation that moves a singleton, and blocks it where the quota leaves no place', () => {
    expect(preflightOf(disruptionBudgets, hub(400)).verdict).toBe('warn');
    expect(preflightOf(disruptionBudgets, hub(800)).verdict).toBe('block');
    expect(preflightOf(disruptionBudgets, hub(800), [], drained).verdict).toBe('block');
  });

  it('passes what says that it is not safe to evict, and says nothing of a node that is used enough', () => {
    const kept = factOf('hub', 'eviction', { isSafe: false });
    expect(preflightOf(disruptionBudgets, hub(800, kept)).findings).toEqual([]);
    expect(preflightOf(disruptionBudgets, hub(800, kept), [], drained).verdict).toBe('pass');
    const busy = hub(800).map((fact) =>
      fact.attribute === 'capacity' ? factOf('core-1', 'capacity', { cpuCores: 4, reservedCpuCores: 3 }) : fact,
    );
    expect(preflightOf(disruptionBudgets, busy).findings).toEqual([]);
  });

  it('says unknown of a drain where no instance is placed, and passes a node that is known to be empty', () => {
    const unplaced = placed(1).filter(({ attribute }) => attribute !== 'placement');
    expect(preflightOf(disruptionBudgets, unplaced, drain)).toMatchObject({
      verdict: 'unknown',
      undecided: [{ missing: [{ attribute: 'placement' }] }],
    });
    const other = [{ action: 'drain-node', node: 'node-2' }];
    expect(preflightOf(disruptionBudgets, placed(1), other).verdict).toBe('pass');
  });

  it('says nothing of a rollout: budgets bind evictions only', () => {
    const facts = placed(1, { minAvailable: { count: 1 } });
    const deploy = [{ action: 'set-image', component: 'database', image: 'db:2' }];
    expect(preflightOf(disruptionBudgets, facts, deploy).findings).toEqual([]);
  });
});
