import { describe, expect, it } from '@jest/globals';
import {
  closedSystem,
  erlangB,
  erlangC,
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
  mmcWaitsLongerRatio,
  tandemResponseMs,
} from './queueing-formulas.ts';
import type { MarkovQueue, SteadyState } from './queueing-formulas.ts';

const minuteMs = 60_000;

/** As text books have it. */
const perHour = (arrivalsPerHour: number, meanServiceMinutes: number): MarkovQueue => ({
  arrivalsPerSecond: arrivalsPerHour / 3_600,
  meanServiceMs: meanServiceMinutes * minuteMs,
});

const minutes = ({ meanWaitMs, meanResponseMs }: SteadyState): readonly [number, number] => [
  meanWaitMs / minuteMs,
  meanResponseMs / minuteMs,
];

describe('erlangB', () => {
  it.each([
    // Published tables of Erlang B at 1 % blocking: lines and Erlangs.
    [1, 0.0101],
    [5, 1.361],
    [10, 4.461],
    [20, 12.03],
    [100, 84.06],
  ])('of %i lines is 1 %% at %d Erlangs, as the tables say', (servers, erlangs) => {
    expect(erlangB(servers, erlangs)).toBeCloseTo(0.01, 4);
  });

  it('neither overflows nor cancels for thousands of servers', () => {
    expect(erlangB(10_000, 9_000)).toBeLessThan(1e-20);
    expect(erlangB(10_000, 20_000)).toBeCloseTo(0.5, 3);
  });
});

describe('erlangC', () => {
  it('is the load for one server, and a third for two at half load', () => {
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 12);
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 12);
  });

  it('is the sum of its textbook definition', () => {
    const power = (erlangs: number, busy: number): number =>
      Array.from({ length: busy }, (_, at) => erlangs / (at + 1)).reduce((product, factor) => product * factor, 1);
    for (const [servers, erlangs] of [
      [4, 2],
      [4, 3.2],
      [2, 1.8],
      [30, 28],
    ] as const) {
      const last = (power(erlangs, servers) * servers) / (servers - erlangs);
      const before = Array.from({ length: servers }, (_, busy) => power(erlangs, busy)).reduce((a, b) => a + b);
      expect(erlangC(servers, erlangs)).toBeCloseTo(last / (before + last), 12);
    }
  });
});

describe('mm1', () => {
  it('agrees with example 2.1 of Gross and Harris: a barber, 5 customers an hour, 10 minutes each', () => {
    const state = mm1(perHour(5, 10));
    expect(state.meanPresent).toBeCloseTo(5, 10);
    expect(state.meanWaiting).toBeCloseTo(25 / 6, 10);
    expect(state.utilisationRatio).toBeCloseTo(5 / 6, 10);
    expect(minutes(state)).toEqual([expect.closeTo(50, 8), expect.closeTo(60, 8)]);
  });

  it('has an exponential response: median and 95th percentile', () => {
    const queue = { arrivalsPerSecond: 8, meanServiceMs: 100 };
    expect(mm1(queue).meanResponseMs).toBeCloseTo(500, 8);
    expect(mm1ResponseQuantileMs(queue, 0.5)).toBeCloseTo(500 * Math.LN2, 8);
    expect(mm1ResponseQuantileMs(queue, 0.95)).toBeCloseTo(1_497.87, 2);
  });

  it('refuses a load that has no steady state', () => {
    expect(() => mm1({ arrivalsPerSecond: 10, meanServiceMs: 100 })).toThrow('no steady state');
  });
});

describe('mmc', () => {
  it('agrees with the eye clinic of Gross and Harris: 3 doctors, 6 patients an hour, 20 minutes each', () => {
    const state = mmc(perHour(6, 20), 3);
    expect(state.meanWaiting).toBeCloseTo(8 / 9, 10);
    expect(state.meanPresent).toBeCloseTo(26 / 9, 10);
    expect(minutes(state)).toEqual([expect.closeTo(80 / 9, 8), expect.closeTo(260 / 9, 8)]);
  });

  it('agrees with the usual example of call centres: 200 calls an hour, 3 minutes each, 14 agents', () => {
    const queue = perHour(200, 3);
    const state = mmc(queue, 14);
    expect(state.waitProbability).toBeCloseTo(0.174, 3);
    expect(state.meanWaitMs / 1_000).toBeCloseTo(7.8, 1);
    expect(mmcWaitsLongerRatio(queue, 14, 20_000)).toBeCloseTo(1 - 0.888, 3);
  });

  it('is mm1 for one server', () => {
    const queue = { arrivalsPerSecond: 7, meanServiceMs: 100 };
    const [one, same] = [mmc(queue, 1), mm1(queue)];
    for (const key of Object.keys(same) as (keyof SteadyState)[]) expect(one[key]).toBeCloseTo(same[key], 9);
  });
});

