/**
 * Reads a compose file in the subset that the demo estates use; nothing here may pass over what it does not understand,
 * or touch an engine.
 */
export { composeServiceNames, composeVariables, readCompose } from './read-compose.ts';
export type { ComposeSource } from './parse-file.ts';
export type {
  ComposeFile,
  ComposeService,
  ComposeVariable,
  DependencyCondition,
  HealthCheck,
  PortPublication,
} from './model.ts';
