/** Reads a Docker engine whole, as one observation; nothing here may change an engine, or keep a secret value. */
export { captureEngine } from './capture-engine.ts';
export type { CaptureEngineOptions } from './capture-engine.ts';
export type { ContainerIsolation, ContainerLimits, BlockRate } from './container-bounds.ts';
export type { ContainerDrift, ContainerStats, DriftedPath } from './container-behaviour.ts';
export type {
  ComposeIdentity,
  ContainerHealth,
  ContainerImage,
  ContainerMount,
  ContainerNetwork,
  ContainerReading,
  HealthCheck,
  ProcessOverride,
  SettingWithOrigin,
} from './container-reading.ts';
export type {
  DockerReading,
  EngineFacts,
  ImageReading,
  NetworkReading,
  NetworkSubnet,
  VolumeReading,
} from './docker-reading.ts';
