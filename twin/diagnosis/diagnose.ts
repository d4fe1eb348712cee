import { compareText } from '../../src/kernel/index.ts';
import { explainedBy } from './burden.ts';
import { callsWithheld, processorRises, waitsBeyondUsual } from './metric-evidence.ts';
import type { CallCounts, MetricEvidence, SymptomTime } from './metric-evidence.ts';
import { medianOf } from './order-statistics.ts';
import { componentPlace, placeKey, touches } from './place.ts';
import type { Place } from './place.ts';
import { planBreaks } from './plan-breaks.ts';
import { stepsOf } from './request-tree.ts';
import type { RecordedRequest } from './request-tree.ts';
import { timeSaved } from './time-saved.ts';

/** What is known of a symptom. */
export interface DiagnosisRequest extends SymptomTime {
  /** Requests recorded about when it was; those that ended before it began are left out. */
  readonly requests: readonly RecordedRequest[];
  /** Recordings of other times, each apart: most without a fault in any one place. */
  readonly others: readonly (readonly RecordedRequest[])[];
  readonly metrics: MetricEvidence;
}

/** A place that may be at fault. */
export interface Suspect {
  readonly place: Place;
  /** The sum of what follows; comparable within one diagnosis. */
  readonly score: number;
  /** How well the time that requests lose is explained by it, 0 to 1: by the traces, or by a mesh's metrics. */
  readonly time: number;
  /** The share of requests that went another way for it, 0 to 1. */
  readonly plan: number;
  /** The share of missing calls that it withholds, 0 to 1. */
  readonly withheld: number;
  /** How far its processor use rose beyond the highest of usual times, 0 to 1. */
  readonly processor: number;
}

/** Which places a symptom would go away with. */
export interface Diagnosis {
  /** The likeliest first; what no evidence points to is not among them. */
  readonly suspects: readonly Suspect[];
  /** The first, where the evidence is enough to name one; else `undefined`. */
  readonly answer: Suspect | undefined;
  /** How many requests with the symptom it rests on. */
  readonly requestCount: number;
  /** How many recordings of other times. */
  readonly recordingCount: number;
}

/** Below, what is left of the evidence is as likely chance: a place that explains less than a twentieth is named by none. */
const leastScore = 0.05;

/** Fewer requests than these after the symptom's beginning, and all that were recorded count. */
const fewestRequests = 5;

/**
 * The requests of a recording that a symptom may be in.
 *
 * @param requests - As recorded.
 * @param sinceMs - When it began.
 * @returns Those that ended after that; all, where those are too few.
 */
export function requestsSince(requests: readonly RecordedRequest[], sinceMs: number): readonly RecordedRequest[] {
  const after = requests.filter(({ endMs }) => endMs >= sinceMs);
  return after.length >= fewestRequests ? after : requests;
}

function callCounts(recordings: readonly (readonly RecordedRequest[])[]): CallCounts {
  const counts = new Map<string, Map<string, number>>();
  for (const { root } of recordings.flat()) {
    for (const [{ place }] of stepsOf(root)) {
      if (place.callee === undefined) continue;
      const callers = counts.get(place.callee) ?? new Map<string, number>();
      counts.set(place.callee, callers);
      callers.set(place.component, (callers.get(place.component) ?? 0) + 1);
    }
  }
  return counts;
}

/** All places that anything is known of: edges, and the components at their ends. */
function candidatesOf(places: readonly Place[], components: Iterable<string>): readonly Place[] {
  const candidates = new Map(places.map((place) => [placeKey(place), place]));
  const names = new Set([
    ...components,
    ...places.flatMap(({ component, callee }) => (callee === undefined ? [component] : [component, callee])),
  ]);
  for (const name of names) candidates.set(placeKey(componentPlace(name)), componentPlace(name));
  return [...candidates.values()];
}

/**
 * Of two that explain the same, the narrower comes first: an edge, where both its ends have others that are well. A
 * component that has only one edge cannot be told from it, and comes before it.
 */
function orderOf(places: readonly Place[]): (one: Suspect, other: Suspect) => number {
  const edges = new Map(places.filter(({ callee }) => callee !== undefined).map((place) => [placeKey(place), place]));
  const hasOthers = (component: string): boolean =>
    [...edges.values()].filter((edge) => touches(edge, component)).length > 1;
  const widthOf = ({ place: { component, callee } }: Suspect): number => {
    if (callee === undefined) return 1;
    return hasOthers(component) && hasOthers(callee) ? 0 : 2;
  };
  return (one, other) =>
    other.score - one.score || widthOf(one) - widthOf(other) || compareText(placeKey(one.place), placeKey(other.place));
}

/**
 * Ranks components and edges by how much of a symptom goes away if they, and only they, are as at other times: the time
 * that requests lose, the way that they go, the calls that are missing. Processor use is a second witness.
 *
 * @param request - What is known of it.
 */
export function diagnose(request: DiagnosisRequest): Diagnosis {
  const { others, metrics } = request;
  const requests = requestsSince(request.requests, request.sinceMs);
  const saved = timeSaved(requests, others);
  const waits = waitsBeyondUsual(metrics.waits, medianOf(others.flat().map(({ root }) => root.durationMs)), request);
  const breaks = planBreaks(requests, others);
  const withheld = callsWithheld(metrics.served, callCounts(others), request);
  const rises = processorRises(metrics.cpu, request);
  const places = [...saved, ...waits, ...breaks].map(({ place }) => place);
  const suspects = candidatesOf(places, [...withheld.keys(), ...rises.keys()])
    .map((place): Suspect => {
      const isEdge = place.callee !== undefined;
      const key = placeKey(place);
      const time = Math.max(explainedBy(saved, place), explainedBy(waits, place));
      const plan = breaks
        .filter((each) => (isEdge ? placeKey(each.place) === key : touches(each.place, place.component)))
        .reduce((sum, { share }) => sum + share, 0);
      const ofCaller = isEdge ? 0 : (withheld.get(place.component) ?? 0);
      const processor = isEdge ? 0 : (rises.get(place.component) ?? 0);
      return { place, score: time + plan + ofCaller + processor, time, plan, withheld: ofCaller, processor };
    })
    .filter(({ score }) => score > 0)
    .sort(orderOf(places));
  const [first] = suspects;
  return {
    suspects,
    answer: first !== undefined && first.score >= leastScore ? first : undefined,
    requestCount: requests.length,
    recordingCount: others.length,
  };
}
