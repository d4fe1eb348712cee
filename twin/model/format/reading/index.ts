/** Reads a model file and tells all that is wrong with it; nothing here may read the file itself or run the model. */
export { largestModelCharacters, readModel, readModelFile } from './read-model-file.ts';
export type { ModelReading } from './read-model-file.ts';
export type { ModelPath, ModelRemark, Remarks } from './model-remarks.ts';
export { definitionOf, optionsOf, unwrapped } from './schema-walk.ts';
