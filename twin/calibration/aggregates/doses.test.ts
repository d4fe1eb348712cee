import { describe, expect, it } from '@jest/globals';
import { madeAverages } from '../../../testing/made-averages.ts';
import type { MadeChange, MadeSystem } from '../../../testing/made-averages.ts';
import { createRandom } from '../../../src/kernel/index.ts';
import { componentLevel } from './component-level.ts';
import type { Dose } from './dose.ts';
import { drawEstate } from './estate-draws.ts';
import { learnDose } from './learn-dose.ts';
import type { SeenEffect } from './learn-dose.ts';
import { predictDose } from './predict-dose.ts';
import { predictEffect } from './predict-effect.ts';
import type { DosePrediction } from './predicted-interval.ts';

const systems: Readonly<Record<string, MadeSystem>> = {
  chain: {
    front: { ownMs: 20, fromOutside: 500, calls: { middle: { perRequest: 1 } } },
    middle: { ownMs: 10, calls: { target: { perRequest: 1 } } },
    target: { ownMs: 15, failedRatio: 0.002 },
  },
  'fan-out': {
    front: { ownMs: 20, fromOutside: 500, calls: { target: { perRequest: 2 }, other: { perRequest: 1 } } },
    target: { ownMs: 10, failedRatio: 0.002 },
    other: { ownMs: 12 },
  },
  'partial visits': {
    front: { ownMs: 20, fromOutside: 500, calls: { middle: { perRequest: 0.3 } } },
    middle: { ownMs: 30, calls: { target: { perRequest: 0.5 } } },
    target: { ownMs: 15, failedRatio: 0.002 },
  },
};

/** Calls of the target for a request at the front door. */
const visits: Readonly<Record<string, number>> = { chain: 1, 'fan-out': 2, 'partial visits': 0.15 };
const windows = 2;

const drawnOf = (name: string, seed: number) => {
  const random = createRandom(seed);
  return { random, drawn: drawEstate(madeAverages(random.stream('usual'), systems[name]!, 80), random) };
};

/** What is measured over two windows under a change. */
function measured(name: string, seed: string, change: MadeChange): ReturnType<typeof levelsOf> {
  return levelsOf(madeAverages(createRandom(seed), systems[name]!, windows, change));
}
const levelsOf = ({ components }: ReturnType<typeof madeAverages>) => {
  const at = (name: string) => componentLevel(components.get(name)!);
  return { front: at('front'), target: at('target') };
};

const holds = ({ low, high }: DosePrediction['latencyMs'], value: number): boolean => value >= low && value <= high;

const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1);

/** Of 12 intervals of 80 %, fewer than 7 hold twice in a hundred; made systems are simpler than the prior, so all may. */
const fewest = 7;

function learnt(name: string, seed: number, dose: Dose, change: MadeChange, amount: number): DosePrediction {
  const { random, drawn } = drawnOf(name, seed);
  const seen = measured(name, `seen ${seed}`, change);
  const effect = (component: 'front' | 'target'): SeenEffect => {
    const [under, usual] = [seen[component], drawn.levels.get(component)!];
    const failedRatio = Math.max(0, under.failedRatio - usual.failedRatio);
    return {
      addedMs: under.latencyMs - usual.latencyMs,
      addedMsDeviation: (0.03 * under.latencyMs) / Math.sqrt(windows),
      failedRatio,
      failedRatioDeviation: Math.sqrt(Math.max(failedRatio, 0.001) / (windows * under.requestsPerWindow)),
    };
  };
  const from = { dose, onComponent: effect('target'), onFrontDoor: effect('front'), spreadRatio: 0.1 };
  return learnDose(drawn, from, amount, { windows }, random)!;
}

