import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LatencySketch } from '../../src/estate/index.ts';
import type { FoundFact } from '../../src/estate/index.ts';
import { actionEntry, actionNames, faultEntry, faultNames } from '../../src/kernel/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { requestsValue } from '../../testing/made-facts.ts';
import {
  factBetween,
  factOf,
  factOfEstate,
  factOfInstance,
  factOfOperation,
  preflightOf,
} from '../../testing/made-preflight.ts';
import type { Circumstances } from '../../testing/made-preflight.ts';
import { preflightRules } from './index.ts';

type Written = Readonly<Record<string, Json>>;

/** What happened once, and the same with what would have been well. */
interface Story {
  readonly name: string;
  readonly rule: string;
  readonly verdict: string;
  readonly harmful: readonly [facts: readonly FoundFact[], actions: readonly Written[]];
  readonly harmless: readonly [facts: readonly FoundFact[], actions: readonly Written[]];
  readonly circumstances?: Circumstances;
}

const mi = 2 ** 20;
const deploy = (component: string): readonly Written[] => [
  { action: 'set-image', component, image: `registry.example/${component}:2.0.1` },
];
const databaseKind = { kinds: { database: 'database' } } as const;

const busy = (() => {
  const sketch = new LatencySketch();
  for (const timeMs of [300, 400, 500, 600, 700]) sketch.add(timeMs, 1);
  const data = sketch.toData();
  const { requests, ...rest } = requestsValue({ perSecond: 40 });
  if (data === undefined) return { requests, ...rest };
  return { ...rest, requests: { ...requests, latency: { ...data, binCounts: [...data.binCounts] } } };
})();

const pooled = (sizePerInstance: number): readonly FoundFact[] => [
  factOf('app', 'replicas', 4),
  factOf('app', 'autoscaling', { min: 2, max: 6 }),
  factOf('app', 'rollout', { strategy: 'rolling', maxSurge: { share: 0.25 }, maxUnavailable: { share: 0.25 } }),
  factBetween('app', 'database', 'connection-pool', { sizePerInstance }),
  factOf('database', 'connection-slots', { total: 200, reserved: 3, tenants: [{ name: 'sign-on', connections: 80 }] }),
];

const fullCluster = factOfEstate('node-pools', [
  { nodes: 23, mostNodes: 23, quotaCpuCores: 48, usedCpuCores: 48, largestFreeMemoryBytes: 300 * mi },
]);
const single = [factOf('app', 'replicas', 1), factOf('app', 'limits', { memoryReservationBytes: 448 * mi })];
const surgeless = factOf('app', 'rollout', {
  strategy: 'rolling',
  maxSurge: { count: 0 },
  maxUnavailable: { count: 1 },
});

const attached = (strategy: 'rolling' | 'recreate'): readonly FoundFact[] => [
  factOf('app', 'replicas', 1),
  factOf('app', 'rollout', { strategy }),
  factOf('app', 'volumes', [{ name: 'data', accessMode: 'single-node' }]),
  factOfEstate('node-pools', [{ nodes: 3, largestFreeMemoryBytes: 4_096 * mi }]),
  factOf('app', 'limits', { memoryReservationBytes: 64 * mi }),
];

const guarded = (maxUnavailable: number): readonly FoundFact[] => [
  factOf('database', 'replicas', 1),
  factOf('database', 'disruption-budget', { maxUnavailable: { count: maxUnavailable } }),
  factOfInstance('database', 'database-0', 'placement', { node: 'node-1' }),
];

const drifted = (runs: string): readonly FoundFact[] => [
  factOf('boskos', 'replicas', 1),
  factOf('boskos', 'disruption-budget', { maxUnavailable: { count: 1 } }),
  factOf('boskos', 'image', { repository: 'registry.example/boskos', tag: '1.2.0' }),
  factOf('boskos', 'image-record', [{ image: 'registry.example/boskos:1.2.0', becameReady: 0, neverReady: 2 }]),
  factOfInstance('boskos', 'boskos-0', 'running-image', {
    reference: `registry.example/boskos:${runs}`,
    imageId: 'sha256:1',
    digests: [],
    tagMoved: false,
  }),
  factOfInstance('boskos', 'boskos-0', 'placement', { node: 'node-1' }),
];

