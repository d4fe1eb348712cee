import { meanOf, medianOf, quantileOf, spreadOf } from './order-statistics.ts';
import { placeKey } from './place.ts';
import type { Place } from './place.ts';
import { replayedMs } from './replay.ts';
import { stepsOf } from './request-tree.ts';
import type { RecordedRequest, Step } from './request-tree.ts';
import type { Burden } from './burden.ts';

const stepKey = ({ place, operation }: Step): string => `${placeKey(place)} ${operation}`;

/** What a step takes when all is well, by its place and operation; a value seen once only is no measure. */
function usualOwnMs(recordings: readonly (readonly RecordedRequest[])[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number[]>();
  for (const { root } of recordings.flat()) {
    for (const [step] of stepsOf(root)) {
      const key = stepKey(step);
      const values = seen.get(key);
      if (values === undefined) seen.set(key, [step.ownMs]);
      else values.push(step.ownMs);
    }
  }
  return new Map([...seen].filter(([, values]) => values.length > 1).map(([key, values]) => [key, medianOf(values)]));
}

/** A place, and what requests through it would save if it were healthy. */
interface Saved {
  readonly place: Place;
  /** One for each request, as a share of a usual request's time, at most 1. */
  readonly ratios: number[];
}

/** A tenth of what counts as noise. */
const negligibleRatio = 0.002;

const isAt = ({ place: { component, callee } }: Step, place: Place): boolean =>
  component === place.component && callee === place.callee;

function savedOf(
  requests: readonly RecordedRequest[],
  usual: ReadonlyMap<string, number>,
  usualRequestMs: number,
): ReadonlyMap<string, Saved> {
  const saved = new Map<string, Saved>();
  for (const { root } of requests) {
    const usualOf = new Map<Step, number>();
    const through = new Map<string, { readonly place: Place; excessMs: number }>();
    for (const [step] of stepsOf(root)) {
      const key = placeKey(step.place);
      const usualMs = Math.min(step.ownMs, usual.get(stepKey(step)) ?? step.ownMs);
      usualOf.set(step, usualMs);
      const entry = through.get(key) ?? { place: step.place, excessMs: 0 };
      through.set(key, entry);
      entry.excessMs += step.ownMs - usualMs;
    }
    const asRecordedMs = replayedMs(root, ({ ownMs }) => ownMs);
    for (const [key, { place, excessMs }] of through) {
      // No more can be saved than is spent, and what is far within the noise need not be replayed.
      const isSlow = excessMs > negligibleRatio * usualRequestMs;
      const healedMs = isSlow
        ? replayedMs(root, (step) => (isAt(step, place) ? (usualOf.get(step) ?? step.ownMs) : step.ownMs))
        : asRecordedMs;
      const entry = saved.get(key) ?? { place, ratios: [] };
      saved.set(key, entry);
      entry.ratios.push(Math.min(1, Math.max(0, asRecordedMs - healedMs) / usualRequestMs));
    }
  }
  return saved;
}

/** What cannot be told from chance: twice the deviation (Wald, two-sided 95 %), and a fiftieth of a usual request. */
const noise = { deviations: 2, floorRatio: 0.02 } as const;

/** The rare slow requests that every recording has are cut off before the spread of single requests is taken. */
const usualShare = 0.95;

/** Beyond what recordings of other times save by the same: they too have their outliers, and each its own level. */
function beyondUsual(ratios: readonly number[], others: readonly (readonly number[])[]): number {
  const pooled = others.flat();
  if (pooled.length < 2) return 0;
  const means = others.filter((values) => values.length > 1).map(meanOf);
  const level = means.length > 0 ? medianOf(means) : meanOf(pooled);
  const between = means.length > 2 ? spreadOf(means) : 0;
  const cut = quantileOf(pooled, usualShare);
  const within = pooled.filter((value) => value <= cut);
  const mean = meanOf(within);
  const deviation = Math.sqrt(meanOf(within.map((value) => (value - mean) ** 2)));
  const uncertain = Math.hypot(between, deviation / Math.sqrt(ratios.length)) + noise.floorRatio;
  return Math.max(0, meanOf(ratios) - level - noise.deviations * uncertain);
}

/**
 * The counterfactual on the traces: for each place, how much of a usual request's time the requests through it would save
 * if its own time were what it is at other times, beyond what the same gives for recordings of other times.
 *
 * @param requests - Of the time with the symptom.
 * @param others - Recordings of other times; most of them without a fault in any one place.
 */
export function timeSaved(
  requests: readonly RecordedRequest[],
  others: readonly (readonly RecordedRequest[])[],
): readonly Burden[] {
  const usual = usualOwnMs(others);
  const usualRequestMs = medianOf(others.flat().map(({ root }) => root.durationMs));
  if (!(usualRequestMs > 0)) return [];
  const elsewhere = others.map((recording) => savedOf(recording, usual, usualRequestMs));
  return [...savedOf(requests, usual, usualRequestMs)].map(([key, { place, ratios }]) => {
    const ratio = beyondUsual(
      ratios,
      elsewhere.map((saved) => saved.get(key)?.ratios ?? []),
    );
    return { place, ratio, count: ratios.length };
  });
}
