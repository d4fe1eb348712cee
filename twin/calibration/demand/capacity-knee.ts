import { fewestRequests } from './estimated.ts';
import type { ByCompany } from './demand-without-waiting.ts';

/** Up to how many others a component takes no longer, and how much longer beyond. */
export interface CapacityKnee {
  /** Servers that fit best, and the range of those that fit nearly as well (95 %). */
  readonly servers: { readonly best: number; readonly low: number; readonly high: number };
  /** Own time before the knee, in milliseconds. */
  readonly flatMs: number;
  /** By how much it grows with each request beyond, in milliseconds: under first come, first served `flatMs / servers`. */
  readonly slopeMs: number;
}

/** What own times by company show of the capacity. */
export type SeenCapacity =
  | { readonly knee: CapacityKnee }
  /** No more others than this were met often enough, and own times did not grow with them: there are at least so many. */
  | { readonly atLeast: number };

/** Quantile of the chi-square distribution with one degree of freedom, 95 %. */
const chiSquare95 = 3.841458820694124;
/** With 99.9 %: that there is a knee at all must not be one chance of twenty. */
const chiSquare999 = 10.827566170662733;

interface Point {
  readonly others: number;
  readonly mean: number;
  /** One over the variance of the mean. */
  readonly weight: number;
}

interface Fit {
  readonly servers: number;
  readonly flatMs: number;
  readonly slopeMs: number;
  /** Sum of weighted squares that is left. */
  readonly left: number;
}

function pointsOf(byCompany: ByCompany): readonly Point[] {
  const enough = byCompany.filter(({ count }) => count >= fewestRequests);
  return enough.flatMap(({ others, count, ownMs, ownMsSquared }, at) => {
    const mean = ownMs / count;
    const variance = Math.max(0, ownMsSquared / count - mean ** 2) * (count / (count - 1));
    // A bin of several numbers of others stands at its middle.
    const next = enough[at + 1]?.others ?? others + 1;
    return variance === 0 ? [] : [{ others: (others + next - 1) / 2, mean, weight: count / variance }];
  });
}

/** Weighted least squares of `flat + slope × max(0, others - servers + 1)`, the slope not below zero. */
function fit(points: readonly Point[], servers: number): Fit {
  const beyond = (others: number): number => Math.max(0, others - servers + 1);
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const at = beyond(point.others);
    weight += point.weight;
    x += point.weight * at;
    y += point.weight * point.mean;
    xx += point.weight * at * at;
    xy += point.weight * at * point.mean;
  }
  const spread = xx - (x * x) / weight;
  const slopeMs = spread <= 0 ? 0 : Math.max(0, (xy - (x * y) / weight) / spread);
  const flatMs = (y - slopeMs * x) / weight;
  const left = points.reduce(
    (sum, point) => sum + point.weight * (point.mean - flatMs - slopeMs * beyond(point.others)) ** 2,
    0,
  );
  return { servers, flatMs, slopeMs, left };
}

/**
 * Looks for the number of servers of a component in how its own times depend on who else is there: they are flat as long
 * as each request has a server to itself, and grow with each one more.
 *
 * @param byCompany - Own time by the others that were there at arrival.
 * @returns Undefined where too few numbers of others were met.
 */
export function seenCapacity(byCompany: ByCompany): SeenCapacity | undefined {
  const points = pointsOf(byCompany);
  const last = points.at(-1);
  if (last === undefined || points.length < 3) return undefined;
  const most = Math.ceil(last.others);
  const fits = Array.from({ length: most }, (_, at) => fit(points, at + 1));
  const flat = fit(points, most + 2);
  const best = fits.reduce((least, each) => (each.left < least.left ? each : least));
  // Own times vary more than chance where requests differ: what the best line leaves tells by how much.
  const excess = Math.max(1, best.left / Math.max(1, points.length - 3));
  if (flat.left - best.left < chiSquare999 * excess) return { atLeast: most + 1 };
  const near = fits.filter(({ left }) => left - best.left <= chiSquare95 * excess).map(({ servers }) => servers);
  return {
    knee: {
      servers: { best: best.servers, low: Math.min(...near), high: Math.max(...near) },
      flatMs: best.flatMs,
      slopeMs: best.slopeMs,
    },
  };
}
