/** The slice of a Docker engine that running an estate takes; nothing here may know what an estate is. */
export { connectEngine } from './connect-engine.ts';
export type {
  ContainerSpec,
  Engine,
  EngineContainer,
  EngineContainerDetail,
  EngineDescription,
  EngineImage,
  EngineNetwork,
  EngineVolume,
  Labels,
  PublishedPort,
} from './engine.ts';
export { reasonOf } from './engine-failure.ts';
