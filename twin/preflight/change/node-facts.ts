import type { ActionOf, Json } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { subjectOf } from './fact-change.ts';
import type { FactChange } from './fact-change.ts';

/**
 * The pools of nodes with some nodes added; none where no pool is known.
 *
 * @param view - The estate before.
 * @param nodes - How many are added.
 * @param pool - To which pool; the first where left out.
 */
export function moreNodes(view: EstateView, nodes: number, pool: string | undefined): readonly FactChange[] {
  const pools = view.ofEstate('node-pools');
  const [only] = pools ?? [];
  if (pools === undefined) return [];
  const chosen = pool === undefined ? only : pools.find((candidate) => candidate.pool === pool);
  const value = pools.map((candidate) => {
    if (candidate !== chosen) return candidate;
    const total = candidate.nodes + nodes;
    const { nodeCpuCores = 0, nodeMemoryBytes = 0, largestFreeCpuCores, largestFreeMemoryBytes, mostNodes } = candidate;
    return {
      ...candidate,
      nodes: total,
      // Whoever adds nodes by hand is not held to what an autoscaler may add.
      ...(mostNodes === undefined ? {} : { mostNodes: Math.max(mostNodes, total) }),
      ...(largestFreeCpuCores === undefined
        ? {}
        : { largestFreeCpuCores: Math.max(largestFreeCpuCores, nodeCpuCores) }),
      ...(largestFreeMemoryBytes === undefined
        ? {}
        : { largestFreeMemoryBytes: Math.max(largestFreeMemoryBytes, nodeMemoryBytes) }),
    };
  });
  return [{ subject: { kind: 'estate' }, attribute: 'node-pools', value: value as unknown as Json }];
}

/**
 * The disks of a component, one or all of them made larger; none where none is known.
 *
 * @param view - The estate before.
 * @param component - Whose disks.
 * @param action - How large, and which.
 */
export function largerDisks(
  view: EstateView,
  component: string,
  { sizeBytes, volume }: ActionOf<'resize-volume'>,
): FactChange[] {
  const disks = view.of(component, 'disks');
  if (disks === undefined) return [];
  const value = disks.map((disk) =>
    volume === undefined || disk.disk === volume ? { ...disk, sizeBytes: Math.max(disk.sizeBytes, sizeBytes) } : disk,
  );
  return [{ subject: subjectOf(component), attribute: 'disks', value: value as unknown as Json }];
}
