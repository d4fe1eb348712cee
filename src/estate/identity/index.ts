/** Which of the things that several readers saw are one component, and why; nothing here may know what is said of them. */
export { resolveIdentity } from './resolve-identity.ts';
export type { Ambiguity, Identity, Joint } from './resolve-identity.ts';
export type { Name, NameScheme, Seen, Sighting } from './sighting.ts';
