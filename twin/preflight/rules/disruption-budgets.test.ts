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

  const running = { restarts: 0, outOfMemory: false, state: 'running' };
  const three = (budget: AttributeValueOf<'disruption-budget'>, ...sick: readonly string[]) => [
    ...placed(3, budget),
    ...['database-0', 'database-1', 'database-2'].map((name) =>
      factOfInstance('database', name, 'state', { ...running, health: sick.includes(name) ? 'unhealthy' : 'healthy' }),
    ),
  ];

  it.each([
    [{ minAvailable: { count: 2 } }, [], 'pass'],
    [{ minAvailable: { count: 2 } }, ['database-1'], 'never-completes'],
    [{ maxUnavailable: { count: 1 } }, ['database-2'], 'never-completes'],
    [{ maxUnavailable: { count: 2 } }, ['database-2'], 'pass'],
    // The one that is to leave serves nobody, and the others are as many as must stay.
    [{ minAvailable: { count: 2 } }, ['database-0'], 'pass'],
    [{ minAvailable: { count: 2 } }, ['database-0', 'database-1'], 'never-completes'],
  ] as const)('with %j and %j not ready says %s', (budget, sick, verdict) => {
    expect(preflightOf(disruptionBudgets, three(budget, ...sick), drain).verdict).toBe(verdict);
  });

  it('counts what is wrong now, where it does not end by itself', () => {
    const facts = placed(3, { minAvailable: { count: 2 } });
    const loop = { fault: 'crash-loop', component: 'database', instances: 1 };
    const [found] = preflightOf(disruptionBudgets, facts, drain, { condition: [loop] }).findings;
    expect(found?.verdict).toBe('never-completes');
    expect(found?.reason).toContain('lets none of database go while 2 of 3 instances serve');
    expect(found?.remedies[0]?.does).toContain('become ready first');
    const passing = [{ ...loop, for: '2m' }];
    expect(preflightOf(disruptionBudgets, facts, drain, { condition: passing }).findings[0]?.verdict).toBe('pass');
  });

  it('proposes no further instances where a budget lets none of any number go', () => {
    const [found] = preflightOf(disruptionBudgets, placed(3, { maxUnavailable: { count: 0 } }), drain).findings;
    expect(found?.remedies.map(({ action }) => action?.kind)).toEqual(['delete-instance', 'configure']);
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
    const empty = factOf('node-2', 'capacity', { cpuCores: 4 });
    expect(preflightOf(disruptionBudgets, [...placed(1), empty], other).verdict).toBe('pass');
  });

  it('says nothing of a rollout: budgets bind evictions only', () => {
    const facts = placed(1, { minAvailable: { count: 1 } });
    const deploy = [{ action: 'set-image', component: 'database', image: 'db:2' }];
    expect(preflightOf(disruptionBudgets, facts, deploy).findings).toEqual([]);
  });

  /** Three nodes, of 4 GiB a core, on each of which one instance runs beside other things. */
  const pricing = (cpuOf: (node: string) => number, budget = true) => [
    factOf('pricing', 'replicas', 3),
    factOf('pricing', 'limits', { cpuReservationCores: 5, memoryReservationBytes: 12 * 2 ** 30 }),
    ...(budget ? [factOf('pricing', 'disruption-budget', { minAvailable: { count: 2 } })] : []),
    ...['n1', 'n2', 'n3'].flatMap((node, at) => [
      factOfInstance('pricing', `p-${at + 1}`, 'placement', { node }),
      factOf(node, 'capacity', {
        cpuCores: cpuOf(node),
        memoryBytes: 4 * cpuOf(node) * 2 ** 30,
        reservedCpuCores: 6,
        reservedMemoryBytes: 14 * 2 ** 30,
      }),
    ]),
    factOfEstate('node-pools', [{ nodes: 3, mostNodes: 3 }]),
  ];
  const [full, roomy] = [pricing(() => 8), pricing(() => 16)];
  const nodesInTurn = (...words: readonly string[]) =>
    words.map((word) => ({
      action: word.startsWith('+') ? 'uncordon-node' : 'drain-node',
      node: word.replace('+', ''),
    }));

  it('warns of a drain whose replacement finds no place, and passes where it finds one', () => {
    const { verdict, findings } = preflightOf(disruptionBudgets, full, nodesInTurn('n1'));
    expect(verdict).toBe('warn');
    expect(findings[0]).toMatchObject({ effect: 'degradation', takesDown: ['pricing'], lastsMs: null });
    expect(findings[0]?.reason).toMatch(
      /^After the drain of n1, pricing has 2 of 3 instances for as long as there is no room: 1 instance of pricing has to leave n1, and there is no place elsewhere/,
    );
    expect(preflightOf(disruptionBudgets, roomy, nodesInTurn('n1')).verdict).toBe('pass');
    const growing = [...full.slice(0, -1), factOfEstate('node-pools', [{ nodes: 3, mostNodes: 4 }])];
    expect(preflightOf(disruptionBudgets, growing, nodesInTurn('n1')).verdict).toBe('pass');
  });

  it('judges drains one after the other: the second is refused while the first replacement is pending', () => {
    const { verdict, reason } = preflightOf(disruptionBudgets, full, nodesInTurn('n1', 'n2'));
    expect(verdict).toBe('never-completes');
    expect(reason).toMatch(/^The drain of n2 stops: 2 instances of pricing have to leave n1 and n2/);
    expect(preflightOf(disruptionBudgets, roomy, nodesInTurn('n1', 'n2')).verdict).toBe('pass');
    // Room for one on n3 alone: one of two stays pending, which the budget bears.
    const one = pricing((node) => (node === 'n3' ? 11 : 8));
    expect(preflightOf(disruptionBudgets, one, nodesInTurn('n1')).verdict).toBe('pass');
    expect(preflightOf(disruptionBudgets, one, nodesInTurn('n1', 'n2')).verdict).toBe('warn');
  });

  it('sees that a second instance on the node is refused', () => {
    const facts = [
      ...full.filter(({ subject }) => subject.kind !== 'instance' || subject.instance !== 'p-2'),
      factOfInstance('pricing', 'p-2', 'placement', { node: 'n1' }),
    ];
    expect(preflightOf(disruptionBudgets, facts, nodesInTurn('n1')).verdict).toBe('never-completes');
  });

  it('passes nodes that are drained in turn and take instances again before the next one is', () => {
    const turns = nodesInTurn('n1', '+n1', 'n2', '+n2', 'n3', '+n3');
    expect(preflightOf(disruptionBudgets, full, turns).verdict).toBe('pass');
    expect(preflightOf(disruptionBudgets, full, nodesInTurn('n1', 'n2', '+n1', '+n2')).verdict).toBe('never-completes');
  });

  it('asks for room without a budget too, and blocks where in the end nothing has a place', () => {
    const free = pricing(() => 8, false);
    expect(preflightOf(disruptionBudgets, free, nodesInTurn('n1', 'n2')).verdict).toBe('warn');
    expect(preflightOf(disruptionBudgets, free, nodesInTurn('n1', 'n2', 'n3')).verdict).toBe('block');
    const unknown = full.filter(({ attribute }) => attribute !== 'capacity');
    expect(preflightOf(disruptionBudgets, unknown, nodesInTurn('n1', 'n2')).verdict).toBe('pass');
  });

  it('lets the node that it proposes to add mend it', () => {
    const { action } = preflightOf(disruptionBudgets, full, nodesInTurn('n1')).findings[0]!.remedies[0]!;
    expect(action).toMatchObject({ kind: 'add-node', nodes: 1 });
    const added = [{ action: 'add-node', nodes: 1 }, ...nodesInTurn('n1')];
    expect(preflightOf(disruptionBudgets, full, added).verdict).toBe('pass');
  });
});
