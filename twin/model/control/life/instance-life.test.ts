import { describe, expect, it } from '@jest/globals';
import { startRun } from '../test-run.ts';

const even = (rate: string): { operation: string; rate: string; spacing: 'even' }[] => [
  { operation: 'web/get', rate, spacing: 'even' },
];

describe('an instance that starts', () => {
  it('is slow at first, and less so on a straight line until it is warm', () => {
    const run = startRun({
      components: {
        web: {
          operations: { get: [{ cpu: '10ms' }] },
          startUp: { warmUp: { for: '100s', slowdown: 3 } },
        },
      },
      arrivals: even('1/s'),
      timeline: [{ at: '0.5s', fault: 'kill', component: 'web' }],
    }).to(100_400);
    // A factor of 3 falling to 1 is 2 in the mean.
    expect(run.engine.sources.outcomes(0).sumMs / 100).toBeCloseTo(20, 0);
    expect(run.engine.sources.outcomes(0).maxMs).toBeLessThan(30);
    const before = run.engine.sources.outcomes(0).sumMs;
    expect(run.to(110_500).engine.sources.outcomes(0).sumMs - before).toBeCloseTo(100, 6);
  });

  it('answers its first probes where it is up at once', () => {
    const probe = { asks: 'health', every: '10s', failures: 1 } as const;
    const run = startRun({
      components: {
        web: {
          operations: { health: [{ wait: '50ms' }], get: [] },
          probes: { readiness: probe, liveness: probe },
        },
      },
      timeline: [{ at: '12s', fault: 'kill', component: 'web' }],
    }).to(100_000);
    expect(run.table('web')).toEqual(['12 fault kill', '12 web-1 is killed', '12 web-1 is started again']);
    // Ready as soon as it has answered, and not only when it is asked again.
    expect(run.control.measures()[0]?.instances.mean).toBeCloseTo(1 - 0.05 / 100, 10);
  });

  it('exits and tries again for as long as its first steps fail', () => {
    const run = startRun({
      components: {
        web: {
          operations: { get: [{ wait: '1ms' }] },
          startUp: { time: '1s', steps: [{ call: 'db/ask' }] },
        },
        db: { operations: { ask: [{ wait: '1ms' }] }, startUp: { time: '1s' } },
      },
      timeline: [
        { at: '5s', fault: 'stop', component: 'db', for: '30s' },
        { at: '10s', fault: 'kill', component: 'web' },
      ],
    }).to(100_000);
    expect(run.table('web').filter((line) => /exits|waits/.test(line))).toEqual([
      '11 web-1 exits with an error',
      '11 web-1 waits 10 s for its restart',
      '22 web-1 exits with an error',
      '22 web-1 waits 20 s for its restart',
    ]);
    // Down from 10 s, up again at 42 s and 1 s and 1 ms.
    expect(run.control.measures()[0]?.instances.mean).toBeCloseTo(1 - 33.001 / 100, 10);
  });

  it('refuses what comes before it is up, where callers still know its address', () => {
    const run = startRun({
      components: {
        web: { operations: { get: [{ wait: '1ms' }] }, startUp: { time: '5s' }, routing: { removed: '1m' } },
      },
      arrivals: even('1/s'),
      timeline: [{ at: '10.5s', fault: 'kill', component: 'web' }],
    }).to(20_500);
    expect(run.engine.sources.outcomes(0).failed).toBe(5);
  });

  it('is not restarted where the policy says never, and its place stays empty', () => {
    const run = startRun({
      components: { web: { operations: { get: [{ wait: '1ms' }] }, restart: { when: 'never' } } },
      timeline: [{ at: '10s', fault: 'kill', component: 'web' }],
    }).to(100_000);
    expect(run.control.measures()[0]).toMatchObject({ instances: { mean: 0.1, min: 0 }, restarts: 0 });
  });
});

describe('an instance that consumes', () => {
  const consuming = {
    operations: { pack: [{ wait: '1s' as const }] },
    consumes: [{ queue: 'orders', operation: 'pack' }],
  };

  it('works the messages off that are there at the start', () => {
    const run = startRun({ components: { packer: consuming }, queues: { orders: { holds: 5 } } }).to(3_500);
    expect(run.engine.queues.measures(0)).toMatchObject({ consumed: 3, depth: 1 });
  });

  it('takes none while it is stopped, and goes on when it is back', () => {
    const run = startRun({
      components: { packer: consuming },
      queues: { orders: { holds: 50 } },
      timeline: [{ at: '10.5s', fault: 'stop', component: 'packer', for: '10s' }],
    });
    // The one in hand at 10.5 s is finished.
    expect(run.to(20_400).engine.queues.measures(0).consumed).toBe(11);
    expect(run.to(25_600).engine.queues.measures(0).consumed).toBe(16);
  });
});

describe('a volume that one node may have', () => {
  it('keeps a new instance off other nodes', () => {
    const run = startRun({
      components: {
        db: {
          operations: { ask: [{ wait: '1ms' }] },
          reserves: { cpu: 1 },
          volume: 'one-node',
          rollout: { maxSurge: 1, maxUnavailable: 0 },
        },
      },
      nodes: { a: { cores: 1, memory: '1GiB' }, b: { cores: 1, memory: '1GiB' } },
      timeline: [{ at: '10s', action: 'set-image', component: 'db', image: 'db:2' }],
    }).to(600_000);
    expect(run.table('db')).toContain('10 db-2 is pending: its volume is attached to a node that cannot take it');
    expect(run.control.outcomes[0]?.completedMs).toBeNull();
  });
});
