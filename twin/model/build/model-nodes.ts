import { compareText } from '../../../src/kernel/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { bytesText } from './written-quantity.ts';

type Nodes = NonNullable<ModelFile['nodes']>;

/**
 * On which nodes instances of a component are, as far as facts tell.
 *
 * @param view - The estate.
 * @param component - Whose instances; in the order of their names.
 */
export const standsOn = (view: EstateView, component: string): readonly string[] =>
  [...view.knownOf(component, 'placement', 'instance')]
    .sort((left, right) => compareText(left.subject.instance, right.subject.instance))
    .map(({ value }) => value.node);

/**
 * The nodes of an estate with what they have free for the components of the model; without any, there is room everywhere. A
 * node of which only is known that instances are on it is one as well: its room is not bounded.
 *
 * @param view - The estate.
 * @param components - Those of the model.
 */
export function modelNodes(view: EstateView, components: readonly string[]): Nodes {
  const stoodOn = new Set(components.flatMap((component) => standsOn(view, component)));
  const nodes: Nodes = {};
  for (const { subject, value } of view.known('capacity', 'component')) {
    const { cpuCores, memoryBytes, reservedCpuCores = 0, reservedMemoryBytes = 0, zone, isSchedulable } = value;
    const isBounded = cpuCores !== undefined && memoryBytes !== undefined;
    // Of what has neither room nor instances there is nothing to tell.
    if (!stoodOn.has(subject.component) && !isBounded) continue;
    nodes[subject.component] = {
      // A node without anything free is still there: it can be drained.
      ...(cpuCores === undefined ? {} : { cores: Math.max(0.001, cpuCores - reservedCpuCores) }),
      ...(memoryBytes === undefined ? {} : { memory: bytesText(Math.max(1, memoryBytes - reservedMemoryBytes)) }),
      ...(zone === undefined ? {} : { zone }),
      ...(isSchedulable === false ? { cordoned: true } : {}),
    };
  }
  for (const node of stoodOn) nodes[node] ??= {};
  // Where no node takes anything and none is known to have anything, instances run where nobody has said.
  const isOpen = stoodOn.size > 0 || Object.values(nodes).some(({ cordoned }) => cordoned !== true);
  return isOpen ? nodes : {};
}
