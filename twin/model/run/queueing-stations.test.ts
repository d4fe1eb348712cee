import { describe, expect, it } from '@jest/globals';
import { intervalOf } from '../../../testing/interval-of.ts';
import { madeModel } from '../../../testing/made-model.ts';
import {
  closedSystem,
  forkJoinOfTwoResponseMs,
  forkJoinResponseMs,
  harmonic,
  mg1,
  mg1SharedResponseMs,
  mm1,
  mm1ResponseQuantileMs,
  mmc,
  mmck,
  mmcTakesLongerRatio,
  tandemResponseMs,
} from '../../../testing/queueing-formulas.ts';
import { simulate } from '../index.ts';
import type { ModelFile, SimulationReport } from '../index.ts';

type Component = ModelFile['components'][string];

/** How far half of an interval may reach: wider, and it would hold wrong answers too. */
const narrowRatio = 0.03;

const fcfs = (cores: number): Component['cpu'] => ({ cores, scheduling: 'fcfs' });

/** One station with Poisson arrivals. */
function station(perSecond: number, work: string | object, cpu: Component['cpu'], over: Partial<Component> = {}) {
  return madeModel({
    components: { web: { operations: { get: [{ cpu: work }] }, cpu, queue: 1_000_000, ...over } },
    arrivals: [{ operation: 'web/get', rate: `${perSecond}/s` }],
    run: { for: '1h', warmUp: '20s' },
  });
}

/** A mean response, from independent runs. */
const meanOf = (model: ReturnType<typeof madeModel>, requests: number) =>
  intervalOf((seed) => simulate(model, { seed, requests }).sources[0]?.meanMs ?? NaN);

function expectWithin(interval: ReturnType<typeof intervalOf>, rightMs: number): void {
  expect(interval.halfWidthRatio).toBeLessThan(narrowRatio);
  expect(rightMs).toBeGreaterThan(interval.low);
  expect(rightMs).toBeLessThan(interval.high);
}

const answer = ({ operations }: SimulationReport) => operations[0] as SimulationReport['operations'][number];

describe('a station where requests keep a processor', () => {
  it.each([
    [1, 60],
    [2, 140],
    [4, 300],
    [16, 1_400],
  ])('answers as an M/M/%i at %i requests a second', (cores, perSecond) => {
    const queue = { arrivalsPerSecond: perSecond, meanServiceMs: 10 };
    const interval = meanOf(station(perSecond, { exponential: '10ms' }, fcfs(cores)), 40_000);
    expectWithin(interval, mmc(queue, cores).meanResponseMs);
  });

  it.each([
    ['constant', '10ms', 0],
    ['Erlang', { erlang: { mean: '10ms', shape: 4 } }, 1 / 4],
    ['hyperexponential', { hyperexponential: { mean: '10ms', cv: 1.5 } }, 2.25],
    ['lognormal', { lognormal: { mean: '10ms', cv: 1.2 } }, 1.44],
  ] as const)('answers as Pollaczek and Khinchine say where times are %s', (_, work, serviceScv) => {
    const queue = { arrivalsPerSecond: 60, meanServiceMs: 10, serviceScv };
    expectWithin(meanOf(station(60, work, fcfs(1)), 60_000), mg1(queue).meanResponseMs);
  });

  it('has the quantiles of an M/M/1', () => {
    const queue = { arrivalsPerSecond: 60, meanServiceMs: 10 };
    const model = station(60, { exponential: '10ms' }, fcfs(1));
    for (const [ratio, figure] of [
      [0.5, 'p50Ms'],
      [0.95, 'p95Ms'],
      [0.99, 'p99Ms'],
    ] as const) {
      const interval = intervalOf((seed) => answer(simulate(model, { seed, requests: 30_000 }))[figure] ?? NaN);
      // What is left beside the interval is the error of the buckets that durations are counted in.
      expect(interval.halfWidthRatio).toBeLessThan(0.045);
      expect(mm1ResponseQuantileMs(queue, ratio)).toBeGreaterThan(interval.low / 1.008);
      expect(mm1ResponseQuantileMs(queue, ratio)).toBeLessThan(interval.high * 1.008);
    }
  });

  it('has the tail of an M/M/c: as many give up after a time as take longer, and they change nothing for others', () => {
    const queue = { arrivalsPerSecond: 280, meanServiceMs: 10 };
    const base = station(280, { exponential: '10ms' }, fcfs(4));
    for (const timeoutMs of [10, 30]) {
      const arrivals = base.arrivals.map((one) => ({ ...one, timeout: timeoutMs }));
      const interval = intervalOf(
        (seed) => answer(simulate({ ...base, arrivals }, { seed, requests: 25_000 })).errorRatio ?? NaN,
      );
      expect(interval.halfWidthRatio).toBeLessThan(0.07);
      const right = mmcTakesLongerRatio(queue, 4, timeoutMs);
      expect(right).toBeGreaterThan(interval.low);
      expect(right).toBeLessThan(interval.high);
    }
  });

  it('turns as many away as an M/M/c/K, and answers the others as fast', () => {
    const right = mmck({ arrivalsPerSecond: 250, meanServiceMs: 10 }, 2, 6);
    // Of six places two are at the processors.
    const model = station(250, { exponential: '10ms' }, fcfs(2), { queue: 4 });
    const lost = intervalOf((seed) => answer(simulate(model, { seed, requests: 20_000 })).errorRatio ?? NaN);
    expectWithin(lost, right.blockedRatio);
    expectWithin(meanOf(model, 20_000), right.meanResponseMs);
    expect(simulate(model, { seed: 1, requests: 10_000 }).run.saturated).toMatchObject([
      { bound: 'instance-queue', where: 'web' },
    ]);
  });
});

