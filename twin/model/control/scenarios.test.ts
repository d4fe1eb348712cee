import { describe, expect, it } from '@jest/globals';
import { startRun } from './test-run.ts';

const web = { operations: { get: [{ cpu: '10ms' as const }] } };
const hundred = [{ operation: 'web/get', rate: '100/s', spacing: 'even' as const }];

describe('a rollout', () => {
  it('never completes, and says so, when the new version never becomes ready', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 3, rollout: { deadline: '2m' } } },
      timeline: [
        { at: '5s', fault: 'bad-image', component: 'web', shows: 'never-ready' },
        { at: '10s', action: 'set-image', component: 'web', image: 'web:2' },
      ],
    }).to(600_000);
    expect(run.table('web')).toEqual([
      '5 fault bad-image',
      '10 action set-image',
      '10 rollout of version 2 begins',
      '10 web-4 starts',
      '130 rollout of version 2 has not moved for 120 s',
    ]);
    expect(run.control.measures()[0]?.instances).toEqual({ mean: 3, min: 3, max: 3 });
    expect(run.control.outcomes[1]).toMatchObject({ name: 'set-image', completedMs: null, problem: null });
  });

  it('never completes when the surge fits nowhere, and does when one may be lacking', () => {
    const rolled = (rollout: object) =>
      startRun({
        components: { web: { ...web, replicas: 2, reserves: { cpu: 1 }, startUp: { time: '5s' }, rollout } },
        nodes: { a: { cores: 2, memory: '1GiB' } },
        timeline: [{ at: '10s', action: 'set-image', component: 'web', image: 'web:2' }],
      }).to(100_000);
    const stuck = rolled({ maxSurge: 1, maxUnavailable: 0 });
    expect(stuck.table('web')).toContain('10 web-3 is pending: no node has room for it');
    expect(stuck.control.outcomes[0]?.completedMs).toBeNull();
    expect(rolled({ maxSurge: 0, maxUnavailable: 1 }).control.outcomes[0]?.completedMs).toBe(20_000);
  });

  it('that recreates has nothing that serves until the new ones are there', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 2, startUp: { time: '5s' }, rollout: { strategy: 'recreate' } } },
      timeline: [{ at: '10s', action: 'set-image', component: 'web', image: 'web:2' }],
    }).to(100_000);
    expect(run.control.measures()[0]?.instances).toEqual({ mean: 1.9, min: 0, max: 2 });
    expect(run.control.outcomes[0]?.completedMs).toBe(15_000);
  });

  it('on delete replaces only what somebody deletes', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 2, startUp: { time: '5s' }, rollout: { strategy: 'on-delete' } } },
      timeline: [
        { at: '10s', action: 'set-image', component: 'web', image: 'web:2' },
        { at: '20s', action: 'delete-instance', component: 'web', instance: 'web-1' },
        { at: '30s', action: 'delete-instance', component: 'web', instance: 'web-2' },
      ],
    }).to(100_000);
    expect(run.control.outcomes.map(({ completedMs }) => completedMs)).toEqual([35_000, 25_000, 35_000]);
  });

  it('waits for each new instance to be ready for minReady', () => {
    const run = startRun({
      components: {
        web: {
          ...web,
          replicas: 2,
          startUp: { time: '5s' },
          rollout: { maxSurge: 1, maxUnavailable: 0, minReady: '10s' },
        },
      },
      timeline: [{ at: '10s', action: 'set-image', component: 'web', image: 'web:2' }],
    }).to(100_000);
    expect(run.control.outcomes[0]?.completedMs).toBe(40_000);
  });

  it('looks once at all that become ready at the same moment', () => {
    const run = startRun({
      components: { web: { ...web, startUp: { time: '5s' }, rollout: { minReady: '10s' } } },
      timeline: [{ at: '10s', action: 'scale', component: 'web', replicas: 101 }],
    }).to(100_000);
    expect(run.control.outcomes[0]?.completedMs).toBe(25_000);
    // Each of the hundred starts and comes into the routes; that they are available is seen by one event.
    expect(run.engine.events).toBeLessThan(300);
  });
});

describe('a drain of the node on which two of three stand', () => {
  const drained = (budget: object) =>
    startRun({
      components: {
        web: {
          ...web,
          replicas: 3,
          startUp: { time: '20s' },
          placement: ['a', 'a'],
          disruptionBudget: { minAvailable: 2 },
          ...budget,
        },
      },
      nodes: { a: { cores: 4, memory: '1GiB' }, b: { cores: 4, memory: '1GiB' } },
      timeline: [{ at: '10s', action: 'drain-node', node: 'a' }],
    }).to(200_000);

  it('evicts the second only when the one in place of the first is ready', () => {
    const run = drained({});
    expect(run.table('web')).toEqual([
      '10 web-1 is evicted from a',
      '10 web-4 starts on b',
      '10 web-2 may not be evicted from a: its disruption budget allows none',
      '30 web-2 is evicted from a',
      '30 web-5 starts on b',
    ]);
    expect(run.control.outcomes[0]?.completedMs).toBe(30_000);
    expect(run.control.measures()[0]?.instances).toMatchObject({ min: 2 });
  });

  it('evicts both at once where the budget lets two be lacking', () => {
    const run = drained({ disruptionBudget: { maxUnavailable: 2 } });
    expect(run.control.outcomes[0]?.completedMs).toBe(10_000);
    expect(run.control.measures()[0]?.instances).toMatchObject({ min: 1 });
  });
});

