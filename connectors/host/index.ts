/** Reads the machine that Backlot itself runs on; it must never change it. */
export { freeSpaceBytes } from './free-space.ts';
export { findProgram } from './program-version.ts';
export type { ProgramFinding } from './program-version.ts';
