import { describe, expect, it } from '@jest/globals';
import { intervalOf } from '../../../testing/interval-of.ts';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate, startSimulation } from '../index.ts';
import type { ModelFile } from '../index.ts';

type Arrivals = ModelFile['arrivals'][number];

const coming = (arrivals: object, over: Partial<ModelFile> = {}, serviceMs = 0) =>
  madeModel({
    components: { web: { operations: { get: [{ wait: `${serviceMs}ms` }] } } },
    arrivals: [{ operation: 'web/get', ...arrivals } as Arrivals],
    run: { for: '10m' },
    ...over,
  });

/** When requests came. */
function instants(model: ReturnType<typeof coming>, seed: number | string = 1): number[] {
  const simulation = startSimulation(model, { seed });
  const { engine } = simulation;
  const atMs: number[] = [];
  engine.sources.sent = () => atMs.push(engine.nowMs);
  simulation.runUntil(Infinity);
  return atMs;
}

const between = (atMs: readonly number[], fromMs: number, toMs: number): number =>
  atMs.filter((ms) => ms >= fromMs && ms < toMs).length;

describe('open arrivals', () => {
  it('go on past a point of the rate whose sum with the beginning is rounded down', () => {
    const [fromMs, pointMs] = [391_990.3854912079, 334.99244896127135];
    expect(fromMs + pointMs - fromMs).toBeLessThan(pointMs);
    const rate = [
      ['0s', '100/s'],
      [`${pointMs}ms`, '5/s'],
      ['2s', '5/s'],
    ];
    const atMs = instants(coming({ from: `${fromMs}ms`, rate, spacing: 'even', until: '400s' }));
    // 17.6 requests until the point, then 5 a second until 400 s.
    expect(atMs).toHaveLength(Math.floor(0.0525 * pointMs + (400_000 - fromMs - pointMs) / 200));
  });

  it('are a Poisson process: gaps vary as exponential ones, and counts as their mean', () => {
    const atMs = instants(coming({ rate: '100/s' }));
    // 60,000 are expected, with a standard deviation of 245.
    expect(Math.abs(atMs.length - 60_000)).toBeLessThan(4 * 245);
    const gaps = atMs.map((ms, at) => ms - (atMs[at - 1] ?? 0)).toSorted((one, other) => one - other);
    // Kolmogorov and Smirnov: the largest distance to the distribution function is above 1.95 / n^0.5 in one of a thousand.
    const distance = gaps.reduce((most, gapMs, at) => {
      const right = 1 - Math.exp(-gapMs / 10);
      return Math.max(most, Math.abs(right - at / gaps.length), Math.abs(right - (at + 1) / gaps.length));
    }, 0);
    expect(distance).toBeLessThan(1.95 / Math.sqrt(gaps.length));
  });

  it('come at equal distances where that is asked for', () => {
    expect(instants(coming({ rate: '4/s', spacing: 'even', from: '1s', until: '2.5s' }))).toEqual([
      1_250, 1_500, 1_750, 2_000, 2_250, 2_500,
    ]);
  });

  it('follow a rate that changes: as many as its integral in every part', () => {
    const rate = [
      ['0s', '0/s'],
      ['100s', '200/s'],
      ['200s', '200/s'],
      ['200s', '20/s'],
      ['400s', '20/s'],
      ['500s', '0/s'],
    ];
    const atMs = instants(coming({ rate }));
    for (const [fromS, toS, wanted] of [
      [0, 50, 2_500],
      [50, 100, 7_500],
      [100, 200, 20_000],
      [200, 400, 4_000],
      [400, 500, 1_000],
      [500, 600, 0],
    ] as const) {
      const count = between(atMs, fromS * 1_000, toS * 1_000);
      expect(Math.abs(count - wanted)).toBeLessThanOrEqual(4 * Math.sqrt(wanted));
    }
    const even = instants(coming({ rate, spacing: 'even' }));
    // The n-th comes when the integral is n: on the ramp, the square of seconds.
    expect(even[99]).toBeCloseTo(10_000, 6);
    expect(even[9_999]).toBeCloseTo(100_000, 5);
    expect(even[10_199]).toBeCloseTo(101_000, 5);
    expect(even).toHaveLength(35_000);
  });

  it('come in bursts by their index of dispersion, as many on average', () => {
    const windowMs = 5_000;
    const dispersion = (wanted: number) =>
      intervalOf((seed) => {
        const atMs = instants(coming({ rate: '50/s', dispersion: wanted }, { run: { for: '5m' } }), seed);
        const counts = Array.from({ length: 60 }, () => 0);
        for (const ms of atMs) counts[Math.floor(ms / windowMs)] = (counts[Math.floor(ms / windowMs)] ?? 0) + 1;
        const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length;
        return counts.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (counts.length - 1) / mean;
      });
    for (const wanted of [1, 4]) {
      const { low, high, halfWidthRatio } = dispersion(wanted);
      expect(halfWidthRatio).toBeLessThan(0.25);
      expect(wanted).toBeGreaterThan(low);
      expect(wanted).toBeLessThan(high);
    }
    const mean = intervalOf(
      (seed) => instants(coming({ rate: '50/s', dispersion: 4 }, { run: { for: '5m' } }), seed).length / 300,
    );
    expect(50).toBeGreaterThan(mean.low);
    expect(50).toBeLessThan(mean.high);
  });

  it('end for good with a rate that stays 0, in bursts too', () => {
    const rate = [
      ['0s', '20/s'],
      ['10s', '0/s'],
    ];
    for (const dispersion of [1, 3]) {
      const atMs = instants(coming({ rate, dispersion }));
      expect(atMs.length).toBeGreaterThan(40);
      expect(Math.max(...atMs)).toBeLessThanOrEqual(10_000);
    }
  });

  it('change their rate at once when it is scaled, from nothing too', () => {
    const even = (rate: object | string) => {
      const simulation = startSimulation(coming({ rate, spacing: 'even' }), { seed: 1, forMs: 60_000 });
      const { engine } = simulation;
      const atMs: number[] = [];
      engine.sources.sent = () => atMs.push(engine.nowMs);
      for (const [whenMs, factor] of [
        [10_500, 0],
        [20_000, 2],
        [30_250, 0.1],
        [40_250, 1],
      ] as const)
        engine.at(whenMs, () => {
          engine.sources.scale(0, factor);
        });
      simulation.runUntil(Infinity);
      return atMs;
    };
    const level = even('1/s');
    // After the gap without any the first comes a whole gap later; half of one is left at 30,250 ms and at 40,250.
    expect(level.slice(0, 12)).toEqual([...Array.from({ length: 10 }, (_, at) => (at + 1) * 1_000), 20_500, 21_000]);
    expect(between(level, 20_000, 30_250)).toBe(20);
    expect(level.filter((ms) => ms > 30_250).slice(0, 3)).toEqual([35_250, 40_750, 41_750]);
    expect(level.at(-1)).toBe(59_750);
    expect(
      even([
        ['0s', '1/s'],
        ['1h', '1/s'],
      ]).map((ms) => Number(ms.toFixed(6))),
    ).toEqual(level);
  });
});

