/** Puts a project's files together: layers, includes, extends, variables; nothing here may know what an attribute means. */
export type { FileSetting, LoadContext } from './load-context.ts';
export { withEnvironment } from './environment-of-services.ts';
export { loadModel } from './load-model.ts';
export { loadVariables, withVariablesOf } from './load-variables.ts';
