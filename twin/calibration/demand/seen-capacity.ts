import type { Range } from '../range.ts';
import type { ByRunnable } from './demand-by-busy-time.ts';
import { workedMs } from './demand-by-busy-time.ts';
import { fewestRequests } from './estimated.ts';

/** Whether a server is kept until the work is done, or shared by all who are there. */
export type Discipline = 'first-come-first-served' | 'processor-sharing';

/** What own times show of how many requests a component works on at once. */
export type SeenCapacity =
  | {
      readonly sees: 'servers';
      /** That fit best, and between what they lie (95 %); half a server is one of half the speed. */
      readonly servers: Range;
      /** Undefined where both fit. */
      readonly discipline: Discipline | undefined;
    }
  /** Own times did not grow with others, of which no more were met often enough: there are at least so many servers. */
  | { readonly sees: 'no-limit'; readonly atLeast: number };

/** Quantiles of the chi-square distribution with one degree of freedom. */
const chiSquare95 = 3.841458820694124;
/** That there is a limit at all must not be one chance of twenty. */
const chiSquare999 = 10.827566170662733;

/** Numbers of servers below two that are tried: a limit of processors need not be whole. */
const fewServers = [0.1, 0.15, 0.25, 0.35, 0.5, 0.75, 1, 1.5];

interface Fit {
  readonly servers: number;
  /** Weighted sum of squares that it leaves. */
  readonly left: number;
}

interface Point {
  readonly others: number;
  readonly mean: number;
  /** One over the variance of the mean. */
  readonly weight: number;
}

const weighted = (points: readonly Point[], of: (point: Point) => number): number =>
  points.reduce((sum, point) => sum + point.weight * of(point), 0);

/** A point for each bin with requests enough; its mean is a share of the own time. */
function pointsOf(byRunnable: ByRunnable, shareOf: (bin: ByRunnable[number]) => number): readonly Point[] {
  return byRunnable.flatMap((bin, at) => {
    const { others, count, ownMs, ownMsSquared } = bin;
    if (count < fewestRequests || ownMs === 0) return [];
    const share = shareOf(bin);
    const variance = Math.max(0, ownMsSquared / count - (ownMs / count) ** 2) * (count / (count - 1)) * share ** 2;
    // A bin of several numbers of others stands at its middle.
    const next = byRunnable[at + 1]?.others ?? others + 1;
    return variance === 0
      ? []
      : [{ others: (others + next - 1) / 2, mean: (ownMs / count) * share, weight: count / variance }];
  });
}

/**
 * First come, first served: with fewer others than servers the own time is the work, and grows evenly with each one more.
 * Weighted least squares of `flat + slope × max(0, others - servers + 1)`, the slope not below zero.
 */
function fitKept(points: readonly Point[], servers: number): Fit {
  const beyond = ({ others }: Point): number => Math.max(0, others - servers + 1);
  const weight = weighted(points, () => 1);
  const [meanX, meanY] = [weighted(points, beyond) / weight, weighted(points, ({ mean }) => mean) / weight];
  const spread = weighted(points, (point) => (beyond(point) - meanX) ** 2);
  const joint = weighted(points, (point) => (beyond(point) - meanX) * (point.mean - meanY));
  const slope = spread <= 0 ? 0 : Math.max(0, joint / spread);
  return {
    servers,
    left: weighted(points, (point) => (point.mean - meanY - slope * (beyond(point) - meanX)) ** 2),
  };
}

/** Processor sharing: with the right number of servers, the work is the same whoever else was there at arrival. */
function fitShared(byRunnable: ByRunnable, servers: number): Fit {
  const points = pointsOf(byRunnable, (bin) => workedMs(bin, servers) / bin.ownMs);
  const mean = weighted(points, (point) => point.mean) / weighted(points, () => 1);
  // Work that varies by more than its error, whatever the number of servers, must not look better where all of it shrinks.
  return { servers, left: weighted(points, (point) => (point.mean - mean) ** 2) };
}

const bestOf = (fits: readonly Fit[]): Fit => fits.reduce((least, each) => (each.left < least.left ? each : least));

/**
 * Looks for the number of servers of a component, and for how they are had, in how its own times depend on who else was
 * there.
 *
 * @param byRunnable - Of all operations of the component together.
 * @returns Undefined where too few numbers of others were met.
 */
export function seenCapacity(byRunnable: ByRunnable): SeenCapacity | undefined {
  const points = pointsOf(byRunnable, () => 1);
  const last = points.at(-1);
  if (last === undefined || points.length < 3) return undefined;
  const most = Math.ceil(last.others) + 1;
  const whole = Array.from({ length: Math.max(1, most - 1) }, (_, at) => at + 1);
  const kept = whole.map((servers) => fitKept(points, servers));
  const shared = [...new Set([...fewServers, ...whole])].map((servers) => fitShared(byRunnable, servers));
  const [bestKept, bestShared] = [bestOf(kept), bestOf(shared)];
  const flat = fitKept(points, most + 1);
  const best = Math.min(bestKept.left, bestShared.left);
  // Requests of several kinds vary by more than chance: what the best fit leaves tells by how much.
  const excess = Math.max(1, best / Math.max(1, points.length - 2));
  if (flat.left - best < chiSquare999 * excess) return { sees: 'no-limit', atLeast: most };
  const near = (fits: readonly Fit[]): readonly number[] =>
    fits.filter(({ left }) => left - best <= chiSquare95 * excess).map(({ servers }) => servers);
  const [nearKept, nearShared] = [near(kept), near(shared)];
  const all = [...nearKept, ...nearShared];
  const isKept = bestKept.left <= bestShared.left;
  const other = isKept ? nearShared : nearKept;
  return {
    sees: 'servers',
    servers: { best: (isKept ? bestKept : bestShared).servers, low: Math.min(...all), high: Math.max(...all) },
    discipline: other.length > 0 ? undefined : isKept ? 'first-come-first-served' : 'processor-sharing',
  };
}
