import { readModelFile } from '../twin/model/index.ts';
import type { Model, ModelFile } from '../twin/model/index.ts';

/**
 * A model for tests, read and checked as a file of it would be.
 *
 * @param file - Only what the test is about.
 * @throws RegisteredError `model-invalid` where it could not be run.
 */
export const madeModel = (file: Omit<ModelFile, 'version'>): Model =>
  readModelFile(JSON.stringify({ version: 1, ...file }), 'model of a test').model;
