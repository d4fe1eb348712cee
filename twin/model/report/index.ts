/** What a run of a model reports: the contract between the engine and whoever reads it; nothing here may run anything. */
export { errorCauses } from './error-cause.ts';
export type { ErrorCause } from './error-cause.ts';
export { simulationReportSchema } from './simulation-report.ts';
export type { SimulationReport } from './simulation-report.ts';
