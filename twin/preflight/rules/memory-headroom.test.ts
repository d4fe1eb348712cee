import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, factOfEstate, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { memoryHeadroom } from './memory-headroom.ts';

const gibibyte = 2 ** 30;
const threeDaysMs = 3 * 86_400_000;

const peak = (component: string, gib: number) =>
  factOf(component, 'observed-peak', { windowMs: threeDaysMs, memoryBytes: gib * gibibyte });
const limit = (component: string, gib: number) => factOf(component, 'limits', { memoryBytes: gib * gibibyte });
const toLimit = (component: string, gib: number) => [{ action: 'set-limits', component, memory: `${gib}GiB` }];

describe('memory-headroom', () => {
  it.each([
    ['proxy', 2, 3.6, 'block'],
    ['manager', 2, 4, 'block'],
    ['dashboards', 1, 1.5, 'block'],
    ['proxy', 5, 3.6, 'pass'],
    ['dashboards', 2, 1.5, 'pass'],
    ['miner', 2, 1.7, 'pass'],
    // Equal to the peak: nothing is left.
    ['manager', 4, 4, 'warn'],
    ['manager', 4, 3.8, 'warn'],
  ])('says of %s at a limit of %d GiB with a peak of %d GiB: %s', (component, limitGib, peakGib, verdict) => {
    expect(preflightOf(memoryHeadroom, [peak(component, peakGib), limit(component, limitGib)]).verdict).toBe(verdict);
    const lowered = preflightOf(
      memoryHeadroom,
      [peak(component, peakGib), limit(component, 8)],
      toLimit(component, limitGib),
    );
    expect(lowered.verdict).toBe(verdict);
  });

  it('states peak, window and what is left, who goes down, and a limit that passes', () => {
    const facts = [
      peak('api', 3.6),
      limit('api', 5),
      factBetween('web', 'api', 'declared-dependency', { via: ['depends_on'] }),
    ];
    const blocked = preflightOf(memoryHeadroom, facts, toLimit('api', 2));
    expect(blocked.findings[0]).toMatchObject({
      reason:
        'The memory limit of api is 2 GiB, and an instance used up to 3.6 GiB in 3 d: it is killed at the next such peak, and again after every start.',
      takesDown: ['api', 'web'],
    });
    const { action } = blocked.findings[0]!.remedies[0]!;
    expect(action).toMatchObject({ kind: 'set-limits', memoryBytes: 4.375 * gibibyte });
    expect(preflightOf(memoryHeadroom, [peak('api', 3.6), limit('api', 4.375)]).verdict).toBe('pass');
    expect(preflightOf(memoryHeadroom, facts).findings[0]?.reason).toContain('28 % are left (1.4 GiB)');
  });

  it('takes the highest point of a series, not a quantile of it', () => {
    const series = (max: number) =>
      factOf('api', 'series', [
        {
          metric: 'container_memory_working_set_bytes',
          statistic: 'memory-usage',
          unit: 'bytes',
          points: 100,
          firstMs: 0,
          lastMs: threeDaysMs,
          mean: 0.5 * gibibyte,
          standardDeviation: 0,
          min: 0.5 * gibibyte,
          max: max * gibibyte,
          p50: 0.5 * gibibyte,
          p95: 0.6 * gibibyte,
          last: 0.5 * gibibyte,
        },
      ]);
    expect(preflightOf(memoryHeadroom, [series(1.5), limit('api', 1)]).verdict).toBe('block');
    expect(preflightOf(memoryHeadroom, [series(0.7), limit('api', 1)]).verdict).toBe('pass');
  });

  it('says unknown without a peak, and blocks a limit below what is in use already', () => {
    const used = factOfInstance('api', 'api-1', 'usage', { memoryBytes: 1.2 * gibibyte });
    const facts = [used, limit('api', 4)];
    expect(preflightOf(memoryHeadroom, facts, toLimit('api', 2))).toMatchObject({
      verdict: 'unknown',
      undecided: [{ missing: [{ attribute: 'observed-peak' }] }],
    });
    expect(preflightOf(memoryHeadroom, facts, toLimit('api', 1)).verdict).toBe('block');
  });

  it('names all whose peak is unknown in one finding where nothing is changed, and none of them for a change elsewhere', () => {
    const facts = [limit('a', 1), limit('b', 1), limit('c', 1)];
    const { findings } = preflightOf(memoryHeadroom, facts);
    expect(findings.map(({ reason }) => reason)).toEqual([
      'a, b and c have a memory limit, and the most that an instance of each uses is not known.',
    ]);
    expect(preflightOf(memoryHeadroom, facts, [{ action: 'restart', component: 'a' }]).findings).toEqual([]);
    expect(
      preflightOf(memoryHeadroom, facts, [{ action: 'restart', component: 'd' }], { kinds: { d: 'service' } }).findings,
    ).toEqual([]);
  });

  it('warns where an instance was ended for lack of memory under this limit', () => {
    const killed = factOfInstance('api', 'api-1', 'state', {
      state: 'running',
      restarts: 3,
      outOfMemory: true,
    });
    expect(preflightOf(memoryHeadroom, [killed, limit('api', 1)]).verdict).toBe('warn');
    expect(preflightOf(memoryHeadroom, [killed, limit('api', 1)], toLimit('api', 0.5)).verdict).toBe('block');
    const raised = preflightOf(memoryHeadroom, [killed, limit('api', 1)], toLimit('api', 2));
    expect(raised).toMatchObject({ verdict: 'unknown', remedies: [{ works: 'unknown' }] });
  });

  it('says that a restart is no remedy and a higher limit is one', () => {
    const facts = [peak('api', 3.6), limit('api', 2)];
    const condition = [{ fault: 'out-of-memory', component: 'api' }];
    const works = (action: Record<string, string>) =>
      preflightOf(memoryHeadroom, facts, [action], { condition }).remedies.map((answer) => answer.works);
    expect(works({ action: 'restart', component: 'api' })).toEqual(['no']);
    expect(works({ action: 'set-limits', component: 'api', memory: '5GiB' })).toEqual(['yes']);
    expect(works({ action: 'set-limits', component: 'api', memory: '3700MiB' })).toEqual(['partly']);
    expect(works({ action: 'set-limits', component: 'api', memory: '3GiB' })).toEqual(['no']);
  });

  it('passes a raise on a busy node where what is reserved stays, and warns beyond what any host has', () => {
    const node = factOf('node-1', 'capacity', { memoryBytes: 16 * gibibyte, reservedMemoryBytes: 14.7 * gibibyte });
    const facts = [
      node,
      peak('api', 3.6),
      factOf('api', 'limits', { memoryBytes: 2 * gibibyte, memoryReservationBytes: gibibyte }),
    ];
    const raised = preflightOf(memoryHeadroom, facts, toLimit('api', 5));
    expect(raised.verdict).toBe('pass');
    expect(raised.findings[0]?.reason).toContain('what it reserves of a node, 1 GiB, stays as it is');
    expect(preflightOf(memoryHeadroom, facts, toLimit('api', 32)).verdict).toBe('warn');
  });

  it('has nothing to say of a processor limit, or where nothing is limited', () => {
    expect(preflightOf(memoryHeadroom, [factOf('api', 'limits', { cpuCores: 1 }), peak('api', 2)]).findings).toEqual(
      [],
    );
    expect(
      preflightOf(memoryHeadroom, [
        factOfEstate('engine', {
          version: '29',
          apiVersion: '1.50',
          os: 'linux',
          architecture: 'amd64',
          memoryBytes: gibibyte,
        }),
        peak('api', 2),
      ]).findings,
    ).toEqual([]);
  });
});
