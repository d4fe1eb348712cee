import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { factOfOperation } from '../../../testing/made-preflight.ts';
import { LatencySketch } from '../../../src/estate/index.ts';
import { EstateView } from '../../preflight/index.ts';
import type { Phase, PredictedRun } from '../ensemble/index.ts';
import { breachesOf, consistentRuns, rangeOfRuns, recentObjectives, sensitivitiesOf, signalsOf } from './index.ts';

const root = 'web/GET /';

const phaseOf = (p95Ms: number | null, failed = 0): Phase => ({
  fromMs: 0,
  toMs: 1_000,
  operations: [
    {
      component: 'web',
      operation: 'GET /',
      answered: 100 - failed,
      failed,
      perSecond: 100,
      errorRatio: failed / 100,
      p50Ms: p95Ms === null ? null : p95Ms / 2,
      p95Ms,
      p99Ms: p95Ms,
    },
  ],
});

/** A run whose latency afterwards is told, and was so before; its parameters too. */
const runOf = (run: number, afterMs: number | null, over: Partial<PredictedRun> = {}): PredictedRun => ({
  run,
  settled: {},
  before: phaseOf(100),
  during: null,
  after: phaseOf(afterMs),
  completedAfterMs: null,
  shown: [],
  ...over,
});

function seenWith(p95Ms: number): EstateView {
  const sketch = new LatencySketch();
  for (let at = 1; at <= 400; at += 1) sketch.add((at / 380) * p95Ms, 1);
  const data = sketch.toData()!;
  const requests = {
    count: 400,
    adjustedCount: 400,
    samplingKnown: 400,
    errorCount: 1,
    errorRatio: 0.002,
    firstSeenMs: 0,
    lastSeenMs: 40_000,
    latency: { ...data, binCounts: [...data.binCounts] },
  };
  return new EstateView({
    components: [{ name: 'web', kind: 'service' }],
    facts: [
      factOfOperation('web', 'GET /', 'requests', {
        kind: 'server',
        protocol: 'http',
        requests,
        rootCount: 400,
        perSecond: 10,
        inFlight: { mean: 1, peak: 2 },
      }),
    ],
  });
}

describe('rangeOfRuns', () => {
  it('is the middle, and between what four of five lie', () => {
    const { best, low, high } = rangeOfRuns(Array.from({ length: 101 }, (_, at) => at))!;
    expect([best, low, high].map((value) => value.toFixed(6))).toEqual(['50.000000', '10.000000', '90.000000']);
    expect(rangeOfRuns([1, 2, 3, 4])).toBeNull();
  });

  it('is in order whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1e9 }), { minLength: 5 }), (values) => {
        const { best, low, high } = rangeOfRuns(values)!;
        expect(low).toBeLessThanOrEqual(best);
        expect(best).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe('signalsOf', () => {
  it('tells each part of the runs, and leaves out what no run tells', () => {
    const signals = signalsOf([1, 2, 3, 4, 5].map((run) => runOf(run, run * 10)));
    expect(signals.find(({ signal }) => signal === 'p95')).toEqual({
      operation: root,
      signal: 'p95',
      before: { best: 100, low: 100, high: 100 },
      during: null,
      after: { best: 30, low: 14, high: 46 },
    });
    const nothing = signalsOf([1, 2, 3, 4, 5].map((run) => runOf(run, null, { before: phaseOf(null) })));
    expect(nothing.map(({ signal }) => signal)).toEqual(['errors', 'throughput']);
  });
});

describe('objectives', () => {
  it('are twice the recent past where nobody has told them', () => {
    const [latency, errors] = recentObjectives(seenWith(300), root);
    expect(latency).toMatchObject({ signal: 'p95', source: 'recent-past' });
    expect(Math.abs((latency?.limit ?? 0) / 600 - 1)).toBeLessThan(0.03);
    expect(errors).toMatchObject({ signal: 'errors', limit: 0.01 });
    expect(recentObjectives(seenWith(300), 'web/other')).toEqual([]);
  });

  it('are missed as often as runs say', () => {
    const objective = { operation: root, signal: 'p95', limit: 35, source: 'told', because: '' } as const;
    const [breach] = breachesOf(
      [objective],
      [10, 20, 30, 40, null].map((ms, run) => runOf(run, ms)),
    );
    expect(breach?.probability).toEqual({ before: 1, during: null, after: 1 / 4 });
  });
});

describe('sensitivitiesOf', () => {
  it('names what goes with how bad it comes out, and not what has nothing to do with it', () => {
    const runs = Array.from({ length: 100 }, (_, run) =>
      runOf(run, 100 + run, {
        settled: { 'work a': run, 'work b': -(run ** 2), 'work c': (run * 37) % 100, 'work d': 1 },
      }),
    );
    const found = sensitivitiesOf(runs, [root]);
    expect(found.map(({ parameter }) => parameter)).toEqual(['work a', 'work b']);
    expect(found.map(({ rankCorrelation }) => Math.round(rankCorrelation))).toEqual([1, -1]);
  });

  it('takes what fails for worse than what is slow', () => {
    const runs = Array.from({ length: 50 }, (_, run) =>
      runOf(run, 1_000 - run, { after: phaseOf(1_000 - run, run), settled: { failing: run } }),
    );
    expect(sensitivitiesOf(runs, [root])[0]).toMatchObject({ parameter: 'failing', rankCorrelation: 1 });
  });
});

describe('consistentRuns', () => {
  const runs = Array.from({ length: 40 }, (_, run) => runOf(run, 1, { before: phaseOf(100 + run * 10) }));

  it('keeps the half that agrees best with what was seen', () => {
    const kept = consistentRuns(seenWith(300), [root], runs).map(({ run }) => run);
    expect(kept).toHaveLength(20);
    // What was seen has 300 ms, as run 20 has.
    expect(Math.abs((kept.at(0) ?? 0) + (kept.at(-1) ?? 0) - 40)).toBeLessThan(8);
  });

  it('keeps all where nothing was seen, or there is little to choose from', () => {
    expect(consistentRuns(seenWith(300), ['web/other'], runs)).toBe(runs);
    expect(consistentRuns(seenWith(300), [root], runs.slice(0, 10))).toHaveLength(10);
  });
});