describe('mmck', () => {
  it('agrees with the car inspection of Gross and Harris: 3 stalls, 4 waiting, one car a minute, 6 minutes each', () => {
    const state = mmck(perHour(60, 6), 3, 7);
    expect(state.meanWaiting).toBeCloseTo(3.09, 2);
    expect(state.meanPresent).toBeCloseTo(6.06, 2);
    // The book has 30.4 and 12.3, from a probability of an empty station that it had rounded to two digits.
    expect(state.blockedRatio * 60).toBeCloseTo(30.3, 1);
    expect(minutes(state)[1]).toBeCloseTo(12.24, 2);
  });

  it('is Erlang B where nobody may wait', () => {
    const state = mmck({ arrivalsPerSecond: 4.461, meanServiceMs: 1_000 }, 10, 10);
    expect(state.blockedRatio).toBeCloseTo(erlangB(10, 4.461), 12);
    expect([state.waitProbability, state.meanWaitMs]).toEqual([0, 0]);
  });

  it('approaches mmc as places grow', () => {
    const queue = { arrivalsPerSecond: 4, meanServiceMs: 450 };
    const [bounded, free] = [mmck(queue, 2, 2_000), mmc(queue, 2)];
    for (const key of Object.keys(free) as (keyof SteadyState)[]) expect(bounded[key]).toBeCloseTo(free[key], 6);
  });

  it('turns away at twice the load what it cannot serve', () => {
    const state = mmck({ arrivalsPerSecond: 20, meanServiceMs: 100 }, 1, 20);
    expect(state.blockedRatio).toBeCloseTo(0.5, 5);
    expect(state.acceptedPerSecond).toBeCloseTo(10, 4);
    expect(state.utilisationRatio).toBeCloseTo(1, 5);
  });

  it('refuses fewer places than servers', () => {
    expect(() => mmck({ arrivalsPerSecond: 1, meanServiceMs: 1 }, 3, 2)).toThrow('2 places for 3 servers');
  });
});

describe('mg1', () => {
  it('agrees with example 5.1 of Gross and Harris: 10 an hour, 5.5 minutes with a deviation of 4', () => {
    const state = mg1({ ...perHour(10, 5.5), serviceScv: (4 / 5.5) ** 2 });
    expect(state.meanPresent).toBeCloseTo(8.625, 8);
    expect(minutes(state)[1]).toBeCloseTo(51.75, 8);
  });

  it('is mm1 where service is exponential, and waits half as long where it is constant', () => {
    const queue = { arrivalsPerSecond: 8, meanServiceMs: 100 };
    expect(mg1({ ...queue, serviceScv: 1 }).meanWaitMs).toBeCloseTo(mm1(queue).meanWaitMs, 9);
    expect(mg1({ ...queue, serviceScv: 0 }).meanWaitMs).toBeCloseTo(mm1(queue).meanWaitMs / 2, 9);
  });
});

describe('mg1SharedResponseMs', () => {
  it('is the mean of an M/M/1 for all, and in proportion for each need', () => {
    const queue = { arrivalsPerSecond: 8, meanServiceMs: 100 };
    expect(mg1SharedResponseMs(queue)).toBeCloseTo(mm1(queue).meanResponseMs, 9);
    expect(mg1SharedResponseMs(queue, 10)).toBeCloseTo(50, 9);
  });
});

describe('tandemResponseMs', () => {
  it('adds up stations that are M/M/c each: the three of the benchmark, by hand', () => {
    const stations = [
      { servers: 4, meanServiceMs: 500 },
      { servers: 4, meanServiceMs: 800 },
      { servers: 2, meanServiceMs: 450 },
    ];
    // Shares that wait, as fractions: 4/23, 8192/13735 and 81/95.
    const byHand = 500 + (4 / 23) * 250 + 800 + (8_192 / 13_735) * 1_000 + 450 + (81 / 95) * 2_250;
    expect(tandemResponseMs(4, stations)).toBeCloseTo(byHand, 8);
  });
});

describe('mmcTakesLongerRatio', () => {
  it('is that of an exponential response for one server', () => {
    const queue = { arrivalsPerSecond: 60, meanServiceMs: 10 };
    expect(mmcTakesLongerRatio(queue, 1, mm1ResponseQuantileMs(queue, 0.95))).toBeCloseTo(0.05, 12);
  });

  it('integrates to the mean response', () => {
    const queue = { arrivalsPerSecond: 240, meanServiceMs: 10 };
    const steps = 200_000;
    const stepMs = 1_000 / steps;
    let area = 0;
    for (let step = 0; step < steps; step += 1) area += mmcTakesLongerRatio(queue, 3, (step + 0.5) * stepMs) * stepMs;
    expect(area).toBeCloseTo(mmc(queue, 3).meanResponseMs, 5);
  });
});

describe('a fork and join', () => {
  it('of two takes between the largest of two services without load and two whole responses with much', () => {
    expect(forkJoinOfTwoResponseMs({ arrivalsPerSecond: 1e-6, meanServiceMs: 10 })).toBeCloseTo(15, 6);
    const loaded = { arrivalsPerSecond: 99, meanServiceMs: 10 };
    expect(forkJoinOfTwoResponseMs(loaded) / mm1(loaded).meanResponseMs).toBeCloseTo(11.01 / 8, 6);
  });

  it('of more is that of two for two, and the largest service without load', () => {
    const queue = { arrivalsPerSecond: 50, meanServiceMs: 10 };
    expect(forkJoinResponseMs(queue, 2)).toBeCloseTo(forkJoinOfTwoResponseMs(queue), 12);
    expect(forkJoinResponseMs({ ...queue, arrivalsPerSecond: 1e-6 }, 4)).toBeCloseTo(10 * harmonic(4), 4);
  });
});

describe('closedSystem', () => {
  it('is one service for one user, and the machine repairman by its balance of states for more', () => {
    expect(closedSystem(1, 90, [10]).responseMs).toBe(10);
    // Weights of 0 to 4 users at the station: 4! / (4 - n)! (10 / 90)^n.
    const weights = [1, 4 / 9, 12 / 81, 24 / 729, 24 / 6_561];
    const idle = 1 / weights.reduce((sum, weight) => sum + weight, 0);
    expect(closedSystem(4, 90, [10]).perSecond).toBeCloseTo(100 * (1 - idle), 9);
  });
});
