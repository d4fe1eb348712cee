import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryModel } from '../../../testing/arbitrary-model.ts';
import { madeModel } from '../../../testing/made-model.ts';
import { frameField, frameFlag } from '../engine/frames.ts';
import { simulate, startSimulation } from '../index.ts';

const sampled = (numRuns: number) => ({ numRuns, seed: 20_261_202, endOnFailure: true });

describe('an instance that dies', () => {
  it('lets its callers know, each once, wherever their requests were', () => {
    fc.assert(
      fc.property(
        arbitraryModel,
        fc.nat(1_000),
        fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 2_500 })), { minLength: 1, maxLength: 4 }),
        (given, seed, deaths) => {
          const names = Object.keys(given.components);
          const timeline = deaths
            .toSorted(([, one], [, other]) => one - other)
            .map(([which, atMs]) => ({ at: `${atMs}ms`, fault: 'kill', component: names[which % names.length] }));
          const simulation = startSimulation(madeModel({ ...given, timeline }), { seed });
          simulation.runUntil(Infinity);
          const { sources, components, operations, checks } = simulation.report();
          const { frames } = simulation.engine;
          const flags = (frame: number): number => frames.words[frame + frameField.flags] as number;
          for (const [at, { offered, ended }] of sources.entries()) {
            const left = frames
              .all()
              .filter((frame) => (flags(frame) & frameFlag.fromSource) !== 0)
              .filter((frame) => frames.words[frame + frameField.root] === at).length;
            expect(offered).toBe(ended + left);
          }
          for (const { attempts, answered, errors } of operations)
            expect(attempts).toBe(answered + Object.values(errors).reduce((sum, one) => sum + one, 0));
          for (const { inFlight } of components) expect(inFlight.mean).toBeGreaterThanOrEqual(0);
          if (frames.all().length > 0) return;
          for (const { measured, expected } of checks.littlesLaw) expect(measured).toBeCloseTo(expected, 9);
          for (const { measuredCores, expectedCores } of checks.utilisationLaw)
            expect(measuredCores).toBeCloseTo(expectedCores, 7);
        },
      ),
      sampled(80),
    );
  });

  it('is heard of after the way through the network, and none of its events meets another request', () => {
    const model = madeModel({
      components: {
        front: { operations: { ask: [{ call: 'back/ask' }] }, clients: { back: { latency: '2ms' } } },
        back: { operations: { ask: [{ wait: '100ms' }] }, replicas: 2 },
      },
      arrivals: [{ operation: 'front/ask', rate: '50/s', spacing: 'even', until: '2s' }],
      timeline: [{ at: '1.0105s', fault: 'kill', component: 'back', instances: 1 }],
      run: { for: '4s' },
    });
    const report = simulate(model, { seed: 1 });
    // Of 5 requests under way at the back, which came 20 ms apart and turn by turn, 2 or 3 were of the dead one.
    const died = report.operations[1]?.errors['instance-died'] ?? 0;
    expect([2, 3]).toContain(died);
    expect(report.sources[0]).toMatchObject({ offered: 100, ended: 100, failed: died });
    // All others take what they always take.
    expect(report.operations[0]?.meanMs).toBeCloseTo(102, 9);
    expect(report.operations[0]?.maxMs).toBeCloseTo(102, 9);
  });

  it('counts the work that it had done, and not the rest', () => {
    for (const scheduling of ['fcfs', 'processor-sharing']) {
      const model = madeModel({
        components: {
          web: { operations: { get: [{ cpu: '10s' }] }, cpu: { cores: 1, scheduling: scheduling as 'fcfs' } },
        },
        arrivals: [{ operation: 'web/get', at: ['1s', '2s'] }],
        timeline: [{ at: '4s', fault: 'kill', component: 'web' }],
        run: { for: '10s' },
      });
      const report = simulate(model, { seed: 1 });
      expect(report.sources[0]).toMatchObject({ offered: 2, ended: 2, failed: 2 });
      expect(report.checks.utilisationLaw[0]?.measuredCores).toBeCloseTo(0.3, 9);
      expect(report.checks.utilisationLaw[0]?.expectedCores).toBeCloseTo(0.3, 9);
      expect(report.components[0]?.inFlight.mean).toBeCloseTo(0.5, 9);
    }
  });
});