describe.each(Object.keys(systems))('doses in a system with %s', (name) => {
  it('holds a delay that every request meets, from usual times alone', () => {
    const held = seeds.filter((seed) => {
      const { random, drawn } = drawnOf(name, seed);
      const dose = { component: 'target', kind: 'delay', amount: 200 } as const;
      const predicted = predictDose(drawn, dose, { windows }, random)!;
      const { front } = measured(name, `delay ${seed}`, { component: 'target', addedMs: 200 });
      return holds(predicted.latencyMs, front.latencyMs);
    });
    expect(held.length).toBeGreaterThanOrEqual(fewest);
  });

  it('learns a delay from a smaller one: intervals hold, and medians are near', () => {
    const dose = { component: 'target', kind: 'delay', amount: 100 } as const;
    const compared = seeds.map((seed) => {
      const predicted = learnt(name, seed, dose, { component: 'target', addedMs: 100 }, 400).latencyMs;
      const { front } = measured(name, `more ${seed}`, { component: 'target', addedMs: 400 });
      return { isHeld: holds(predicted, front.latencyMs), error: Math.abs(predicted.median - front.latencyMs) };
    });
    expect(compared.filter(({ isHeld }) => isHeld).length).toBeGreaterThanOrEqual(fewest);
    const near = compared.filter(({ error }) => error < 0.25 * 400 * visits[name]!);
    expect(near.length).toBeGreaterThanOrEqual(9);
  });

  it('learns errors from fewer', () => {
    const dose = { component: 'target', kind: 'errors', amount: 0.05 } as const;
    const held = seeds.filter((seed) => {
      const predicted = learnt(name, seed, dose, { component: 'target', failedRatio: 0.04 }, 0.1);
      const { front } = measured(name, `errors ${seed}`, { component: 'target', failedRatio: 0.08 });
      return holds(predicted.availabilityRatio, 1 - front.failedRatio);
    });
    expect(held.length).toBeGreaterThanOrEqual(fewest);
  });

  it('holds usual times, at the stated level', () => {
    const held = [1, 2, 3, 4].flatMap((seed) => {
      const { random, drawn } = drawnOf(name, seed);
      const { latencyMs } = predictEffect(drawn, { addedMs: 0, failedRatio: 0 }, { windows }, random);
      return Array.from({ length: 50 }, (_, at) =>
        holds(latencyMs, measured(name, `usual ${seed} ${at}`, { component: 'target' }).front.latencyMs),
      ).filter(Boolean);
    });
    // Of 200 at 80 %, 160 with a deviation of 6; what 80 windows do not show of the level adds as much again.
    expect(held.length).toBeGreaterThan(135);
    expect(held.length).toBeLessThan(185);
  });
});

describe('predictDose', () => {
  const { random, drawn } = drawnOf('chain', 1);

  it('gives the same for the same seed', () => {
    const dose = { component: 'target', kind: 'errors', amount: 0.05 } as const;
    const predict = () => predictDose(drawn, dose, { windows }, createRandom('same'));
    expect(predict()).toEqual(predict());
  });

  it.each(['sleep', 'work', 'switch'] as const)('says nothing of a %s, whose mechanism is in no fact', (kind) => {
    expect(predictDose(drawn, { component: 'target', kind, amount: 1 }, { windows }, random)).toBeUndefined();
  });

  it('leaves the front door as it is where no path leads there', () => {
    const system: MadeSystem = { ...systems['chain'], alone: { ownMs: 5, fromOutside: 100 } };
    const apart = drawEstate(madeAverages(createRandom(5), system, 80), createRandom(5));
    const dose = { component: 'alone', kind: 'delay', amount: 1_000 } as const;
    const predicted = predictDose(apart, dose, { windows }, createRandom(6))!;
    const usual = predictEffect(apart, { addedMs: 0, failedRatio: 0 }, { windows }, createRandom(6));
    expect(Math.abs(predicted.latencyMs.median - usual.latencyMs.median)).toBeLessThan(1);
  });

  it('starts from the level just before the change', () => {
    const measuring = { windows, before: { windows: 4, latencyMs: 100 } };
    const { latencyMs } = predictEffect(drawn, { addedMs: 0, failedRatio: 0 }, measuring, random);
    expect(latencyMs.median).toBeGreaterThan(98);
    expect(latencyMs.median).toBeLessThan(102);
  });
});
