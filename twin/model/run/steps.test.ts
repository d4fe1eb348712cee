import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate, startSimulation } from '../index.ts';
import type { ModelFile, SimulationReport } from '../index.ts';

/** A component that does steps when asked. */
const doing = (steps: object[], at: readonly number[], over: Partial<ModelFile> = {}) =>
  madeModel({
    components: { web: { operations: { get: steps } } },
    arrivals: [{ operation: 'web/get', at: at.map((ms) => `${ms}ms`) }],
    run: { for: '1h' },
    ...over,
  });

const get = ({ operations }: SimulationReport) => operations[0] as SimulationReport['operations'][number];

/** How long each request took, in the order in which they came. */
function durations(model: ReturnType<typeof doing>): number[] {
  const simulation = startSimulation(model, { seed: 1, traceRequests: 1_000 });
  simulation.runUntil(Infinity);
  return simulation
    .spans()
    .filter(({ kind, parentSpanId }) => kind === 'server' && parentSpanId === undefined)
    .toSorted((one, other) => one.startMs - other.startMs)
    .map(({ durationMs }) => Number(durationMs.toFixed(6)));
}

const many = (count: number, everyMs = 1): number[] => Array.from({ length: count }, (_, at) => at * everyMs);

describe('parallel steps', () => {
  it.each([
    [7, 3, 3],
    [6, 3, 2],
    [1, 3, 1],
    [9, 1, 9],
    [9, 20, 1],
    [9, undefined, 1],
  ])('of %i branches, %s at once, take as long as %i in turn', (branches, atOnce, turns) => {
    const step = {
      parallel: Array.from({ length: branches }, () => [{ wait: '10ms' }]),
      ...(atOnce === undefined ? {} : { atOnce }),
    };
    expect(durations(doing([step], [0]))).toEqual([turns * 10]);
  });

  it('wait for the longest branch, fail by any, and go on to no later step then', () => {
    const branches = [[{ wait: '5ms' }], [{ wait: '2ms' }, { fail: 1 }], [{ wait: '20ms' }]];
    const model = doing([{ parallel: branches }, { wait: '100ms' }], [0]);
    expect(durations(model)).toEqual([20]);
    expect(get(simulate(model, { seed: 1 })).errors).toEqual({ application: 1 });
  });
});

describe('detached steps', () => {
  it('delay nobody, fail nobody, and are work all the same', () => {
    const model = doing([{ detach: [{ cpu: '50ms' }, { fail: 1 }] }, { wait: '3ms' }], many(10, 100), {
      components: {
        web: { operations: { get: [{ detach: [{ cpu: '50ms' }, { fail: 1 }] }, { wait: '3ms' }] }, cpu: { cores: 1 } },
      },
    });
    expect(durations(model)).toEqual(many(10).map(() => 3));
    const report = simulate(model, { seed: 1, forMs: 10_000 });
    expect(get(report)).toMatchObject({ answered: 10, errors: {} });
    expect(report.components[0]?.cpu.utilisationOfCoresRatio).toBeCloseTo(0.05, 12);
  });
});

