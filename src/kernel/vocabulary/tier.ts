/**
 * The tiers of the twin: rules over facts; a simulation; the estate's own containers on a Docker engine, or on a cluster
 * of Kubernetes.
 */
export const tierNames = ['preflight', 'model', 'replica-docker', 'replica-kubernetes'] as const;

/** A tier of the twin. */
export type TierName = (typeof tierNames)[number];

/** How far a tier can run something; what `partly` leaves out is said in the entry's caveat. */
export type TierAbility = 'yes' | 'partly' | 'no';

/** Which tier can run something, by what the tier is: no tier runs all of it in every estate. */
export type Tiers = Readonly<Record<TierName, TierAbility>>;

/** Every tier. */
export const everywhere = {
  preflight: 'yes',
  model: 'yes',
  'replica-docker': 'yes',
  'replica-kubernetes': 'yes',
} as const;

/** All but the rules: it shows in time only, which facts do not have. */
export const notInPreflight = { ...everywhere, preflight: 'no' } as const;

/** All, but rules say only part of it. */
export const partlyInPreflight = { ...everywhere, preflight: 'partly' } as const;

/** All that know of nodes; a Docker engine is one node. */
export const notOnDocker = { ...everywhere, 'replica-docker': 'no' } as const;

/** Real programs only: neither facts nor a simulation hold what it is about. */
export const replicasOnly = { ...everywhere, preflight: 'no', model: 'no' } as const;
