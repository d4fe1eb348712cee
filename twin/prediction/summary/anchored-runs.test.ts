import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../../../src/estate/index.ts';
import { requestsValue } from '../../../testing/made-facts.ts';
import { factOfOperation } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import type { Phase, PredictedRun } from '../ensemble/index.ts';
import { anchoredRuns, rangeOfRuns, signalIn } from './index.ts';
import { unrestOf } from './unrest.ts';

const root = 'web/GET /';

/** Latencies evenly from 0 to 100 ms, scaled. */
function sketched(count: number, scale = 1): ReturnType<LatencySketch['toData']> {
  const sketch = new LatencySketch();
  for (let at = 0; at < count; at += 1) sketch.add(((at + 0.5) / count) * 100 * scale, 1);
  return sketch.toData();
}

function seen(count: number): EstateView {
  const { requests, ...value } = requestsValue();
  const latency = sketched(count)!;
  return new EstateView({
    components: [{ name: 'web', kind: 'service' }],
    facts: [
      factOfOperation('web', 'GET /', 'requests', {
        ...value,
        requests: { ...requests, count, latency: { ...latency, binCounts: [...latency.binCounts] } },
      }),
    ],
  });
}

const phase = (p50Ms: number, p95Ms = p50Ms * 1.9): Phase => ({
  fromMs: 0,
  toMs: 1,
  operations: [
    {
      component: 'web',
      operation: 'GET /',
      answered: 100,
      failed: 0,
      perSecond: 1,
      errorRatio: 0,
      p50Ms,
      p95Ms,
      p99Ms: p95Ms,
    },
  ],
});

/** Runs of a model that is a fifth too slow before, each a little otherwise. */
const runsTo = (afterMs: number): readonly PredictedRun[] =>
  Array.from({ length: 41 }, (_, run) => ({
    run,
    settled: {},
    before: phase(60 + (run - 20) / 20),
    during: null,
    after: phase(afterMs + (run - 20) / 20),
    completedAfterMs: null,
    shown: [],
  }));

const p50Of = (runs: readonly PredictedRun[], part: 'before' | 'after') =>
  rangeOfRuns(runs.flatMap((run) => signalIn(run[part], root, 'p50') ?? []))!;

describe('anchored runs', () => {
  it('begin where the estate was seen to be, as surely as so many requests tell', () => {
    const { best, low, high } = p50Of(anchoredRuns(seen(10_000), runsTo(60), 1), 'before');
    expect(best).toBeCloseTo(50, -1);
    expect(high - low).toBeLessThan(4);
    const few = p50Of(anchoredRuns(seen(40), runsTo(60), 1), 'before');
    // The rank of the median of 40 has a standard deviation of 8 % of them.
    expect(few.high - few.low).toBeGreaterThan(12);
  });

  it('put time that is added on top of what was seen', () => {
    expect(p50Of(anchoredRuns(seen(10_000), runsTo(160), 1), 'after').best).toBeCloseTo(150, -1);
  });

  it('let all of it shrink alike where it shrinks', () => {
    expect(p50Of(anchoredRuns(seen(10_000), runsTo(6), 1), 'after').best).toBeCloseTo(5, 0);
  });

  it('keep their order, their errors, and what was not seen', () => {
    for (const run of anchoredRuns(seen(300), runsTo(90), 3)) {
      const [after] = run.after!.operations;
      expect(after!.p50Ms!).toBeLessThanOrEqual(after!.p95Ms!);
      expect(after!.p95Ms!).toBeLessThanOrEqual(after!.p99Ms!);
      expect(after!.errorRatio).toBe(0);
    }
    const nothing = new EstateView({ components: [{ name: 'web', kind: 'service' }], facts: [] });
    expect(anchoredRuns(nothing, runsTo(90), 1)).toEqual(runsTo(90));
  });

  it('are the same for the same seed', () => {
    expect(anchoredRuns(seen(300), runsTo(90), 3)).toEqual(anchoredRuns(seen(300), runsTo(90), 3));
    expect(anchoredRuns(seen(300), runsTo(90), 4)).not.toEqual(anchoredRuns(seen(300), runsTo(90), 3));
  });
});

describe('unrest', () => {
  const timeline = (meansMs: readonly number[]) => ({
    startMs: 0,
    bucketMs: 1_000,
    arrivals: meansMs.flatMap(() => Array.from({ length: 30 }, () => 10)),
    meanInFlight: meansMs.flatMap((ms) => Array.from({ length: 30 }, () => (10 * ms) / 1_000)),
  });

  it('is none where stretches differ by no more than chance', () => {
    expect(unrestOf(timeline([50, 51, 49, 50, 50]), sketched(1_500)!)).toBe(0);
  });

  it('is how much they differ beyond it', () => {
    // The logarithms are 0.5 from their middle.
    const [high, low] = [50 * Math.exp(0.5), 50 * Math.exp(-0.5)];
    expect(unrestOf(timeline([high, low, high, low, high, low]), sketched(1_800)!)).toBeCloseTo(0.55, 1);
  });

  it('is not told by too few stretches', () => {
    expect(unrestOf(timeline([10, 100]), sketched(600)!)).toBe(0);
    expect(unrestOf(undefined, sketched(600)!)).toBe(0);
  });
});
