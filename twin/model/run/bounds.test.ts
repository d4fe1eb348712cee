import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate, startSimulation } from '../index.ts';
import type { Model } from '../index.ts';

/** With some of everything that is remembered: timeouts, retries, pools, locks, queues, caches, connections. */
const everything = (): Model =>
  madeModel({
    components: {
      web: {
        operations: {
          get: [
            { cpu: { exponential: '3ms' } },
            { parallel: [[{ call: 'db/read' }], [{ cache: 'k', miss: [{ call: 'db/read' }] }]] },
            { detach: [{ wait: { exponential: '20ms' } }] },
            { publish: 'q' },
          ],
        },
        replicas: 2,
        workers: 8,
        queue: 50,
        cpu: { cores: 1 },
        clients: {
          db: {
            latency: { exponential: '1ms' },
            timeout: '60ms',
            pool: { size: 4, queue: 20, acquireTimeout: '40ms' },
            retries: { attempts: 3, backoff: '5ms', jitter: 1 },
            breaker: { errors: '80%', window: 20, openFor: '1s' },
            keepAlive: { idle: '1s', serverIdle: '2s', notice: '5ms' },
          },
        },
      },
      db: {
        operations: {
          read: [{ cpu: { lognormal: { mean: '4ms', cv: 1.5 } } }, { lock: 'l', mode: 'shared', steps: [] }],
        },
        cpu: { cores: 2, limit: 1.5 },
      },
      mail: {
        operations: { send: [{ wait: { exponential: '10ms' } }, { lock: 'l', mode: 'exclusive', steps: [] }] },
        consumes: [{ queue: 'q', operation: 'send', atOnce: 2 }],
      },
    },
    arrivals: [
      {
        operation: 'web/get',
        rate: '110/s',
        dispersion: 3,
        timeout: '200ms',
        retries: { attempts: 2, backoff: '20ms' },
      },
      { operation: 'web/get', users: 3, think: { exponential: '100ms' } },
    ],
    queues: { q: { most: 100, whenFull: 'drop-oldest' } },
    caches: { k: { hits: 0.5, warmAfter: 100, startsCold: true } },
    locks: ['l'],
    run: { for: '10h' },
  });

/** The most that the engine held of everything, looked at every 250 ms of the model. */
function mostHeld(model: Model, forMs: number) {
  const simulation = startSimulation(model, { seed: 1, forMs });
  const { engine } = simulation;
  const most = { frameWords: 0, frameTimes: 0, events: 0, deadlines: 0, instances: 0 };
  for (let untilMs = 250; untilMs <= forMs; untilMs += 250) {
    simulation.runUntil(untilMs);
    most.frameWords = Math.max(most.frameWords, engine.frames.words.length);
    most.frameTimes = Math.max(most.frameTimes, engine.frames.times.length);
    most.events = Math.max(most.events, engine.queue.size);
    most.deadlines = Math.max(most.deadlines, engine.deadlines.length);
    most.instances = Math.max(most.instances, engine.instances.count);
  }
  const { timeline, ...report } = simulation.report();
  return { ...most, report: JSON.stringify(report).length, buckets: timeline.sources[0]?.ended.length ?? NaN };
}

describe('what a run holds', () => {
  it('is the same after ten times as long', () => {
    const short = mostHeld(everything(), 60_000);
    const long = mostHeld(everything(), 600_000);
    expect(short.frameWords).toBeGreaterThan(0);
    expect(long.frameWords).toBe(short.frameWords);
    expect(long.frameTimes).toBe(short.frameTimes);
    expect(long.instances).toBe(short.instances);
    // The highest of ten times as many looks is a little higher; if it grew with time, it would be ten times as high.
    expect(long.events).toBeLessThan(3 * short.events);
    expect(long.deadlines).toBeLessThan(3 * short.deadlines);
    expect(long.report).toBeLessThan(1.1 * short.report);
    expect(long.buckets).toBeLessThanOrEqual(600);
  });

  it('is bounded by the queues where far more comes than can be done, and the run says so', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: '1s' }] }, cpu: { cores: 1, scheduling: 'fcfs' }, queue: 100 } },
      arrivals: [{ operation: 'web/get', rate: '1000/s' }],
      run: { for: '60s' },
    });
    const simulation = startSimulation(model, { seed: 1 });
    simulation.runUntil(Infinity);
    const report = simulation.report();
    expect(report.run.saturated).toMatchObject([{ bound: 'instance-queue', where: 'web' }]);
    expect(report.run.saturated[0]?.refused).toBe(report.operations[0]?.errors['queue-full']);
    expect(simulation.engine.frames.all().length).toBeLessThanOrEqual(101);
    expect(simulation.engine.frames.words.length).toBe(1_024 * 16);
  });

  it('is bounded by the engine itself where nothing else does it, and the run says so', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ wait: '10h' }] } } },
      arrivals: [{ operation: 'web/get', rate: '20000/s' }],
      run: { for: '60s' },
    });
    const report = simulate(model, { seed: 1 });
    const [bound] = report.run.saturated;
    expect(bound).toMatchObject({ bound: 'requests-under-way' });
    const { offered, ended } = report.sources[0] ?? { offered: NaN, ended: NaN };
    expect(offered - ended).toBe(2 ** 20);
    expect(bound?.refused).toBe(ended);
  });

  it('where even the branches of a request find no room, fails it and hangs nothing', () => {
    const branch = [{ wait: '1ms' }];
    const model = madeModel({
      components: {
        web: {
          operations: { fill: [{ wait: '10h' }], get: [{ wait: '50s' }, { parallel: [branch, branch], atOnce: 1 }] },
        },
      },
      arrivals: [
        { operation: 'web/get', at: ['1s', '2s'] },
        { operation: 'web/fill', rate: '25000/s' },
      ],
      run: { for: '55s' },
    });
    const report = simulate(model, { seed: 1 });
    expect(report.sources[0]).toMatchObject({ offered: 2, ended: 2, failed: 2 });
  });
});
