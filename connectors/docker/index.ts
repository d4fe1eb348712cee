/**
 * Reads or changes one Docker engine by its API; nothing here may know what an estate is. What the product only looks at
 * it takes from `readEngine`.
 */
export { connectEngine, readEngine } from './connect-engine.ts';
export type {
  ContainerSpec,
  Engine,
  EngineContainer,
  EngineContainerDetail,
  EngineImage,
  EngineNetwork,
  EngineVolume,
  Labels,
  PublishedPort,
} from './engine.ts';
export { engineReasonOf } from './engine-failure.ts';
export { captureEngine } from './capture/index.ts';
export type { ContainerReading, DockerReading, ImageReading, SettingWithOrigin } from './capture/index.ts';