describe('a choice', () => {
  it('is made as often as its probabilities say', () => {
    const choose = [
      { probability: 0.1, steps: [{ wait: '1ms' }] },
      { probability: 0.65, steps: [{ wait: '10ms' }] },
      { probability: 0.25, steps: [] },
    ];
    const model = doing([{ wait: '100ms' }, { choose }], many(20_000));
    const counts = new Map<number, number>();
    const simulation = startSimulation(model, { seed: 1, traceRequests: 20_000 });
    simulation.runUntil(Infinity);
    for (const { durationMs } of simulation.spans()) {
      const ms = Math.round(durationMs);
      counts.set(ms, (counts.get(ms) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual([100, 101, 110]);
    // Pearson's chi-squared with two degrees of freedom is above 13.8 in one of a thousand samples.
    const chiSquared = [
      [100, 0.25],
      [101, 0.1],
      [110, 0.65],
    ].reduce((sum, [ms = 0, probability = 0]) => {
      const wanted = probability * 20_000;
      return sum + ((counts.get(ms) ?? 0) - wanted) ** 2 / wanted;
    }, 0);
    expect(chiSquared).toBeLessThan(13.8);
  });
});

describe('a cache', () => {
  const cached = (cache: object) =>
    doing([{ cache: 'k', miss: [{ wait: '1ms' }] }], many(6_000), { caches: { k: cache as { hits: number } } });

  it('that is warm has its share of hits', () => {
    const ratio = simulate(cached({ hits: 0.8 }), { seed: 1 }).caches[0]?.hitRatio ?? NaN;
    expect(Math.abs(ratio - 0.8)).toBeLessThan(4 * Math.sqrt((0.8 * 0.2) / 6_000));
  });

  it('that is cold warms with its misses as the formula says', () => {
    const [hits, warmAfter] = [0.9, 500];
    // Misses by number of requests: each is one with the chance that the misses before leave.
    let misses = 0;
    for (let request = 0; request < 6_000; request += 1) misses += 1 - hits * (1 - Math.exp(-misses / warmAfter));
    const ratios = [1, 2, 3, 4, 5].map((seed) => {
      const report = simulate(cached({ hits, warmAfter, startsCold: true }), { seed });
      return report.caches[0]?.hitRatio ?? NaN;
    });
    const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
    expect(Math.abs(mean - (1 - misses / 6_000))).toBeLessThan(0.01);
    // And it matters: warm from the start it would be 0.9.
    expect(mean).toBeLessThan(0.78);
  });
});

describe('a lock', () => {
  const locking = (mode: 'shared' | 'exclusive', over: object = {}) => [
    { lock: 'l', mode, steps: [{ wait: '10ms' }], ...over },
  ];
  const model = (arrivals: ModelFile['arrivals'], over: object = {}) =>
    madeModel({
      components: { db: { operations: { read: locking('shared', over), write: locking('exclusive', over) } } },
      arrivals,
      locks: ['l'],
      run: { for: '10s' },
    });

  it('is had alone one after the other, in the order of coming', () => {
    expect(durations(model([{ operation: 'db/write', at: ['0ms', '1ms', '2ms', '50ms'] }]))).toEqual([10, 19, 28, 10]);
  });

  it('is shared by all who want it so at once', () => {
    expect(durations(model([{ operation: 'db/read', at: ['0ms', '1ms', '2ms'] }]))).toEqual([10, 10, 10]);
  });

  it('lets sharers wait behind one who wants it alone and came before them', () => {
    const both = model([
      { operation: 'db/read', at: ['0ms', '3ms', '4ms'] },
      { operation: 'db/write', at: ['2ms'] },
    ]);
    // Read 0 to 10, write from 10 to 20, both late reads from 20 to 30.
    expect(durations(both)).toEqual([10, 18, 27, 26]);
  });

  it('is given up on after the timeout, which lets those behind go on', () => {
    const both = model(
      [
        { operation: 'db/read', at: ['0ms', '3ms'] },
        { operation: 'db/write', at: ['2ms'] },
      ],
      { timeout: '5ms' },
    );
    // The write gives up at 7 ms; the read that waited behind it shares from then on.
    expect(durations(both)).toEqual([10, 5, 14]);
    const report = simulate(both, { seed: 1 });
    expect(report.operations[1]?.errors).toEqual({ 'lock-timeout': 1 });
  });

  it('is given back by whoever fails in it, and by an instance that dies', () => {
    const failing = madeModel({
      components: {
        db: { operations: { write: [{ lock: 'l', mode: 'exclusive', steps: [{ wait: '1ms' }, { fail: 1 }] }] } },
      },
      arrivals: [{ operation: 'db/write', at: ['0ms', '5ms', '10ms'] }],
      locks: ['l'],
      run: { for: '1s' },
    });
    expect(durations(failing)).toEqual([1, 1, 1]);
    const dying = madeModel({
      components: { db: { operations: { write: locking('exclusive') }, replicas: 2 } },
      arrivals: [{ operation: 'db/write', at: ['0ms', '1ms', '20ms'] }],
      locks: ['l'],
      run: { for: '1s' },
      timeline: [{ at: '5ms', fault: 'kill', component: 'db', instances: 1 }],
    });
    const report = simulate(dying, { seed: 1 });
    // Whichever died, the others had it after that.
    expect(report.sources[0]).toMatchObject({ ended: 3, failed: 1 });
  });
});

describe('queues in front of workers', () => {
  it('refuse what finds them full, and count it', () => {
    const model = doing([], many(10), {
      components: { web: { operations: { get: [{ wait: '100ms' }] }, workers: 2, queue: 3 } },
    });
    expect(durations(model).filter((ms) => ms > 0)).toEqual([100, 100, 198, 198, 296]);
    const report = simulate(model, { seed: 1 });
    expect(get(report)).toMatchObject({ answered: 5, errors: { 'queue-full': 5 } });
    expect(report.run.saturated).toEqual([{ bound: 'instance-queue', where: 'web', refused: 5 }]);
    expect(report.components[0]?.inFlight.max).toBe(5);
  });

  it('hold a worker over calls, so that a slow callee fills its caller', () => {
    const model = doing([], many(4), {
      components: {
        web: { operations: { get: [{ call: 'back/get' }] }, workers: 1 },
        back: { operations: { get: [{ wait: '50ms' }] } },
      },
    });
    const report = simulate(model, { seed: 1, forMs: 1_000 });
    expect(report.components[1]?.inFlight.max).toBe(1);
    expect(report.components[0]?.workers?.utilisationRatio).toBeCloseTo(0.2, 12);
    expect(report.components[0]?.workers?.meanQueue).toBeCloseTo((49 + 98 + 147) / 1_000, 12);
  });

  it('are used in proportion to the time that their instance was there, however often it ended and began again', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ wait: '100ms' }] }, workers: 1, restart: { backoff: '10s' } } },
      arrivals: [{ operation: 'web/get', rate: '5/s', spacing: 'even' }],
      timeline: [
        { at: '10s', fault: 'kill', component: 'web' },
        { at: '20s', fault: 'kill', component: 'web' },
      ],
      run: { for: '100s' },
    });
    const [web] = simulate(model, { seed: 1 }).components;
    // Of 100 s it is away for the 10 s of the backoff after its second end, and else busy half of the time.
    expect(web).toMatchObject({ restarts: 2, instances: { mean: 0.9 } });
    expect(web?.workers?.utilisationRatio).toBeCloseTo(0.5, 2);
  });
});

