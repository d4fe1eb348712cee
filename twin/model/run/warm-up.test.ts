import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { startSimulation } from '../index.ts';

describe('the end of the warm-up', () => {
  it.each([
    ['cpu', { cpu: 0.5 }],
    ['inFlight', { inFlight: 0.5 }],
  ])('does not change what an autoscaler sees of %s', (_, target) => {
    const model = madeModel({
      components: {
        web: {
          operations: { get: [{ cpu: '100ms' }] },
          replicas: 4,
          cpu: { cores: 1 },
          autoscaler: { min: 1, max: 10, downAfter: '0s', ...target },
        },
      },
      // Each of the four instances works half of the time, which is what is wanted.
      arrivals: [{ operation: 'web/get', rate: '20/s', spacing: 'even' }],
      run: { for: '300s', warmUp: '100s' },
    });
    const simulation = startSimulation(model, { seed: 1 });
    simulation.runUntil(Infinity);
    expect(simulation.control.events).toEqual([]);
    expect(simulation.report().components[0]?.instances).toEqual({ mean: 4, min: 4, max: 4 });
  });
});
