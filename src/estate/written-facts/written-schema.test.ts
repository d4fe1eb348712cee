import { describe, expect, it } from '@jest/globals';
import { attributeEntry, attributeNames } from '../facts/index.ts';
import { quantileMs } from '../traces/index.ts';
import type { AttributeName } from '../facts/index.ts';
import { writtenAttribute } from './written-attribute.ts';

const read = (name: AttributeName, value: unknown): unknown => writtenAttribute(name)?.parse(value);

const refuses = (name: AttributeName, value: unknown): boolean =>
  writtenAttribute(name)?.safeParse(value).success === false;

describe('a fact that is written by hand', () => {
  it.each([
    [
      'call-policy',
      { timeout: '300ms', attempts: 3, jitter: '50%' },
      { timeoutMs: 300, attempts: 3, jitterRatio: 0.5 },
    ],
    [
      'memory-use',
      { base: '30MiB', bytesPerRequestPerSecond: '1KiB' },
      { baseBytes: 31_457_280, bytesPerRequestPerSecond: 1_024 },
    ],
    ['cpu-burst', { cpuPerRequest: '30ms', perSecond: '60/min' }, { cpuMsPerRequest: 30, perSecond: 1 }],
    ['capacity', { cpu: '1500m', memory: '2GiB' }, { cpuCores: 1.5, memoryBytes: 2 * 1024 ** 3 }],
    [
      'rollout',
      { strategy: 'rolling', maxSurge: '25%', maxUnavailable: 0 },
      { strategy: 'rolling', maxSurge: { share: 0.25 }, maxUnavailable: { count: 0 } },
    ],
    ['disruption-budget', { minAvailable: 2 }, { minAvailable: { count: 2 } }],
    ['start-up', { p50: '2s', max: '1m' }, { p50Ms: 2_000, maxMs: 60_000 }],
    ['log-growth', { bytesPerSecond: '1KiB/s', keptBytes: '1GiB' }, { bytesPerSecond: 1_024, keptBytes: 1024 ** 3 }],
    ['stop-grace', '30s', 30_000],
    ['replicas', 3, 3],
  ] as const)('of %s is taken with the units of its names', (name, written, kept) => {
    expect(read(name, written)).toEqual(kept);
  });

  it('may be given as it is kept', () => {
    expect(read('call-policy', { timeoutMs: 300 })).toEqual({ timeoutMs: 300 });
  });

  it('is refused without a unit, or with that of something else', () => {
    expect(refuses('call-policy', { timeout: '300' })).toBe(true);
    expect(refuses('call-policy', { timeout: '300MiB' })).toBe(true);
    expect(refuses('call-policy', { timeout: 300 })).toBe(true);
    expect(refuses('stop-grace', 30)).toBe(true);
    expect(refuses('replicas', '30s')).toBe(true);
    expect(refuses('memory-use', { base: '30s' })).toBe(true);
    expect(refuses('limits', { cores: 2 })).toBe(true);
  });

  it('takes times as distributions, of which a thousand quantiles are kept', () => {
    const sketch = read('self-time', { lognormal: { mean: '100ms', cv: 1 } }) as Parameters<typeof quantileMs>[0];
    // The median of a lognormal is its mean over the root of 1 + cv².
    expect(quantileMs(sketch, 0.5)).toBeCloseTo(100 / Math.SQRT2, -1);
    expect(sketch.sumMs / sketch.count).toBeCloseTo(100, -1);
    const even = read('self-time', {
      quantiles: [
        [0, '0ms'],
        [0.5, '10ms'],
        [1, '100ms'],
      ],
    }) as typeof sketch;
    expect(quantileMs(even, 0.25)).toBeCloseTo(5, 0);
    expect(quantileMs(even, 0.75)).toBeCloseTo(55, 0);
  });

  it('takes traffic as its rate, times and errors', () => {
    const requests = read('requests', { perSecond: '50/s', takes: '200ms', errors: '2%', over: '100s' });
    expect(requests).toMatchObject({
      perSecond: 50,
      inFlight: { mean: expect.closeTo(10, 5), peak: 10 },
      requests: { count: 5_000, errorCount: 100, errorRatio: 0.02 },
    });
  });

  it('knows a form for every attribute that a person can know', () => {
    const notByHand = attributeNames.filter((name) => writtenAttribute(name) === undefined);
    expect(notByHand.length).toBeLessThan(attributeNames.length / 5);
    for (const name of notByHand) expect(attributeEntry(name).about).not.toBe('');
  });
});
