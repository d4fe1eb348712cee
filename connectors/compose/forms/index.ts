/** Writes out the short forms of a compose file, so that each thing is said in one way; nothing here may read a file. */
export { canonicalProject } from './canonical-project.ts';
export { absolutePath, isRemoteFile } from './file-paths.ts';
export type { FormContext } from './form-context.ts';
export { portRange } from './port-forms.ts';
