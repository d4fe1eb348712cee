import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { bytesText } from './written-quantity.ts';

/**
 * The nodes of an estate with what they have free for the components of the model; without any, there is room everywhere.
 *
 * @param view - The estate.
 */
export function modelNodes(view: EstateView): NonNullable<ModelFile['nodes']> {
  return Object.fromEntries(
    view.known('capacity', 'component').flatMap(({ subject, value }) => {
      const { cpuCores, memoryBytes, reservedCpuCores = 0, reservedMemoryBytes = 0, zone, isSchedulable } = value;
      if (cpuCores === undefined || memoryBytes === undefined || isSchedulable === false) return [];
      const node = {
        // A node without anything free is still there: it can be drained.
        cores: Math.max(0.001, cpuCores - reservedCpuCores),
        memory: bytesText(Math.max(1, memoryBytes - reservedMemoryBytes)),
        ...(zone === undefined ? {} : { zone }),
      };
      return [[subject.component, node] as const];
    }),
  );
}
