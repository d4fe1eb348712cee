import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryModel } from '../../../testing/arbitrary-model.ts';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate, simulationReportSchema, startSimulation } from '../index.ts';
import type { Model, Simulation, SimulationReport } from '../index.ts';
import { frameField, frameFlag } from '../engine/frames.ts';

type Given = Parameters<typeof madeModel>[0];

const seeds = fc.integer({ min: 0, max: 1_000_000 });

/** The same in every run of the tests: a counter-example is then a defect that somebody brought in. */
const sampled = (numRuns: number) => ({ numRuns, seed: 20_261_201, endOnFailure: true });

/** Requests of a source that are under way. */
function underWay({ engine }: Simulation, source: number): number {
  const { words } = engine.frames;
  return engine.frames
    .all()
    .filter((frame) => ((words[frame + frameField.flags] as number) & frameFlag.fromSource) !== 0)
    .filter((frame) => words[frame + frameField.root] === source).length;
}

function run(model: Model, seed: number, untilMs = Infinity): Simulation {
  const simulation = startSimulation(model, { seed });
  simulation.runUntil(untilMs);
  return simulation;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe('a run of any model', () => {
  it('loses no request: what was offered has ended or is under way, at any time', () => {
    fc.assert(
      fc.property(arbitraryModel, seeds, fc.integer({ min: 1, max: 4_000 }), (given, seed, untilMs) => {
        const simulation = run(madeModel(given), seed, untilMs);
        const { sources, run: about } = simulation.report();
        for (const [at, { offered, ended }] of sources.entries())
          expect(offered).toBe(ended + underWay(simulation, at));
        expect(about.requests).toBe(sum(sources.map(({ ended }) => ended)));
      }),
      sampled(80),
    );
  });

  it('counts every attempt once, by its end, and every message once', () => {
    fc.assert(
      fc.property(arbitraryModel, seeds, (given, seed) => {
        const simulation = run(madeModel(given), seed);
        const { operations, queues, sources } = simulation.report();
        for (const { attempts, answered, errors, retries, errorRatio } of operations) {
          expect(attempts).toBe(answered + sum(Object.values(errors)));
          expect(retries).toBeLessThanOrEqual(attempts);
          if (errorRatio !== null) expect(errorRatio).toBeCloseTo(1 - answered / attempts, 12);
        }
        for (const [at, { published, consumed, dropped, depthAtEnd }] of queues.entries()) {
          const { words } = simulation.engine.frames;
          const inHand = simulation.engine.frames
            .all()
            .filter((frame) => ((words[frame + frameField.flags] as number) & frameFlag.fromQueue) !== 0).length;
          expect(at).toBe(0);
          expect(published).toBe(consumed + dropped + depthAtEnd + inHand);
        }
        for (const { ended, failed } of sources) expect(failed).toBeLessThanOrEqual(ended);
      }),
      sampled(60),
    );
  });

  it('says what its schema says, and no number that is none', () => {
    fc.assert(
      fc.property(arbitraryModel, seeds, (given, seed) => {
        const report = simulate(madeModel(given), { seed, forMs: 3_000 });
        expect(simulationReportSchema.safeParse(report).error).toBeUndefined();
      }),
      sampled(50),
    );
  });

  it('is the same for the same seed, and another for another', () => {
    let differing = 0;
    fc.assert(
      fc.property(arbitraryModel, seeds, (given, seed) => {
        const model = madeModel(given);
        const [first, second, other] = [seed, seed, seed + 1].map((one) =>
          simulate(model, { seed: one, forMs: 3_000 }),
        );
        expect(second).toEqual(first);
        if (JSON.stringify(other?.operations) !== JSON.stringify(first?.operations)) differing += 1;
      }),
      sampled(30),
    );
    expect(differing).toBeGreaterThan(25);
  });

  it('is the same in pieces as at once', () => {
    fc.assert(
      fc.property(
        arbitraryModel,
        seeds,
        fc.array(fc.double({ min: 0, max: 5_000, noNaN: true })),
        (given, seed, stops) => {
          const model = madeModel(given);
          const simulation = startSimulation(model, { seed, forMs: 5_000 });
          for (const stopMs of stops.toSorted((one, other) => one - other)) simulation.runUntil(stopMs);
          simulation.runUntil(Infinity);
          expect(simulation.report()).toEqual(simulate(model, { seed, forMs: 5_000 }));
        },
      ),
      sampled(30),
    );
  });

  it('is the same in pieces of so many events as at once, and each piece has no more', () => {
    fc.assert(
      fc.property(arbitraryModel, seeds, fc.integer({ min: 1, max: 500 }), (given, seed, mostEvents) => {
        const model = madeModel(given);
        const simulation = startSimulation(model, { seed, forMs: 3_000 });
        while (!simulation.isOver) {
          const before = simulation.engine.events;
          simulation.runUntil(Infinity, mostEvents);
          expect(simulation.engine.events - before).toBeLessThanOrEqual(mostEvents);
        }
        expect(simulation.nowMs).toBe(3_000);
        expect(simulation.report()).toEqual(simulate(model, { seed, forMs: 3_000 }));
      }),
      sampled(30),
    );
  });

  it('keeps the law of Little exactly whoever is still there, and that of utilisation once all have left', () => {
    let drained = 0;
    fc.assert(
      fc.property(arbitraryModel, seeds, (given, seed) => {
        const simulation = run(madeModel(given), seed);
        const { littlesLaw, utilisationLaw } = simulation.report().checks;
        for (const { measured, expected } of littlesLaw) expect(measured).toBeCloseTo(expected, 9);
        if (simulation.engine.frames.all().length > 0) return;
        drained += 1;
        for (const { measuredCores, expectedCores } of utilisationLaw) {
          expect(measuredCores).toBeCloseTo(expectedCores, 7);
        }
      }),
      sampled(60),
    );
    expect(drained).toBeGreaterThan(50);
  });
});

describe('what is not related', () => {
  /** What a report says of what the given model has. */
  function ownFigures({ components, arrivals }: Given, report: SimulationReport): object {
    const isOwn = ({ component }: { readonly component: string }): boolean => component in components;
    const sources = report.sources.length - arrivals.length;
    return {
      operations: report.operations.filter(isOwn),
      components: report.components.filter(isOwn),
      sources: report.sources.slice(sources),
      pools: report.pools,
      queues: report.queues,
      caches: report.caches,
      breakers: report.breakers.filter(({ caller }) => caller in components || caller.startsWith('(')),
      laws: report.checks.littlesLaw.filter(isOwn),
    };
  }

  it('changes no figure: another component with its own load, in front of all, leaves all others as they were', () => {
    fc.assert(
      fc.property(arbitraryModel, seeds, (given, seed) => {
        const alone = simulate(madeModel(given), { seed, forMs: 3_000 });
        const beside = madeModel({
          ...given,
          components: {
            stranger: {
              operations: { get: [{ cpu: { exponential: '4ms' } }, { wait: { exponential: '1ms' } }, { fail: 0.1 }] },
              cpu: { cores: 1 },
            },
            ...given.components,
          },
          arrivals: [{ operation: 'stranger/get', rate: '100/s', timeout: '20ms' }, ...given.arrivals],
        });
        const together = simulate(beside, { seed, forMs: 3_000 });
        expect(ownFigures(given, together)).toEqual(ownFigures(given, alone));
      }),
      sampled(60),
    );
  });

  it('keeps its draws: a call that no longer varies leaves arrivals and work of others as they were', () => {
    const chain = (latency: string | { exponential: string }) =>
      madeModel({
        components: {
          front: { operations: { get: [{ call: 'back/get' }] }, clients: { back: { latency } } },
          back: { operations: { get: [{ wait: { exponential: '5ms' } }] } },
          other: { operations: { get: [{ cpu: { exponential: '5ms' } }] }, cpu: { cores: 1 } },
        },
        arrivals: [
          { operation: 'front/get', rate: '50/s', until: '50s' },
          { operation: 'other/get', rate: '80/s' },
        ],
        run: { for: '1m' },
      });
    const [varying, constant] = [chain({ exponential: '2ms' }), chain('2ms')].map((model) =>
      simulate(model, { seed: 3 }),
    );
    expect(constant?.operations[2]).toEqual(varying?.operations[2]);
    expect(constant?.sources[0]?.offered).toBe(varying?.sources[0]?.offered);
    // The same services in the same order, each 2 ms of network later.
    const back = (report: SimulationReport | undefined) => report?.checks.littlesLaw[1]?.meanTimeMs ?? NaN;
    expect(back(constant)).toBeCloseTo(back(varying), 9);
  });
});

describe('a station', () => {
  /** All requests of a recording, from the first to the last. */
  const mean = (gapsMs: readonly number[], cores: number, seed: number): number => {
    let nowMs = 0;
    const at = gapsMs.map((gapMs) => `${(nowMs += gapMs)}ms`);
    const model = madeModel({
      components: {
        web: {
          operations: { get: [{ cpu: { exponential: '10ms' } }] },
          cpu: { cores, scheduling: 'fcfs' },
          queue: 1_000,
        },
      },
      arrivals: [{ operation: 'web/get', at }],
      run: { for: '10m' },
    });
    const report = simulate(model, { seed });
    expect(report.sources[0]).toMatchObject({ ended: gapsMs.length, failed: 0 });
    return report.sources[0]?.meanMs ?? NaN;
  };
  const gaps = fc.array(fc.double({ min: 0.01, max: 30, noNaN: true }), { minLength: 1, maxLength: 200 });

  it('never answers slower for one more processor', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 4 }), seeds, (gapsMs, cores, seed) => {
        expect(mean(gapsMs, cores + 1, seed)).toBeLessThanOrEqual(mean(gapsMs, cores, seed) + 1e-9);
      }),
      sampled(60),
    );
  });

  it('never answers faster when the same requests come closer together', () => {
    fc.assert(
      fc.property(gaps, fc.double({ min: 0.1, max: 1, noNaN: true }), seeds, (gapsMs, factor, seed) => {
        const closer = gapsMs.map((gapMs) => gapMs * factor);
        expect(mean(closer, 1, seed)).toBeGreaterThanOrEqual(mean(gapsMs, 1, seed) - 1e-9);
      }),
      sampled(60),
    );
  });
});
