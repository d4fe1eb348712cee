import { compareText } from '../../src/kernel/index.ts';
import type { RecordedRequest, Step } from '../../twin/diagnosis/index.ts';

function addOwnTime(step: Step, sums: Map<string, number>): void {
  const isInside = step.place.callee === undefined;
  if (isInside) sums.set(step.component, (sums.get(step.component) ?? 0) + step.ownMs);
  for (const child of step.children) addOwnTime(child, sums);
}

/** The own time of each component in a mean request. */
function meanOwnMs(requests: readonly RecordedRequest[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { root } of requests) addOwnTime(root, sums);
  return new Map([...sums].map(([component, ms]) => [component, ms / Math.max(1, requests.length)]));
}

/** Is added before growth is taken: a component that took next to nothing is not the one that grew most. */
const softeningMs = 0.1;

/**
 * The ranking that is compared with: components by how many times their own time in a mean request grew. What a client
 * waits beyond the server's span is nobody's own time. Of growth by difference or by ratio, of waits counted for the client
 * or not, and of the day or of fault-free minutes to compare with, this is what is right most often on the published cases.
 *
 * @param requests - With the fault.
 * @param others - Of fault-free times.
 */
export function selfTimeRanking(
  requests: readonly RecordedRequest[],
  others: readonly RecordedRequest[],
): readonly string[] {
  const usual = meanOwnMs(others);
  const growth = [...meanOwnMs(requests)].map(
    ([component, ms]) => [component, (ms + softeningMs) / ((usual.get(component) ?? 0) + softeningMs)] as const,
  );
  return growth
    .filter(([, times]) => times > 1)
    .sort(([a, one], [b, other]) => other - one || compareText(a, b))
    .map(([component]) => component);
}