describe('a queue of messages', () => {
  const publishing = (messages: number, consumer: object, queue: object) =>
    madeModel({
      components: {
        web: { operations: { get: [{ publish: 'q' }] } },
        worker: {
          operations: { take: [{ wait: '10ms' }] },
          consumes: [{ queue: 'q', operation: 'take', ...consumer }],
        },
      },
      arrivals: [{ operation: 'web/get', at: many(messages).map((ms) => `${ms}ms`) }],
      queues: { q: queue },
      run: { for: '10s' },
    });
  const queueOf = (model: ReturnType<typeof publishing>) => simulate(model, { seed: 1 }).queues[0];

  it('is worked off as fast as consumers can, and grows by the rest meanwhile', () => {
    // One a millisecond comes for 100 ms; four at a time take 10 ms each.
    const seen = queueOf(publishing(100, { atOnce: 4 }, {}));
    expect(seen).toMatchObject({ published: 100, consumed: 100, depthAtEnd: 0, refused: 0, dropped: 0, failed: 0 });
    // The last is taken at 240 ms; at 99 ms 100 have come and 40 are taken, 4 of them in this very moment at most.
    expect(seen?.maxDepth).toBeGreaterThanOrEqual(60);
    expect(seen?.maxDepth).toBeLessThanOrEqual(64);
  });

  it('keeps what nobody takes, and says how old the oldest is', () => {
    const seen = queueOf(publishing(3, { atOnce: 1 }, { holds: 2_000 }));
    // 2,000 from the start take 20 s; at 10 s a thousand are done, and one has just been taken.
    expect(seen).toMatchObject({ published: 3, consumed: 1_000 });
    expect(seen?.depthAtEnd).toBe(2_003 - 1_001);
    expect(seen?.oldestAtEndMs).toBe(10_000);
  });

  it('refuses or drops its oldest when it is full, by number and by memory', () => {
    const full = { atOnce: 1 };
    // Two wait, one is worked on: from 3 on each that comes finds it full, but for one each 10 ms.
    expect(queueOf(publishing(10, full, { most: 2 }))).toMatchObject({ published: 3, refused: 7, dropped: 0 });
    expect(queueOf(publishing(10, full, { most: 2, whenFull: 'drop-oldest' }))).toMatchObject({
      published: 10,
      refused: 0,
      dropped: 7,
      consumed: 3,
    });
    const byMemory = { most: 1_000, message: '4kB', memory: '9kB' };
    expect(queueOf(publishing(10, full, byMemory))).toMatchObject({ published: 3, refused: 7, maxDepth: 2 });
  });

  it('gives its publishers an error when it is full', () => {
    const report = simulate(publishing(10, { atOnce: 1 }, { most: 2 }), { seed: 1 });
    expect(get(report).errors).toEqual({ 'broker-full': 7 });
    expect(report.run.saturated).toEqual([{ bound: 'message-queue', where: 'q', refused: 7 }]);
  });

  it('of a hundred thousand whose consumer refuses them all is at its end without nesting as deep', () => {
    const model = madeModel({
      components: {
        web: { operations: { get: [{ publish: 'q' }] } },
        worker: {
          operations: { take: [{ wait: '1h' }] },
          workers: 1,
          queue: 0,
          consumes: [{ queue: 'q', operation: 'take', atOnce: 2 }],
        },
      },
      arrivals: [{ operation: 'web/get', at: ['1s'] }],
      queues: { q: { holds: 100_000 } },
      run: { for: '2s' },
    });
    expect(simulate(model, { seed: 1 }).queues[0]?.depthAtEnd).toBe(0);
  });
});
