/** What a component is, in the words of the design. */
export const componentKinds = [
  'service',
  'gateway',
  'database',
  'cache',
  'queue',
  'job',
  'external',
  'host',
  'certificate',
] as const;

/** One of `componentKinds`. */
export type ComponentKind = (typeof componentKinds)[number];
