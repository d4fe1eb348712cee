import { describe, expect, it } from '@jest/globals';
import { startRun } from './test-run.ts';

const web = { operations: { get: [{ cpu: '10ms' }] } };

describe('a control plane', () => {
  it('has all instances ready and known to callers at the start', () => {
    const { engine, control } = startRun({ components: { web: { ...web, replicas: 3 } } }).to(60_000);
    expect(engine.routes.count(0)).toBe(3);
    expect(control.measures()).toEqual([
      {
        component: 'web',
        instances: { mean: 3, min: 3, max: 3 },
        restarts: 0,
        outOfMemoryKills: 0,
        memoryPeakBytes: null,
      },
    ]);
    expect(control.events).toEqual([]);
  });

  it('restarts an instance that crashes at once, then after 10 s, 20 s and so on up to 5 min', () => {
    const run = startRun({ components: { web: { ...web, startUp: { time: '2s' } } } });
    const [life] = run.control.workloads[0]?.lives ?? [];
    life?.ailments.add({ livesMs: 5_000 });
    run.engine.at(1_000, () => life?.kill());
    run.to(1_000_000);
    expect(run.table().filter((line) => line.includes('exits'))).toEqual(
      [6, 21, 46, 91, 176, 341, 646, 951].map((atS) => `${atS} web-1 exits with an error`),
    );
    expect(run.control.measures()[0]?.restarts).toBe(8);
  });

  it('has a restarted instance ready when its start-up is over', () => {
    const run = startRun({ components: { web: { ...web, startUp: { time: '2s' } } } });
    run.engine.at(1_000, () => run.control.workloads[0]?.lives[0]?.kill());
    expect(run.to(2_999).engine.routes.count(0)).toBe(0);
    expect(run.to(3_000).engine.routes.count(0)).toBe(1);
    expect(run.to(10_000).control.measures()[0]?.instances).toEqual({ mean: 0.8, min: 0, max: 1 });
  });
});

describe('two runs with one seed', () => {
  it('are the same in every event', () => {
    const events = (): unknown => {
      const run = startRun({
        components: {
          web: {
            ...web,
            replicas: 4,
            startUp: { time: { exponential: '5s' } },
            routing: { removed: { exponential: '1s' } },
          },
        },
        timeline: [
          { at: '10s', action: 'set-image', component: 'web', image: 'web:2' },
          { at: '12s', fault: 'crash-loop', component: 'web', instances: 2, after: '3s', for: '1m' },
        ],
      }).to(600_000);
      return [run.control.events, run.control.measures(), run.control.outcomes];
    };
    expect(events()).toEqual(events());
  });
});

describe('a rollout', () => {
  it('replaces three instances one by one with one too many, each when the new one is ready', () => {
    const run = startRun({
      components: {
        web: { ...web, replicas: 3, startUp: { time: '4s' }, rollout: { maxSurge: 1, maxUnavailable: 0 } },
      },
    });
    const workload = run.control.workloads[0]!;
    run.engine.at(10_000, () => workload.deploy(workload.version.model));
    run.to(60_000);
    expect(run.table()).toEqual([
      '10 rollout of version 2 begins',
      '10 web-4 starts',
      '14 web-3 is told to stop',
      '14 web-5 starts',
      '18 web-2 is told to stop',
      '18 web-6 starts',
      '22 web-1 is told to stop',
      '22 rollout of version 2 is complete',
    ]);
    expect(run.control.measures()[0]?.instances).toMatchObject({ min: 3, max: 3 });
  });
});
