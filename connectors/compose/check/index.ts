/** Checks that a project's parts fit together; nothing here may read a file or change what was read. */
export { checkProject } from './check-project.ts';
export type { CheckContext } from './check-project.ts';
export { findCircle } from './circles.ts';
