/** The model twin: a system as queues, processors and the control plane around them, run event by event; nothing here may reach a real one. */
export { modelSchema, readModel, readModelFile, splitOperationPath } from './format/index.ts';
export type { Model, ModelFile } from './format/index.ts';
export { simulationReportSchema } from './report/index.ts';
export type { SimulationReport } from './report/index.ts';
export { Simulation, simulate, startSimulation } from './run/index.ts';
export type { Mark, SimulationOptions, WindowFigures } from './run/index.ts';