describe('a readiness probe', () => {
  it('fails behind busy workers, takes the instance out of the routes, and flaps as the queue drains', () => {
    const run = startRun({
      components: {
        web: {
          operations: { get: [{ cpu: '10ms' }], health: [{ cpu: '1ms' }], report: [{ wait: '25s' }] },
          workers: 1,
          probes: { readiness: { asks: 'health', every: '10s', timeout: '1s', failures: 2, successes: 1 } },
        },
      },
      arrivals: [{ operation: 'web/report', at: ['5s'] }],
    });
    // Probes at 10 s and 20 s wait behind the report and time out at 11 s and 21 s. They are still worked off, for 1 ms
    // each, before the one at 30 s.
    expect(run.to(20_999).engine.routes.count(0)).toBe(1);
    expect(run.to(21_000).engine.routes.count(0)).toBe(0);
    expect(run.to(30_002).engine.routes.count(0)).toBe(0);
    expect(run.to(30_003).engine.routes.count(0)).toBe(1);
  });
});

describe('a liveness probe', () => {
  it('restarts an instance whose workers are all held, after a grace that its requests outlast', () => {
    const run = startRun({
      components: {
        web: {
          operations: { report: [{ wait: '5m' }], health: [{ cpu: '1ms' }] },
          workers: 1,
          startUp: { time: '2s' },
          shutdown: { grace: '10s' },
          probes: { liveness: { asks: 'health', every: '10s', timeout: '1s', failures: 3 } },
        },
      },
      arrivals: [{ operation: 'web/report', at: ['5s'] }],
    }).to(60_000);
    // Probes begin at 10, 20 and 30 s.
    expect(run.table()).toEqual([
      '31 web-1 is restarted: its liveness probe failed',
      '41 web-1 is killed',
      '41 web-1 is started again',
    ]);
    expect(run.engine.sources.outcomes(0).failed).toBe(1);
  });

  it('waits for startup to have succeeded, however long that takes', () => {
    const run = startRun({
      components: {
        web: {
          ...web,
          startUp: { time: '39s' },
          probes: {
            startup: { every: '10s', failures: 6 },
            liveness: { every: '5s', failures: 1 },
          },
        },
      },
      timeline: [{ at: '10s', fault: 'kill', component: 'web' }],
    }).to(120_000);
    // Started at 10 s, up at 49 s; the probe at 50 s is the first that succeeds.
    expect(run.control.measures()[0]?.restarts).toBe(1);
    expect(run.control.measures()[0]?.instances.mean).toBeCloseTo(80 / 120, 10);
  });

  it('without a startup probe ends an instance that starts too slowly again and again', () => {
    const run = startRun({
      components: { web: { ...web, startUp: { time: '40s' }, probes: { liveness: { every: '10s', failures: 3 } } } },
      timeline: [{ at: '10s', fault: 'kill', component: 'web' }],
    }).to(200_000);
    expect(run.table('web').filter((line) => line.includes('liveness'))).toEqual([
      '30 web-1 is restarted: its liveness probe failed',
      '60 web-1 is restarted: its liveness probe failed',
      '100 web-1 is restarted: its liveness probe failed',
      '160 web-1 is restarted: its liveness probe failed',
    ]);
  });
});

describe('a drain', () => {
  const nodes = { a: { cores: 4, memory: '1GiB' }, b: { cores: 4, memory: '1GiB' } };

  it('is tried every 5 s for ever where the budget allows nothing', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 2, reserves: { cpu: 1 }, disruptionBudget: { minAvailable: 2 } } },
      nodes,
      timeline: [{ at: '10s', action: 'drain-node', node: 'a' }],
    }).to(600_000);
    expect(run.table()).toEqual([
      '10 action drain-node',
      '10 web-1 may not be evicted from a: its disruption budget allows none',
    ]);
    expect(run.control.outcomes[0]).toMatchObject({ completedMs: null, problem: null });
  });

  it('gives up at its timeout and names what is left', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 2, reserves: { cpu: 1 }, disruptionBudget: { maxUnavailable: 0 } } },
      nodes,
      timeline: [{ at: '10s', action: 'drain-node', node: 'a', timeout: '1m' }],
    }).to(600_000);
    expect(run.control.outcomes[0]?.problem).toBe('the drain gives up: web-1 could not be evicted');
    expect(run.table().at(-1)).toBe('70 drain-node is not done: the drain gives up: web-1 could not be evicted');
  });

  it('moves one after the other where one may be lacking, and a single instance is missing meanwhile', () => {
    const run = startRun({
      components: {
        web: {
          ...web,
          replicas: 3,
          startUp: { time: '7s' },
          reserves: { cpu: 1 },
          disruptionBudget: { maxUnavailable: 1 },
        },
        db: { operations: { ask: [{ cpu: '1ms' }] }, reserves: { cpu: 1 }, startUp: { time: '20s' } },
      },
      nodes,
      timeline: [{ at: '10s', action: 'drain-node', node: 'a' }],
    }).to(100_000);
    expect(run.table('web')).toEqual([
      '10 web-1 is evicted from a',
      '10 web-4 starts on b',
      '10 web-3 may not be evicted from a: its disruption budget allows none',
      '20 web-3 is evicted from a',
      '20 web-5 starts on b',
    ]);
    expect(run.control.outcomes[0]?.completedMs).toBe(20_000);
    // The database was on the node with fewer instances.
    expect(run.table('db')).toEqual([]);
  });

  it('leaves an instance pending whose volume is held on the node that is closed', () => {
    const run = startRun({
      components: {
        db: { operations: { ask: [{ cpu: '1ms' }] }, volume: 'one-instance', shutdown: { preStop: '10s' } },
      },
      nodes,
      timeline: [{ at: '10s', action: 'drain-node', node: 'a' }],
    }).to(100_000);
    expect(run.table('db')).toEqual([
      '10 db-1 is evicted from a',
      '10 db-2 is pending: its volume is held by another instance',
      '20 db-2 is placed on b',
    ]);
  });
});

