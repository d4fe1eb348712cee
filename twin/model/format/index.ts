/** What a model file may say; nothing here may know how it is run. */
export { modelSchema } from './model.ts';
export type { Model, ModelFile } from './model.ts';
export type { Arrivals } from './arrivals.ts';
export type { Client, Retries } from './client.ts';
export type { ComponentModel, Probe } from './component.ts';
export type { Distribution } from './distribution.ts';
export type { Step } from './step.ts';
export { meanOf } from './mean.ts';
export { splitOperationPath } from './name.ts';
export { readModel, readModelFile } from './reading/index.ts';
export type { ModelReading, ModelRemark } from './reading/index.ts';
export { arrivalsSchema } from './arrivals.ts';
export { clientSchema } from './client.ts';
export { componentSchema, probeSchema } from './component.ts';
export { distributionSchema } from './distribution.ts';
export { stepSchema } from './step.ts';