describe('a station where workers are what there is too few of', () => {
  it('answers as an M/M/c with as many servers, whatever holds them', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ wait: { exponential: '10ms' } }] }, workers: 3, queue: 1_000_000 } },
      arrivals: [{ operation: 'web/get', rate: '225/s' }],
      run: { for: '1h', warmUp: '20s' },
    });
    const right = mmc({ arrivalsPerSecond: 225, meanServiceMs: 10 }, 3);
    expectWithin(meanOf(model, 60_000), right.meanResponseMs);
    const { components } = simulate(model, { seed: 'workers', requests: 400_000 });
    expect(components[0]?.workers?.utilisationRatio).toBeCloseTo(right.utilisationRatio, 2);
    const meanQueue = components[0]?.workers?.meanQueue ?? NaN;
    expect(Math.abs(meanQueue / right.meanWaiting - 1)).toBeLessThan(0.04);
  });
});

describe('a station where requests share the processor', () => {
  it.each([
    ['constant', '10ms'],
    ['exponential', { exponential: '10ms' }],
    ['hyperexponential', { hyperexponential: { mean: '10ms', cv: 2 } }],
  ] as const)('answers as fast on average where times are %s', (_, work) => {
    const right = mg1SharedResponseMs({ arrivalsPerSecond: 50, meanServiceMs: 10 });
    expectWithin(meanOf(station(50, work, { cores: 1 }), 40_000), right);
  });

  it('takes in proportion to the work: long requests as much longer as they are', () => {
    const model = madeModel({
      components: { web: { operations: { short: [{ cpu: '2ms' }], long: [{ cpu: '20ms' }] }, cpu: { cores: 1 } } },
      arrivals: [
        { operation: 'web/short', rate: '80/s' },
        { operation: 'web/long', rate: '16/s' },
      ],
      run: { for: '1h', warmUp: '20s' },
    });
    const queue = { arrivalsPerSecond: 96, meanServiceMs: 5 };
    for (const [at, serviceMs] of [2, 20].entries()) {
      const interval = intervalOf((seed) => simulate(model, { seed, requests: 20_000 }).sources[at]?.meanMs ?? NaN);
      expectWithin(interval, mg1SharedResponseMs(queue, serviceMs));
    }
  });
});

describe('stations together', () => {
  it('take in a line what each takes alone', () => {
    const model = madeModel({
      components: {
        front: {
          operations: { ask: [{ cpu: { exponential: '10ms' } }, { call: 'middle/ask' }] },
          cpu: fcfs(1),
          queue: 100_000,
        },
        middle: {
          operations: { ask: [{ cpu: { exponential: '25ms' } }, { call: 'back/ask' }] },
          cpu: fcfs(2),
          queue: 100_000,
        },
        back: { operations: { ask: [{ cpu: { exponential: '8ms' } }] }, cpu: fcfs(1), queue: 100_000 },
      },
      arrivals: [{ operation: 'front/ask', rate: '55/s' }],
      run: { for: '1h', warmUp: '20s' },
    });
    const right = tandemResponseMs(55, [
      { servers: 1, meanServiceMs: 10 },
      { servers: 2, meanServiceMs: 25 },
      { servers: 1, meanServiceMs: 8 },
    ]);
    expectWithin(meanOf(model, 25_000), right);
  });

  const forkJoin = (branches: number) => {
    const names = Array.from({ length: branches }, (_, at) => `part-${at + 1}`);
    return madeModel({
      components: {
        front: { operations: { ask: [{ parallel: names.map((name) => [{ call: `${name}/ask` }]) }] } },
        ...Object.fromEntries(
          names.map((name) => [
            name,
            { operations: { ask: [{ cpu: { exponential: '10ms' } }] }, cpu: fcfs(1), queue: 100_000 },
          ]),
        ),
      },
      arrivals: [{ operation: 'front/ask', rate: '60/s' }],
      run: { for: '1h', warmUp: '20s' },
    });
  };

  it('fork to two and join as Flatto and Hahn say', () => {
    expectWithin(meanOf(forkJoin(2), 30_000), forkJoinOfTwoResponseMs({ arrivalsPerSecond: 60, meanServiceMs: 10 }));
  });

  it.each([4, 8])('fork to %i and join within the bounds, and near the approximation', (branches) => {
    const queue = { arrivalsPerSecond: 60, meanServiceMs: 10 };
    const { mean, halfWidthRatio } = meanOf(forkJoin(branches), 8_000);
    expect(halfWidthRatio).toBeLessThan(narrowRatio);
    expect(mean).toBeGreaterThan(forkJoinOfTwoResponseMs(queue));
    expect(mean).toBeLessThan(harmonic(branches) * mm1(queue).meanResponseMs);
    expect(Math.abs(mean / forkJoinResponseMs(queue, branches) - 1)).toBeLessThan(0.05);
  });

  it.each([3, 20])('serve %i users who think as mean value analysis says', (users) => {
    const model = madeModel({
      components: {
        front: { operations: { ask: [{ cpu: { exponential: '10ms' } }, { call: 'back/ask' }] }, cpu: fcfs(1) },
        back: { operations: { ask: [{ cpu: { exponential: '6ms' } }] }, cpu: fcfs(1) },
      },
      arrivals: [{ operation: 'front/ask', users, think: { exponential: '150ms' } }],
      run: { for: '20m', warmUp: '20s' },
    });
    const right = closedSystem(users, 150, [10, 6]);
    const forMs = 20_000 + 12_000_000 / right.perSecond;
    const mean = intervalOf((seed) => simulate(model, { seed, forMs }).sources[0]?.meanMs ?? NaN);
    expectWithin(mean, right.responseMs);
    const through = intervalOf((seed) => answer(simulate(model, { seed, forMs })).perSecond);
    expectWithin(through, right.perSecond);
  });
});
