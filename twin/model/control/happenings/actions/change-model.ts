import type { ComponentModel } from '../../../format/index.ts';

/** A model made from another. */
export type ModelChange = (model: ComponentModel) => ComponentModel;

/** Other limits of one instance; what is left out stays. */
export const changeLimits =
  ({ cpuCores, memoryBytes }: { readonly cpuCores?: number; readonly memoryBytes?: number }): ModelChange =>
  (model) => ({
    ...model,
    cpu: cpuCores === undefined ? model.cpu : { ...model.cpu, limit: cpuCores },
    memory:
      memoryBytes === undefined || model.memory === undefined ? model.memory : { ...model.memory, limit: memoryBytes },
  });
