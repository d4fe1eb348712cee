import { compareText } from '../../src/kernel/index.ts';
import type { RecordedRequest, Step } from '../../twin/diagnosis/index.ts';

function addOwnTime(step: Step, sums: Map<string, number>): void {
  sums.set(step.component, (sums.get(step.component) ?? 0) + step.ownMs);
  for (const child of step.children) addOwnTime(child, sums);
}

/** The own time of each component in a mean request. */
function meanOwnMs(requests: readonly RecordedRequest[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { root } of requests) addOwnTime(root, sums);
  return new Map([...sums].map(([component, ms]) => [component, ms / Math.max(1, requests.length)]));
}

/**
 * The ranking that is compared with: components by how much their own time in a mean request grew. A client's span counts
 * for the component that reports it, and whatever else was recorded is not asked.
 *
 * @param requests - With the fault.
 * @param others - Of other times.
 */
export function selfTimeRanking(
  requests: readonly RecordedRequest[],
  others: readonly RecordedRequest[],
): readonly string[] {
  const usual = meanOwnMs(others);
  const growth = [...meanOwnMs(requests)].map(
    ([component, ms]) => [component, ms - (usual.get(component) ?? 0)] as const,
  );
  return growth
    .filter(([, ms]) => ms > 0)
    .sort(([a, one], [b, other]) => other - one || compareText(a, b))
    .map(([component]) => component);
}
