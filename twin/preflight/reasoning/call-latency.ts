import { LatencySketch } from '../../../src/estate/index.ts';
import type { FoundFact } from '../../../src/estate/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';

/**
 * How long the calls of a pair were seen to take.
 *
 * @param view - The estate.
 * @param from - The caller.
 * @param to - The called.
 * @returns Undefined where none was seen.
 */
export function latencyOf(
  view: EstateView,
  from: string,
  to: string,
): { sketch: LatencySketch; count: number; facts: FoundFact[] } | undefined {
  const sketch = new LatencySketch();
  const facts: FoundFact[] = [];
  let count = 0;
  for (const { subject, value, fact } of view.knownOf(from, 'calls', 'edge')) {
    if (subject.to !== to || value.calls.latency === undefined) continue;
    sketch.merge(LatencySketch.fromData(value.calls.latency));
    count += value.calls.latency.count;
    facts.push(fact);
  }
  return count === 0 ? undefined : { sketch, count, facts };
}

/**
 * The share of calls that take longer than a time, by halving the interval of ratios.
 *
 * @param sketch - Of the calls.
 * @param limitMs - The time.
 * @returns 0 to 1.
 */
export function longerRatio(sketch: LatencySketch, limitMs: number): number {
  if (sketch.quantileMs(1) <= limitMs) return 0;
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (sketch.quantileMs(middle) > limitMs) high = middle;
    else low = middle;
  }
  return 1 - low;
}

/**
 * How much longer the calls of a pair take by what is wrong now: so many times, and so much more.
 *
 * @param condition - What is wrong.
 * @param from - The caller.
 * @param to - The called.
 */
export function slowness(
  condition: readonly Fault[],
  from: string,
  to: string,
): { readonly factor: number; readonly moreMs: number } {
  let [factor, moreMs] = [1, 0];
  for (const fault of condition) {
    if (!('component' in fault) || fault.component !== to) continue;
    if ('from' in fault && fault.from !== from) continue;
    if (fault.kind === 'dependency-slow') {
      factor *= fault.factor ?? 1;
      moreMs += fault.delayMs ?? 0;
    } else if (fault.kind === 'latency' || fault.kind === 'response-delay') moreMs += fault.delayMs;
  }
  return { factor, moreMs };
}