describe('closed arrivals', () => {
  it('ask again a pause after each answer', () => {
    expect(instants(coming({ users: 1, think: '30ms' }, { run: { for: '200ms' } }, 20))).toEqual([30, 80, 130, 180]);
  });

  it('never have more requests under way than users', () => {
    const report = simulate(coming({ users: 7, think: { exponential: '10ms' } }, { run: { for: '1m' } }, 25), {
      seed: 1,
    });
    expect(report.components[0]?.inFlight.max).toBe(7);
    // The law of response times: users over throughput, less the pause.
    const { answered } = report.operations[0] ?? { answered: NaN };
    expect(Math.abs((7 * 60_000) / answered - 35)).toBeLessThan(0.5);
    expect(report.sources[0]?.kind).toBe('closed');
  });
});

describe('recorded arrivals', () => {
  it('come exactly when they came, in whatever order they are written, and again after the period', () => {
    const at = ['30ms', '10ms', '10ms', '0ms'];
    expect(instants(coming({ at, from: '1s', repeatEvery: '100ms', until: '1.2s' }))).toEqual([
      1_000, 1_010, 1_010, 1_030, 1_100, 1_110, 1_110, 1_130, 1_200,
    ]);
  });
});

describe('the warm-up', () => {
  it('is left out of every figure', () => {
    const model = (warmUp: string) =>
      madeModel({
        components: { web: { operations: { get: [{ wait: '10ms' }] }, workers: 1, queue: 0 } },
        arrivals: [{ operation: 'web/get', at: ['100ms', '105ms', '1.1s', '2.1s', '2.105s', '2.2s'] }],
        run: { for: '3s', warmUp },
      });
    const all = simulate(model('0s'), { seed: 1 });
    expect(all.sources[0]).toMatchObject({ offered: 6, ended: 6, failed: 2 });
    expect(all.run).toMatchObject({ simulatedMs: 3_000, saturated: [{ refused: 2 }] });
    const late = simulate(model('2s'), { seed: 1 });
    expect(late.sources[0]).toMatchObject({ offered: 3, ended: 3, failed: 1 });
    expect(late.operations[0]).toMatchObject({ attempts: 3, answered: 2, errors: { 'queue-full': 1 }, perSecond: 2 });
    expect(late.run).toMatchObject({ simulatedMs: 1_000, warmUpMs: 2_000, requests: 3, saturated: [{ refused: 1 }] });
    expect(late.components[0]?.workers?.utilisationRatio).toBeCloseTo(0.02, 12);
    expect(late.checks.littlesLaw[0]).toMatchObject({ arrivalsPerSecond: 2, meanTimeMs: 10 });
    expect(late.timeline.sources[0]?.offered).toEqual([3]);
  });

  it('counts what is there at its end from then on', () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: '2s' }] }, cpu: { cores: 1, scheduling: 'fcfs' } } },
      arrivals: [{ operation: 'web/get', at: ['500ms'] }],
      run: { for: '5s', warmUp: '1s' },
    });
    const report = simulate(model, { seed: 1 });
    // 1.5 of the last 4 s, and an answer of which the request was not counted.
    expect(report.components[0]?.inFlight.mean).toBeCloseTo(1.5 / 4, 12);
    expect(report.components[0]?.cpu.utilisationOfCoresRatio).toBeCloseTo(1.5 / 4, 12);
    expect(report.sources[0]).toMatchObject({ offered: 0, ended: 1 });
  });
});
