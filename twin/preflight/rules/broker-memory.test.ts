import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { readImageReference } from '../reasoning/index.ts';
import { brokerMemory } from './broker-memory.ts';

const mebibyte = 2 ** 20;
const policy = (over: Partial<AttributeValueOf<'memory-policy'>> = {}) =>
  factOf('redis', 'memory-policy', {
    role: 'broker',
    eviction: 'none',
    maxBytes: 100 * mebibyte,
    usedBytes: 20 * mebibyte,
    ...over,
  });
const backlog = (over: Partial<AttributeValueOf<'backlogs'>[number]> = {}) =>
  factOf('redis', 'backlogs', [
    {
      queue: 'tasks',
      depth: 1_000,
      arrivalsPerSecond: 30,
      servedPerSecond: 20,
      bytesPerMessage: 2_048,
      consumers: [{ component: 'worker' }],
      ...over,
    },
  ]);
const workers = factOf('worker', 'replicas', 2);
const web = factBetween('web', 'redis', 'declared-dependency', { via: ['environment REDIS_URL'] });
const limited = [
  {
    action: 'configure',
    component: 'redis',
    attribute: 'memory-policy',
    value: { role: 'broker', eviction: 'none', maxBytes: 100 * mebibyte, usedBytes: 20 * mebibyte },
  },
];

describe('broker-memory', () => {
  it('blocks a limit that a growing backlog reaches, and says when and who stops', () => {
    const before = factOf('redis', 'memory-policy', { role: 'broker', eviction: 'none', usedBytes: 20 * mebibyte });
    const { verdict, findings } = preflightOf(brokerMemory, [before, backlog(), workers, web], limited);
    expect(verdict).toBe('block');
    // 80 MiB at 10 x 2 KiB a second: 4,096 s.
    expect(findings[0]).toMatchObject({
      reason:
        '30 messages a second come to redis and 20 are served: it holds 20 MiB of 100 MiB, and is full in 1 h 8 min; then it refuses every write, and acknowledgements of consumers among them: nothing comes in and nothing is finished.',
      beginsAfterMs: 4_096_000,
      takesDown: ['redis', 'web', 'worker'],
    });
  });

  it('passes where as much is served as comes, where queues are bounded, and with the workers that it proposes', () => {
    expect(preflightOf(brokerMemory, [policy(), backlog({ servedPerSecond: 30 })]).verdict).toBe('pass');
    expect(preflightOf(brokerMemory, [policy(), backlog({ mostMessages: 10_000 })]).verdict).toBe('pass');
    const facts = [policy(), backlog(), workers];
    const { findings } = preflightOf(brokerMemory, facts);
    expect(findings).toMatchObject([
      { verdict: 'latent', remedies: [{ action: { kind: 'scale', component: 'worker', replicas: 4 } }, {}] },
    ]);
    expect(preflightOf(brokerMemory, facts, [{ action: 'scale', component: 'worker', replicas: 4 }])).toMatchObject({
      verdict: 'pass',
      remedies: [{ works: 'yes' }],
    });
  });

  it.each([[{ action: 'scale', component: 'worker', replicas: 1 }], [{ action: 'stop', component: 'worker' }]])(
    'blocks a change that leaves too few consumers: %j',
    (action) => {
      const facts = [policy(), backlog({ servedPerSecond: 30 }), workers];
      expect(preflightOf(brokerMemory, facts, [action]).verdict).toBe('block');
    },
  );

  it('warns where messages are thrown away instead, and blocks where the kernel kills the broker first', () => {
    expect(preflightOf(brokerMemory, [policy({ eviction: 'any' }), backlog()]).verdict).toBe('warn');
    const killed = preflightOf(brokerMemory, [
      policy(),
      backlog(),
      factOf('redis', 'limits', { memoryBytes: 20 * mebibyte }),
    ]);
    expect(killed.findings[0]?.reason).toContain('it is killed for lack of memory');
  });

  const full = [policy({ usedBytes: 100 * mebibyte }), backlog({ depth: 40_000 }), workers];
  it.each([
    [{ action: 'restart', component: 'worker' }, 'no', undefined],
    [{ action: 'scale', component: 'worker', replicas: 9 }, 'no', undefined],
    [{ action: 'purge-queue', queue: 'tasks' }, 'yes', '40,000 messages are lost'],
    [{ action: 'flush-cache', component: 'redis' }, 'yes', '40,000 messages are lost'],
    [{ action: 'restart', component: 'redis' }, 'unknown', undefined],
  ])('of a broker that is full judges %j', (action, works, cost) => {
    const { remedies } = preflightOf(brokerMemory, full, [action]);
    expect(remedies).toHaveLength(1);
    expect(remedies[0]?.works).toBe(works);
    expect(remedies[0]?.cost).toBe(cost);
  });

  it('says that a restart of a broker with a volume brings everything back', () => {
    const volume = factOf('redis', 'volumes', [{ name: 'data' }]);
    const restart = [{ action: 'restart', component: 'redis' }];
    expect(preflightOf(brokerMemory, [...full, volume], restart).remedies).toMatchObject([{ works: 'no' }]);
  });

  it('reads limit and role of a captured compose project, and asks for the rates', () => {
    const facts = [
      factOf('redis', 'image', readImageReference('redis:7')),
      factOf('redis', 'command', [{ name: '--maxmemory', value: '256mb' }]),
      factBetween('worker', 'redis', 'declared-dependency', { via: ['environment CELERY_BROKER_URL'] }),
    ];
    expect(preflightOf(brokerMemory, facts).undecided).toMatchObject([
      { missing: [{ attribute: 'memory-policy', part: 'usedBytes' }, { attribute: 'backlogs' }] },
    ]);
  });

  it('says nothing of a cache that throws away what it may, nor of a store', () => {
    expect(preflightOf(brokerMemory, [policy({ role: 'cache', eviction: 'any' })]).findings).toEqual([]);
    expect(preflightOf(brokerMemory, [policy({ role: 'store' })]).findings).toEqual([]);
  });

  it('asks for sizes and limits only where they could matter', () => {
    const unsized = ({ arrivalsPerSecond = 30 } = {}) => {
      const { queue, depth, servedPerSecond, consumers } = {
        queue: 'tasks',
        depth: 1_000,
        servedPerSecond: 20,
        consumers: [{ component: 'worker' }],
      };
      return factOf('redis', 'backlogs', [{ queue, depth, arrivalsPerSecond, servedPerSecond, consumers }]);
    };
    const verdictOf = (
      facts: Parameters<typeof preflightOf>[1],
      ...actions: readonly Record<string, string | number>[]
    ) => preflightOf(brokerMemory, [...facts, policy(), workers], actions).findings.map(({ verdict }) => verdict);
    expect(verdictOf([unsized()])).toEqual(['unknown']);
    // As many are served as come: nothing grows, however large they are.
    expect(verdictOf([unsized({ arrivalsPerSecond: 20 })])).toEqual([]);
    // Another image of its consumers leaves rates and sizes as they were; fewer of them do not.
    expect(verdictOf([unsized()], { action: 'set-image', component: 'worker', image: 'worker:2' })).toEqual([]);
    expect(verdictOf([unsized()], { action: 'scale', component: 'worker', replicas: 1 })).toEqual(['unknown']);
  });
});
