/** How fast, and in how much memory; it prints numbers of this machine, and no test may depend on them. */
export { measureCapture } from './measure-capture.ts';
export type { CaptureBenchSize, CaptureMeasurement, MemoryMark } from './measure-capture.ts';
export { measureModel } from './measure-model.ts';
export type { EngineMeasurement, ModelBenchSize, ModelMeasurement, SpeedRatio } from './measure-model.ts';
export type { ModelBenchResult } from './model-bench-result.ts';
export { modelBenchSection } from './model-bench-section.ts';
