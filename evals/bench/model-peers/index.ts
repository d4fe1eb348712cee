/** Other engines that simulate the tandem of the model benchmark; nothing here may guess what one that is absent would do. */
export { preparePeers } from './prepare-peers.ts';
export { pinnedProcessor, runEngine } from './run-engine.ts';
export type { EngineRun } from './run-engine.ts';
export { isAbsent, isPresent } from './engine.ts';
export type { AbsentEngine, Engine } from './engine.ts';
