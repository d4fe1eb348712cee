/**
 * A compose file as far as the runner carries it out; nothing here may pass over what it does not carry out, or touch an
 * engine.
 */
export { composeServiceNames, composeVariables } from './compose-text.ts';
export { readCompose } from './read-compose.ts';
export type { ComposeFile, ComposeService, ComposeSource, ComposeVariable } from './model.ts';
export type { DependencyCondition, HealthCheck, PortPublication } from './model.ts';
