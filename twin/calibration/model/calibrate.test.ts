import { describe, expect, it } from '@jest/globals';
import type { FoundFact } from '../../../src/estate/index.ts';
import { capturedEstate } from '../../../testing/captured-model.ts';
import { factOf, factOfEstate, factOfInstance } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import { bestGuess } from '../parameters/index.ts';
import { calibrate, calibratedBehaviour } from './index.ts';

/** Fifty requests a second of 4 ms are 0.2 cores of work. */
const model = {
  version: 1,
  components: { web: { cpu: { cores: 2 }, operations: { 'GET /': [{ cpu: { exponential: '4ms' } }] } } },
  arrivals: [{ operation: 'web/GET /', rate: '50/s' }],
  run: { for: '1m' },
};

const calibratedWith = (cpuCores: number, ...facts: readonly FoundFact[]) => {
  const estate = capturedEstate(model, { seed: 3, requests: 3_000 }, [
    factOfEstate('engine', { version: '29', apiVersion: '1.52', os: 'linux', architecture: 'x86_64', cpuCores: 2 }),
    factOfInstance('web', 'web-1', 'usage', { cpuCores }),
    ...facts,
  ]);
  const view = new EstateView(estate);
  const calibration = calibrate(view);
  return { view, calibration, valueOf: bestGuess(calibration.parameters) };
};

describe('what a component does besides its requests', () => {
  it('is what it uses beyond their work, divided among them', () => {
    const { valueOf } = calibratedWith(0.7);
    expect(valueOf('processor-share', 'web')).toBe(1);
    // The other 0.5 cores over fifty requests.
    expect(valueOf('overhead', 'web')).toBeGreaterThan(9);
    expect(valueOf('overhead', 'web')).toBeLessThan(11);
  });

  it('is done by one request in as many as come between two batches of spans', () => {
    const told = factOf('web', 'environment', [{ name: 'OTEL_BSP_SCHEDULE_DELAY', value: '200' }]);
    const { view, valueOf } = calibratedWith(0.7, told);
    expect(valueOf('overhead-batch', 'web')).toBeCloseTo(10, 0);
    const steps = calibratedBehaviour(view, valueOf).steps('web', 'GET /', () => undefined);
    const burst = JSON.stringify(steps?.at(-1));
    expect(burst).toContain('"detach"');
    expect(burst).toMatch(/"probability":0\.(?:09|10)/);
  });

  it('is nothing where the error of the measurement explains it as well', () => {
    const { valueOf, calibration } = calibratedWith(0.22);
    expect(valueOf('overhead', 'web')).toBeUndefined();
    expect(calibration.parameters.map(({ kind }) => kind)).not.toContain('overhead-batch');
  });
});
