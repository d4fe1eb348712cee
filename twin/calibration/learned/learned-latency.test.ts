import { describe, expect, it } from '@jest/globals';
import { factOfOperation } from '../../../testing/made-preflight.ts';
import { createRandom } from '../../../src/kernel/index.ts';
import { EstateView } from '../../preflight/index.ts';
import { learnedLatencies } from './index.ts';

const bucketMs = 10_000;

/** An operation whose mean time grows by a factor of e for each 100 requests per second to its component. */
function estateOf(rates: readonly number[], noise: number): EstateView {
  const random = createRandom(3).stream('noise');
  const timeline = (share: number) => {
    const arrivals = rates.map((rate) => Math.round((rate * share * bucketMs) / 1_000));
    return {
      startMs: 0,
      bucketMs,
      arrivals,
      meanInFlight: rates.map((rate, at) => {
        const meanMs = 20 * Math.exp(rate / 100 + noise * (random.uniform() - 0.5));
        return ((arrivals[at] ?? 0) * meanMs) / bucketMs;
      }),
    };
  };
  return new EstateView({
    components: [{ name: 'web', kind: 'service' }],
    facts: [
      factOfOperation('web', 'read', 'timeline', timeline(0.75)),
      factOfOperation('web', 'write', 'timeline', timeline(0.25)),
    ],
  });
}

const rates = Array.from({ length: 40 }, (_, at) => 20 + at);

const load = (perSecond: number) =>
  new Map([
    ['read', perSecond * 0.75],
    ['write', perSecond * 0.25],
  ]);

describe('learnedLatencies', () => {
  it('tells by what factor a latency goes with load', () => {
    const [read] = learnedLatencies(estateOf(rates, 0), 'web');
    expect(read?.operation).toBe('web/read');
    expect(read?.factor(load(30), load(50))).toBeCloseTo(Math.exp(0.2), 2);
    expect(read?.factor(load(40), load(40))).toBe(1);
    expect(read?.error).toBeLessThan(0.02);
    expect([read?.from, read?.to].map((perSecond) => Math.round(perSecond ?? 0))).toEqual([21, 58]);
  });

  it('knows how far it is off', () => {
    const [read] = learnedLatencies(estateOf(rates, 0.4), 'web');
    // A uniform of that width has this standard deviation.
    expect(read?.error).toBeGreaterThan(0.4 / Math.sqrt(12) / 1.4);
    expect(read?.error).toBeLessThan((0.4 / Math.sqrt(12)) * 1.4);
  });

  it('says nothing of too few stretches, or of one load alone', () => {
    expect(learnedLatencies(estateOf(rates.slice(0, 15), 0), 'web')).toEqual([]);
    expect(
      learnedLatencies(
        estateOf(
          rates.map(() => 30),
          0,
        ),
        'web',
      ),
    ).toEqual([]);
    expect(learnedLatencies(estateOf(rates, 0), 'other')).toEqual([]);
  });
});
