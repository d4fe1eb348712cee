/** Turns a project that was put together into values; nothing here may read a file or look at another service. */
export { keepPlain, keepWithoutSecrets } from './keep.ts';
export type { PlainValue } from './keep.ts';
export type { Keep } from './read-context.ts';
export { findKnownNames } from './known-names.ts';
export type { KnownNames } from './known-names.ts';
export { isActive, readProject } from './read-project.ts';
export type { ProjectTree } from './read-project.ts';
