import { LatencySketch } from '../../../src/estate/index.ts';
import { createRandom } from '../../../src/kernel/index.ts';
import { drawNormal } from '../../calibration/index.ts';
import { splitOperationPath } from '../../model/index.ts';
import type { WindowFigures } from '../../model/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { Phase, PredictedRun } from '../ensemble/index.ts';
import { rangeOfRuns } from './range-of-runs.ts';
import { pathOf, signalIn } from './signals.ts';
import { unrestOf } from './unrest.ts';

/** The latencies of a window, and which share of its requests lies below each. */
const latencies = [
  ['p50', 'p50Ms', 0.5],
  ['p95', 'p95Ms', 0.95],
  ['p99', 'p99Ms', 0.99],
] as const;

/** So many requests beyond a quantile tell where it is. */
const fewestBeyond = 5;

/** How one latency of one operation is moved in one run. */
interface Anchor {
  /** The middle of what the runs say of the time before. */
  readonly modelMs: number;
  /** What was captured, within what so many requests tell of it. */
  readonly seenMs: number;
  /** What else goes on in the estate, from one stretch of time to the next. */
  readonly unrestFactor: number;
}

/** How each latency of an operation is moved in one run; nothing where too little was seen. */
type AnchorsIn = (run: number, operation: string) => ReadonlyMap<keyof WindowFigures, Anchor>;

/**
 * What a latency becomes. Time that comes on top of what was seen comes on top of all of it, whatever the model leaves out;
 * where it shrinks, all of it shrinks alike.
 */
function moved(valueMs: number, { modelMs, seenMs, unrestFactor }: Anchor): number {
  const ms = valueMs >= modelMs ? valueMs + seenMs - modelMs : (valueMs * seenMs) / modelMs;
  return ms * unrestFactor;
}

function anchorsOf(view: EstateView, runs: readonly PredictedRun[], seed: number | string): AnchorsIn {
  const random = createRandom(`${seed} anchor`);
  const operations = new Set(runs.flatMap(({ before }) => before.operations.map(pathOf)));
  const known = new Map(
    [...operations].flatMap((path) => {
      const subject = { kind: 'operation', ...splitOperationPath(path) } as const;
      const latency = view.value(subject, 'requests')?.requests.latency;
      if (latency === undefined) return [];
      const sketch = LatencySketch.fromData(latency);
      const places = latencies.flatMap(([signal, key, share]) => {
        if (latency.count * (1 - share) < fewestBeyond) return [];
        const modelMs = rangeOfRuns(runs.flatMap(({ before }) => signalIn(before, path, signal) ?? []))?.best ?? 0;
        // The rank of a quantile varies binomially.
        const spread = Math.sqrt((share * (1 - share)) / latency.count);
        return modelMs > 0 ? [{ key, share, spread, modelMs }] : [];
      });
      const unrest = unrestOf(view.value(subject, 'timeline'), latency);
      return [[path, { sketch, places, unrest }] as const];
    }),
  );
  return (run, operation) => {
    const found = known.get(operation);
    if (found === undefined) return new Map();
    const own = random.stream(`${operation} ${run}`);
    // A stretch of time that is slow is so for all of an operation's requests.
    const [rank, rest] = [drawNormal(own), drawNormal(own)];
    const unrestFactor = Math.exp(found.unrest * rest);
    return new Map(
      found.places.map(({ key, share, spread, modelMs }) => [
        key,
        { modelMs, unrestFactor, seenMs: found.sketch.quantileMs(Math.min(1, Math.max(0, share + rank * spread))) },
      ]),
    );
  };
}

function anchoredPhase(phase: Phase, of: (operation: string) => ReadonlyMap<keyof WindowFigures, Anchor>): Phase {
  return {
    ...phase,
    operations: phase.operations.map((figures) => {
      const anchors = of(pathOf(figures));
      let lastMs = 0;
      const values = latencies.map(([, key]): readonly [string, number | null] => {
        const [value, anchor] = [figures[key], anchors.get(key)];
        if (value === null) return [key, null];
        lastMs = Math.max(lastMs, anchor === undefined ? value : moved(value, anchor));
        return [key, lastMs];
      });
      return { ...figures, ...Object.fromEntries(values) };
    }),
  };
}

/**
 * Runs whose time before is where the estate was captured to be. What a model leaves out of the time of an operation stays
 * as it was; how surely the captured is known, and how much it varies from one stretch of time to the next by what no model
 * has, goes into the runs.
 *
 * @param view - The estate; an operation of which too few requests were seen stays as the model has it.
 * @param runs - Whose time before is at the captured load, without any fault.
 * @param seed - Of the prediction.
 */
export function anchoredRuns(
  view: EstateView,
  runs: readonly PredictedRun[],
  seed: number | string,
): readonly PredictedRun[] {
  const anchors = anchorsOf(view, runs, seed);
  return runs.map((run) => {
    const of = new Map<string, ReadonlyMap<keyof WindowFigures, Anchor>>();
    const anchorsIn = (operation: string): ReadonlyMap<keyof WindowFigures, Anchor> => {
      const found = of.get(operation) ?? anchors(run.run, operation);
      of.set(operation, found);
      return found;
    };
    return {
      ...run,
      before: anchoredPhase(run.before, anchorsIn),
      during: run.during && anchoredPhase(run.during, anchorsIn),
      after: run.after && anchoredPhase(run.after, anchorsIn),
    };
  });
}
