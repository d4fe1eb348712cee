/** Reads a Docker engine whole, as one observation; nothing here may change an engine, or keep a secret value. */
export { captureEngine } from './capture-engine.ts';
export type { ContainerReading, SettingWithOrigin } from './container-reading.ts';
export type { DockerReading, ImageReading } from './docker-reading.ts';
