/**
 * Runs a compose project on a Docker engine through its API alone, for throw-away estates; nothing here may touch what
 * does not carry the estate's own labels.
 */
export { bringUp } from './bring-up.ts';
export type { UpRequest, UpResult } from './bring-up.ts';
export { composeServiceNames, composeVariables } from './compose/index.ts';
export type { ComposeSource, ComposeVariable } from './compose/index.ts';
export { estateContainers, estateNames } from './estate-state.ts';
export { buildImages, removeImages } from './images/index.ts';
export type { BuiltImage, RemovedImages } from './images/index.ts';
export type { EstateIdentity } from './labels.ts';
export { readStatus } from './read-status.ts';
export type { ContainerStatus, ServiceStatus } from './read-status.ts';
export { uninterrupted } from './run-context.ts';
export type { RunContext } from './run-context.ts';
export { takeDown } from './take-down.ts';
export type { DownResult } from './take-down.ts';
