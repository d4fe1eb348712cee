import { placeKey, touches } from './place.ts';
import type { Place } from './place.ts';

/** How much a place weighs on the requests that go through it. */
export interface Burden {
  readonly place: Place;
  /** The share of a usual request's time that each of them loses there, 0 to 1, beyond what is usual. */
  readonly ratio: number;
  /** How many go through it. */
  readonly count: number;
}

/** Half of a usual request lost in each request is as sick as a place need be to be called so in full. */
const wholeSickness = 0.5;

const sicknessOf = ({ ratio }: Burden): number => Math.min(1, ratio / wholeSickness);

/** The harmonic mean, as of recall and precision (van Rijsbergen 1979). */
const together = (one: number, other: number): number => (one + other > 0 ? (2 * one * other) / (one + other) : 0);

/**
 * How well one place explains burdens: the share of all burden that goes with it, and how much of its own traffic is
 * sick. A caller whose other calls are well is not what is wrong with the one that is not, though all burden is on an edge
 * of it; a callee whose every caller waits is.
 *
 * @param burdens - Of all places.
 * @param suspect - A component stands for itself and every edge that touches it.
 * @returns 0 to 1.
 */
export function explainedBy(burdens: readonly Burden[], suspect: Place): number {
  const total = burdens.reduce((sum, { ratio, count }) => sum + ratio * count, 0);
  if (total === 0) return 0;
  const key = placeKey(suspect);
  const isEdge = suspect.callee !== undefined;
  const own = burdens.filter(({ place }) => (isEdge ? placeKey(place) === key : touches(place, suspect.component)));
  const share = own.reduce((sum, { ratio, count }) => sum + ratio * count, 0) / total;
  const edges = own.filter(({ place }) => place.callee !== undefined).map(sicknessOf);
  const inside = own.filter(({ place }) => place.callee === undefined).map(sicknessOf);
  const sum = edges.reduce((all, one) => all + one, 0);
  // A network that is slow leaves the component's own time as it is; a processor that is short does not.
  const onWays = edges.length > 0 ? sum / edges.length : 0;
  const everywhere = (sum + (inside[0] ?? 0)) / (edges.length + 1);
  return together(share, Math.max(onWays, everywhere));
}
