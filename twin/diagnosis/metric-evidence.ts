import type { Burden } from './burden.ts';
import { medianOf, quantileOf } from './order-statistics.ts';
import { edgePlace } from './place.ts';

/** One measure of one component over time: milliseconds since 1970, and the value. */
export type MetricPoints = readonly (readonly [atMs: number, value: number])[];

/** What metrics tell beside the traces; each may be empty. */
export interface MetricEvidence {
  /** By component: how much processor it used, in any unit. */
  readonly cpu: ReadonlyMap<string, MetricPoints>;
  /** By component: requests per second that it was sent. */
  readonly served: ReadonlyMap<string, MetricPoints>;
  /** What callers waited for an answer beyond what callees took to give it, in milliseconds. */
  readonly waits: readonly { readonly caller: string; readonly callee: string; readonly points: MetricPoints }[];
}

/** When the symptom was, and when there were others. */
export interface SymptomTime {
  readonly sinceMs: number;
  /** When others began, of whatever cause. */
  readonly othersSinceMs: readonly number[];
}

/**
 * What of a series belongs to a symptom. A point sums up the minute before it: what is within the first minute is half of
 * the time before. Faults that are left alone last for minutes; four are enough to see one, and five to be rid of it.
 */
const minuteMs = 60_000;
const during = { fromMs: minuteMs, toMs: 4 * minuteMs } as const;
const disturbed = { beforeMs: minuteMs / 2, afterMs: 5 * minuteMs } as const;

/** Fewer points say nothing about what is usual, or about the symptom. */
const fewest = { usual: 10, now: 2 } as const;

interface Windows {
  readonly now: readonly number[];
  readonly usual: readonly number[];
}

function windowsOf(points: MetricPoints, { sinceMs, othersSinceMs }: SymptomTime, fromMs: number): Windows | undefined {
  const now = points.filter(([atMs]) => atMs >= sinceMs + fromMs && atMs < sinceMs + during.toMs);
  const usual = points.filter(([atMs]) =>
    [sinceMs, ...othersSinceMs].every((ms) => atMs < ms - disturbed.beforeMs || atMs > ms + disturbed.afterMs),
  );
  if (now.length < fewest.now || usual.length < fewest.usual) return undefined;
  return { now: now.map(([, value]) => value), usual: usual.map(([, value]) => value) };
}

/** What is rarer than this in usual times is unusual; with some tens of points it is the highest of them. */
const rare = 0.98;

/** A rise by less than about a third is within what any load does. */
const leastLogRise = 0.3;

/** A tenth of the middle is added before logarithms are taken: nearly nothing and nothing are the same. */
const softening = 0.1;

/** Three times the highest rise of usual times, in logarithms, is as much as need be. */
const wholeRise = 3;

/**
 * How far the processor use of components rose beyond what it ever does: a processor that is short or eaten up shows there
 * first, whatever the requests do.
 *
 * @param cpu - By component.
 * @param time - Of the symptom.
 * @returns By component, 0 to 1.
 */
export function processorRises(cpu: MetricEvidence['cpu'], time: SymptomTime): ReadonlyMap<string, number> {
  const rises = new Map<string, number>();
  for (const [component, points] of cpu) {
    const windows = windowsOf(points, time, during.fromMs);
    if (windows === undefined) continue;
    const middle = medianOf(windows.usual);
    if (!(middle > 0)) continue;
    const logOf = (value: number): number => Math.log(Math.max(0, value) + softening * middle);
    const usualLog = medianOf(windows.usual.map(logOf));
    const highest = Math.max(leastLogRise, quantileOf(windows.usual.map(logOf), rare) - usualLog);
    const rise = (medianOf(windows.now.map(logOf)) - usualLog) / highest;
    rises.set(component, Math.min(1, Math.max(0, (rise - 1) / (wholeRise - 1))));
  }
  return rises;
}

/** Of usual minutes, as many without any request as make the lack of them no sign. */
const idleShare = 0.1;

/** Less than half of what is usual, and less than nearly ever, is starvation. */
const starvedRatio = 0.5;

function starvation({ now, usual }: Windows): number {
  const middle = medianOf(usual);
  if (!(middle > 0)) return 0;
  const level = medianOf(now);
  const lowest = quantileOf(usual, 1 - rare);
  const isBelow = level < lowest && level < starvedRatio * middle;
  const isNothing =
    now.every((value) => value === 0) && usual.filter((value) => value === 0).length < idleShare * usual.length;
  return isBelow || isNothing ? 1 - level / middle : 0;
}

/** How many calls each caller makes of each callee, by callee. */
export type CallCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Who no longer sends the requests that components lack: a caller that is still sent its own breaks off before its calls.
 *
 * @param served - By component.
 * @param calls - Who calls whom when all is well.
 * @param time - Of the symptom.
 * @returns By caller, the share of the lack that it would end if it were healthy.
 */
export function callsWithheld(
  served: MetricEvidence['served'],
  calls: CallCounts,
  time: SymptomTime,
): ReadonlyMap<string, number> {
  const lacks = new Map<string, number>();
  for (const [component, points] of served) {
    const windows = windowsOf(points, time, during.fromMs);
    const lack = windows === undefined ? 0 : starvation(windows);
    if (lack > 0) lacks.set(component, lack);
  }
  const withheld = new Map<string, number>();
  const total = Math.max(
    1,
    [...lacks.values()].reduce((sum, lack) => sum + lack, 0),
  );
  for (const [component, lack] of lacks) {
    const callers = calls.get(component) ?? new Map<string, number>();
    const made = [...callers.values()].reduce((sum, count) => sum + count, 0);
    for (const [caller, count] of callers) {
      if (lacks.has(caller)) continue;
      withheld.set(caller, (withheld.get(caller) ?? 0) + (lack * (count / made)) / total);
    }
  }
  return withheld;
}

/**
 * How much longer than usual callers waited beyond what callees took, as the metrics of a mesh tell it.
 *
 * @param waits - By edge.
 * @param usualRequestMs - How long a request takes when all is well.
 * @param time - Of the symptom.
 */
export function waitsBeyondUsual(
  waits: MetricEvidence['waits'],
  usualRequestMs: number,
  time: SymptomTime,
): readonly Burden[] {
  if (!(usualRequestMs > 0)) return [];
  return waits.flatMap(({ caller, callee, points }): Burden[] => {
    const windows = windowsOf(points, time, during.fromMs);
    if (windows === undefined) return [];
    const middle = medianOf(windows.usual);
    const ratioOf = (ms: number): number => Math.min(1, Math.max(0, ms - middle) / usualRequestMs);
    const ratio = Math.max(0, ratioOf(medianOf(windows.now)) - ratioOf(quantileOf(windows.usual, usualHighest)));
    return [{ place: edgePlace(caller, callee), ratio, count: 1 }];
  });
}

/** Waits have long tails; what one usual minute in twenty exceeds is still usual. */
const usualHighest = 0.95;
