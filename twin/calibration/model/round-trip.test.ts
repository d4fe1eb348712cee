import { describe, expect, it } from '@jest/globals';
import { capturedModel } from '../../../testing/captured-model.ts';
import { factOf, factOfEstate } from '../../../testing/made-preflight.ts';
import { modelOfEstate } from '../../model/build/index.ts';
import { readModelFile, simulate } from '../../model/index.ts';
import type { SimulationReport } from '../../model/index.ts';
import { bestGuess } from '../parameters/index.ts';
import { calibrate, calibratedBehaviour } from './index.ts';

/** An estate whose inside is known: what is learned of it must predict what it does at another load. */
const estate = (perSecond: number, scheduling: string) => ({
  version: 1,
  components: {
    front: {
      replicas: 2,
      cpu: { cores: 2, scheduling },
      operations: {
        'GET /': [
          { cpu: { lognormal: { mean: '4ms', cv: 0.8 } } },
          {
            choose: [
              { probability: 0.3, steps: [] },
              { probability: 0.7, steps: [{ call: 'back/GET /stock' }] },
            ],
          },
          { cpu: { exponential: '6ms' } },
        ],
      },
      clients: { back: { latency: '1ms' } },
    },
    back: {
      cpu: { cores: 2, scheduling },
      operations: { 'GET /stock': [{ cpu: { exponential: '9ms' } }, { call: 'database/SELECT' }] },
    },
    database: { cpu: { cores: 2, scheduling }, operations: { SELECT: [{ cpu: { exponential: '3ms' } }] } },
  },
  arrivals: [{ operation: 'front/GET /', rate: `${perSecond}/s` }],
  run: { for: '20m', warmUp: '30s' },
});

const facts = [
  factOfEstate('engine', { version: '29', apiVersion: '1.52', os: 'linux', architecture: 'x86_64', cpuCores: 2 }),
  factOf('front', 'replicas', 2),
];

const front = ({ operations }: SimulationReport): { p50Ms: number; p95Ms: number } => {
  const { p50Ms, p95Ms } = operations.find(({ component }) => component === 'front')!;
  return { p50Ms: p50Ms!, p95Ms: p95Ms! };
};

describe.each(['fcfs', 'processor-sharing'])('an estate of %s, captured at one load', (scheduling) => {
  const view = capturedModel(estate(90, scheduling), { seed: 3, requests: 20_000 }, facts);
  const calibration = calibrate(view);
  // No engine was asked how much it uses of its processors: here it is known that all work is done on them.
  const guess = bestGuess(calibration.parameters);
  const behaviour = calibratedBehaviour(view, (kind, of) => (kind === 'processor-share' ? 1 : guess(kind, of)));

  it('lacks nothing', () => {
    expect(calibration.unknown).toEqual([]);
    expect(modelOfEstate(view, { atMs: 0, behaviour }).missing.filter(({ isNeeded }) => isNeeded)).toEqual([]);
  });

  it.each([
    [45, 0.08],
    [90, 0.08],
    [150, 0.2],
  ])('predicts the latency at %i requests per second within %d', (perSecond, within) => {
    const truth = front(
      simulate(readModelFile(JSON.stringify(estate(perSecond, scheduling)), 'truth').model, { seed: 1 }),
    );
    const { model } = modelOfEstate(view, {
      atMs: 0,
      behaviour,
      load: [{ operation: 'front/GET /', rate: `${perSecond}/s` }],
    });
    const predicted = front(
      simulate(readModelFile(JSON.stringify({ ...model, run: { for: '20m', warmUp: '30s' } }), 'predicted').model, {
        seed: 2,
      }),
    );
    expect(Math.abs(Math.log(predicted.p50Ms / truth.p50Ms))).toBeLessThan(within);
    expect(Math.abs(Math.log(predicted.p95Ms / truth.p95Ms))).toBeLessThan(within);
  });
});
