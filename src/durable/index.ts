/** The durable workflow engine, started in one place; nothing here may know what a workflow is about. */
export { breakPoint } from './break-point.ts';
export type { DurableWorkflow, StepOptions, WorkflowSteps } from './durable-workflow.ts';
export { launchDurable } from './launch-durable.ts';
export type { AnyWorkflow, DurableEngine, LaunchOptions } from './launch-durable.ts';
export { runSelfCheck } from './self-check.ts';
export type { SelfCheckResult } from './self-check.ts';
