import { compareText } from '../../kernel/index.ts';
import type { EdgeTally } from './edge-tally.ts';
import type { SampleCompany, CallPlan, CallRef, Dependence, PairOrder, PlanStep } from './plan-data.ts';
import type { PlanTally } from './plan-tree.ts';
import { SegmentReservoir } from './segment-reservoir.ts';

/** With fewer, a slope is chance. */
const fewestForSlope = 30;

/** Pairs of callees of one operation whose order is told. */
const mostPairs = 60;

/** What a call is called in the summary, once peers are resolved and operations joined. */
export type RefOf = (edge: EdgeTally) => CallRef;

/** Orders calls by what they call. */
export function compareRefs(left: CallRef, right: CallRef): number {
  return compareText(left.component, right.component) || compareText(left.operation ?? '', right.operation ?? '');
}

interface Joined {
  readonly steps: PlanStep[];
  readonly detached: CallRef[];
  readonly reservoir: SegmentReservoir;
  count: number;
  adjustedCount: number;
  errorCount: number;
  readonly atOnce: number[];
}

function stepsOf(plan: PlanTally, refOf: RefOf): PlanStep[] {
  const steps: PlanStep[] = [{ step: 'self' }];
  for (const { calls, mostAtOnce } of plan.blocks) {
    const refs = calls.map(refOf).sort(compareRefs);
    const [only] = refs;
    if (refs.length === 1 && only !== undefined) steps.push({ step: 'call', call: only });
    else steps.push({ step: 'parallel', calls: refs, mostAtOnce });
    steps.push({ step: 'self' });
  }
  return steps;
}

function structureOf(steps: readonly PlanStep[], detached: readonly CallRef[]): string {
  return JSON.stringify([steps.map((step) => ({ ...step, mostAtOnce: 0 })), detached]);
}

/** How the start of a block follows the end of an earlier one, over the samples: the slope of least squares. */
function slope(samples: readonly (readonly number[])[], before: number, after: number): number | undefined {
  if (samples.length < fewestForSlope) return undefined;
  const ends = samples.map((segments) => sum(segments, 0, before + 1));
  const starts = samples.map((segments) => sum(segments, 0, after));
  const meanEnd = sum(ends, 0, ends.length) / ends.length;
  const meanStart = sum(starts, 0, starts.length) / starts.length;
  let covariance = 0;
  let variance = 0;
  ends.forEach((end, index) => {
    covariance += (end - meanEnd) * ((starts[index] ?? 0) - meanStart);
    variance += (end - meanEnd) ** 2;
  });
  // Below a microsecond of deviation there is nothing to follow.
  return variance / ends.length < 1e-6 ? undefined : Math.round((covariance / variance) * 1_000) / 1_000;
}

function sum(values: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) total += values[index] ?? 0;
  return total;
}

function dependencesOf(steps: readonly PlanStep[], samples: readonly (readonly number[])[]): Dependence[] {
  const dependences: Dependence[] = [];
  for (let before = 1; before + 2 < steps.length; before += 2) {
    dependences.push({ before, after: before + 2, slope: slope(samples, before, before + 2) });
  }
  return dependences;
}

/**
 * The plans of an operation as plain data. Plans that differed only in operations which have become one are joined.
 *
 * @param plans - Of all operations that have become one.
 * @param refOf - What each call is called.
 * @param samples - How many samples are kept.
 * @param companyOf - How busy its instance was for the request of a priority.
 */
export function summarisePlans(
  plans: readonly PlanTally[],
  refOf: RefOf,
  samples: number,
  companyOf: (priority: number) => SampleCompany | undefined,
): readonly CallPlan[] {
  const joined = new Map<string, Joined>();
  for (const plan of plans) {
    const steps = stepsOf(plan, refOf);
    const detached = plan.detached.map(refOf).sort(compareRefs);
    const key = structureOf(steps, detached);
    let into = joined.get(key);
    if (into === undefined) {
      const reservoir = new SegmentReservoir(samples);
      into = { steps, detached, reservoir, count: 0, adjustedCount: 0, errorCount: 0, atOnce: [] };
      joined.set(key, into);
    }
    into.count += plan.count;
    into.adjustedCount += plan.adjustedCount;
    into.errorCount += plan.errorCount;
    into.reservoir.merge(plan.reservoir);
    for (const [index, { mostAtOnce }] of plan.blocks.entries()) {
      into.atOnce[index] = Math.max(into.atOnce[index] ?? 0, mostAtOnce);
    }
  }
  return [...joined]
    .sort(([leftKey, left], [rightKey, right]) => right.count - left.count || compareText(leftKey, rightKey))
    .map(([, { steps, detached, reservoir, atOnce, ...counts }]) => ({
      ...counts,
      steps: steps.map((step, index) =>
        step.step === 'parallel' ? { ...step, mostAtOnce: atOnce[(index - 1) / 2] ?? step.mostAtOnce } : step,
      ),
      detached,
      samples: reservoir.samples,
      company: reservoir.priorities.map((priority) => companyOf(priority) ?? null),
      dependences: dependencesOf(steps, reservoir.samples),
    }));
}

/** First and last step in which each callee is called. */
function placesOf(steps: readonly PlanStep[]): Map<string, { ref: CallRef; first: number; last: number }> {
  const places = new Map<string, { ref: CallRef; first: number; last: number }>();
  steps.forEach((step, index) => {
    const refs = step.step === 'self' ? [] : step.step === 'call' ? [step.call] : step.calls;
    for (const ref of refs) {
      const key = JSON.stringify([ref.component, ref.operation]);
      const known = places.get(key);
      places.set(key, { ref, first: known?.first ?? index, last: index });
    }
  });
  return places;
}

/**
 * Which of two callees was called first, over all plans.
 *
 * @param plans - Of one operation.
 */
export function summariseOrders(plans: readonly CallPlan[]): readonly PairOrder[] {
  const orders = new Map<string, { first: CallRef; second: CallRef; before: number; after: number; mixed: number }>();
  for (const { steps, count } of plans) {
    const places = [...placesOf(steps)].sort(([left], [right]) => compareText(left, right));
    places.forEach(([firstKey, one], index) => {
      for (const [secondKey, other] of places.slice(index + 1)) {
        const key = `${firstKey}${secondKey}`;
        const order = orders.get(key) ?? { first: one.ref, second: other.ref, before: 0, after: 0, mixed: 0 };
        if (one.last < other.first) order.before += count;
        else if (other.last < one.first) order.after += count;
        else order.mixed += count;
        orders.set(key, order);
      }
    });
  }
  return [...orders]
    .sort(([left], [right]) => compareText(left, right))
    .slice(0, mostPairs)
    .map(([, order]) => order);
}
