/** Estates made from a seed, as large as asked for, and what it costs to rehearse them; nothing here may measure in the process that asks. */
export { makeEstate } from './estate-file.ts';
export type { EstateSize, MadeEstate } from './estate-file.ts';
export { estatesMeasurementSchema } from './estate-measurement.ts';
export type { EstateMeasurement, EstatesMeasurement } from './estate-measurement.ts';
export { memoryMeasurementSchema } from './measure-memory.ts';
export type { MemoryMeasurement } from './measure-memory.ts';
export { runEstates, runMemory } from './run-part.ts';