describe('an autoscaler', () => {
  it.each([
    ['bounded by nothing', {}, []],
    ['had one each', { cpu: { cores: 2, scheduling: 'fcfs' } }, []],
    [
      'had one each, and for a while limited',
      { cpu: { cores: 2, scheduling: 'fcfs' } },
      [{ at: '100s', fault: 'cpu-limit', component: 'web', cpu: 1.9, for: '10s' }],
    ],
  ] as const)('sees the work of processors that are %s', (_, cpu, timeline) => {
    const run = startRun({
      components: {
        web: {
          operations: { get: [{ cpu: '100ms' }] },
          replicas: 8,
          reserves: { cpu: 1 },
          autoscaler: { min: 1, max: 20, cpu: 0.5, downAfter: '0s' },
          ...cpu,
        },
      },
      // Four cores of work, half of what eight instances reserve.
      arrivals: [{ operation: 'web/get', rate: '40/s', spacing: 'even' }],
      timeline: [...timeline],
    }).to(300_000);
    expect(run.control.measures()[0]?.instances).toEqual({ mean: 8, min: 8, max: 8 });
  });

  it('goes up by the ratio of use, and down only when the wish of the window is lower', () => {
    const run = startRun({
      components: {
        web: {
          operations: { get: [{ cpu: '10ms' }] },
          cpu: { cores: 1 },
          autoscaler: { min: 1, max: 10, cpu: 0.5, every: '15s', downAfter: '60s' },
        },
      },
      // 0.9 cores of work until 60 s, 0.1 afterwards.
      arrivals: [
        { operation: 'web/get', rate: '10/s', spacing: 'even' },
        { operation: 'web/get', rate: '80/s', spacing: 'even', until: '60s' },
      ],
    }).to(300_000);
    expect(run.table()).toEqual([
      '15 autoscaler scales from 1 to 2',
      '15 web-2 starts',
      '120 autoscaler scales from 2 to 1',
      '120 web-2 is told to stop',
    ]);
  });
});

describe('memory', () => {
  it('kills an instance that leaks with each request, at the request that is too much', () => {
    const run = startRun({
      components: {
        web: { ...web, startUp: { time: '1s' }, memory: { base: '100MiB', leak: '1MiB', limit: '150MiB' } },
      },
      arrivals: [{ operation: 'web/get', rate: '10/s', spacing: 'even' }],
    }).to(5_500);
    // After 50 requests it has 150 MiB, and the 51st brings no more by itself; the 52nd finds 151.
    expect(run.control.measures()[0]).toMatchObject({ outOfMemoryKills: 1, memoryPeakBytes: 150 * 1024 * 1024 });
    expect(run.table().slice(0, 1)).toEqual(['5.2 web-1 is killed: out of memory']);
  });
});

describe('a shutdown', () => {
  const stopped = (shutdown: object, removed: '0s' | '2s') =>
    startRun({
      components: {
        web: { operations: { get: [{ wait: '400ms' }] }, replicas: 2, shutdown, routing: { removed } },
      },
      arrivals: hundred,
      timeline: [{ at: '5s', action: 'scale', component: 'web', replicas: 1 }],
    }).to(20_000);

  it('fails nothing when it drains and serves on for as long as callers may send', () => {
    expect(stopped({ preStop: '3s' }, '2s').engine.sources.outcomes(0).failed).toBe(0);
  });

  it('refuses what callers send who have not heard of it, where it does not wait for them', () => {
    // For 2 s half of the requests go there.
    expect(stopped({ preStop: '0s' }, '2s').engine.sources.outcomes(0).failed).toBe(100);
  });

  it('cuts off what it has where it does not drain', () => {
    // Of 100 requests a second half are there, each for 0.4 s.
    expect(stopped({ drains: false }, '0s').engine.sources.outcomes(0).failed).toBe(20);
  });
});