const flags = [
  factOf('flags', 'replicas', 20),
  factBetween('flags', 'writer', 'connection-pool', { sizePerInstance: 5, connectTimeoutMs: 1_000, opensAtStart: 5 }),
  factBetween('flags', 'writer', 'connect-time', { now: { p50Ms: 450, p95Ms: 700, p99Ms: 900 } }),
];
const connectWithin = (connectTimeoutMs: number): readonly Written[] => [
  {
    action: 'configure',
    component: 'flags',
    to: 'writer',
    attribute: 'connection-pool',
    value: { sizePerInstance: 5, connectTimeoutMs, opensAtStart: 5 },
  },
];

const balanced = (preStopMs: number, graceMs: number): readonly FoundFact[] => [
  factOf('proxy', 'shutdown', { preStopMs, graceMs, drainMs: 30_000 }),
  factOf('proxy', 'replicas', 4),
  factBetween('balancer', 'proxy', 'route-removal', { fromMs: 15_000, toMs: 30_000 }),
];

const kept = (idleTimeoutMs: number): readonly FoundFact[] => [
  factOf('service', 'keep-alive', { idleTimeoutMs }),
  factBetween('balancer', 'service', 'kept-connections', { idleTimeoutMs: 60_000 }),
];

const probed = (timeoutMs: number, failures: number): readonly FoundFact[] => [
  factOf('website', 'replicas', 3),
  factOf('website', 'workers', { perInstance: 8, isSynchronous: true }),
  factOf('website', 'probes', { readiness: { intervalMs: 10_000, timeoutMs, failures } }),
  factOfOperation('website', 'GET /', 'requests', busy),
];

const composed = (startPeriodMs: number, retries: number): readonly FoundFact[] => [
  factOf('cloud', 'replicas', 1),
  factOf('cloud', 'health-check', { test: [], intervalMs: 10_000, startPeriodMs, retries }),
  factOf('cloud', 'start-up', { count: 7, p50Ms: 90_000, p95Ms: 120_000 }),
  factBetween('cron', 'cloud', 'declared-dependency', { via: ['depends_on'], condition: 'service_healthy' }),
];

const stories: readonly Story[] = [
  {
    name: 'a rollout whose surge takes the connections of other tenants',
    rule: 'connection-slots',
    verdict: 'block',
    harmful: [pooled(25), deploy('app')],
    harmless: [pooled(10), deploy('app')],
    circumstances: databaseKind,
  },
  {
    name: 'a rollout of one instance on a full cluster',
    rule: 'rollout-room',
    verdict: 'never-completes',
    harmful: [[...single, fullCluster], deploy('app')],
    harmless: [[...single, fullCluster, surgeless], deploy('app')],
  },
  {
    name: 'a rollout of an instance whose volume one node may attach',
    rule: 'rollout-room',
    verdict: 'never-completes',
    harmful: [attached('rolling'), deploy('app')],
    harmless: [attached('recreate'), deploy('app')],
  },
  {
    name: 'a drain of an instance whose budget lets none go',
    rule: 'disruption-budgets',
    verdict: 'never-completes',
    harmful: [guarded(0), [{ action: 'drain-node', node: 'node-1' }]],
    harmless: [guarded(1), [{ action: 'drain-node', node: 'node-1' }]],
  },
  {
    name: 'a drain of an instance that is declared as an image which never became ready',
    rule: 'image-drift',
    verdict: 'block',
    harmful: [drifted('1.1.0'), [{ action: 'drain-node', node: 'node-1' }]],
    harmless: [drifted('1.2.0'), [{ action: 'drain-node', node: 'node-1' }]],
  },
  {
    name: 'a connect timeout below what connecting takes now',
    rule: 'connect-at-start',
    verdict: 'block',
    harmful: [flags, connectWithin(300)],
    harmless: [flags, connectWithin(1_000)],
  },
  {
    name: 'a preStop as long as the balancer takes to stop sending',
    rule: 'shutdown-order',
    verdict: 'warn',
    harmful: [balanced(30_000, 30_000), deploy('proxy')],
    harmless: [balanced(45_000, 90_000), deploy('proxy')],
  },
  {
    name: 'a service that closes idle connections before its balancer does',
    rule: 'idle-timeouts',
    verdict: 'warn',
    harmful: [kept(5_000), []],
    harmless: [kept(65_000), []],
  },
  {
    name: 'a readiness probe behind busy workers',
    rule: 'probe-queueing',
    verdict: 'block',
    harmful: [probed(1_000, 1), []],
    harmless: [probed(5_000, 3), []],
  },
  {
    name: 'a health check that gives less time than a start takes',
    rule: 'start-up-window',
    verdict: 'block',
    harmful: [composed(30_000, 5), deploy('cloud')],
    harmless: [composed(10_000, 30), deploy('cloud')],
  },
];

