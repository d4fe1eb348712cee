/** Parameters that several entries have in the same sense. */

/** The component that is meant. */
export const component = { quantity: 'component', about: 'which component' } as const;

/** The component, where it is not the only way to say what is meant. */
export const optionalComponent = { ...component, optional: true } as const;

/** The component that calls; what is set is how it calls. */
export const caller = { quantity: 'component', about: 'the component that calls' } as const;

/** The component that is called; what is set is how it is called. */
export const called = { quantity: 'component', about: 'the component that it calls' } as const;

/** Narrows a fault of calls to those of one caller. */
export const from = {
  quantity: 'component',
  about: 'only for calls from this component; for all calls where left out',
  optional: true,
} as const;

/** Narrows something to one operation. */
export const operation = {
  quantity: 'operation',
  about: 'only this operation of it; all where left out',
  optional: true,
} as const;

/** Narrows something to some instances. */
export const instances = {
  quantity: 'count',
  about: 'how many of its instances; all where left out',
  optional: true,
  least: 1,
} as const;

/** The node that is meant. */
export const node = { quantity: 'node', about: 'which node' } as const;

/** The queue that is meant. */
export const queue = { quantity: 'queue', about: 'which queue' } as const;

/** The share of requests that something happens to; all unless said otherwise. */
export const share = { quantity: 'ratio', about: 'of how many of the requests', default: '100%', above: 0 } as const;

/** How long a fault lasts. */
export const lasting = {
  quantity: 'duration',
  about: 'how long; until the end where left out',
  optional: true,
  above: 0,
} as const;