describe('all rules of preflight together', () => {
  it.each(stories)('find $name', ({ rule, verdict, harmful: [facts, actions], circumstances }) => {
    const result = preflightOf(preflightRules, facts, actions, circumstances);
    expect(result.verdict).toBe(verdict);
    expect(result.findings[0]?.rule).toBe(rule);
    expect(result.reason).toBe(result.findings[0]?.reason);
  });

  it.each(stories)(
    'pass what would have been well in place of $name',
    ({ rule, harmless: [facts, actions], circumstances }) => {
      const result = preflightOf(preflightRules, facts, actions, circumstances);
      expect(result.findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(result.verdict).toBe('pass');
      expect(result.applied).toContain(rule);
    },
  );

  it('take every action and every fault of the vocabularies, on an estate that knows all of the above', () => {
    const words = [
      ...actionNames.map((name): Written => ({ action: name, ...actionEntry(name).example })),
      ...faultNames.map((name): Written => ({ fault: name, ...faultEntry(name).example })),
    ];
    // Examples speak of components of their own.
    const named = words.map((word): Written => ('component' in word ? { ...word, component: 'app' } : word));
    const ends = named.flatMap(({ component, to, from }) => [
      ...(typeof component === 'string' && typeof to === 'string' ? [[component, to] as const] : []),
      ...(typeof component === 'string' && typeof from === 'string' ? [[from, component] as const] : []),
    ]);
    const facts = [
      ...stories.flatMap(({ harmful: [those] }) => those),
      ...ends.map(([from, to]) => factBetween(from, to, 'declared-dependency', { via: ['traces'] })),
      ...['node-1', 'node-2', 'node-3'].map((node) => factOf(node, 'capacity', { zone: 'eu-central-1a' })),
    ];
    fc.assert(
      fc.property(fc.subarray(named, { maxLength: 4 }), (some) => {
        const actions = some.filter((word) => 'action' in word);
        const condition = some.filter((word) => 'fault' in word);
        const { verdict, findings, elsewhere } = preflightOf(preflightRules, facts, actions, { condition });
        // Where all that was found lies ahead without the change too, the change itself is well.
        const isAhead = elsewhere.some((each) => each.isStanding && each.verdict === 'latent');
        expect([findings[0]?.verdict ?? 'unknown', ...(isAhead && findings.length === 0 ? ['pass'] : [])]).toContain(
          verdict,
        );
        // A reader has no use for a figure that is none.
        for (const { reason, arithmetic } of findings) {
          expect(reason).not.toMatch(/NaN|undefined|Infinity|\[object/);
          expect(arithmetic.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
        }
      }),
    );
  });
});
