import type { Collector } from '../../../connectors/observation/index.ts';
import type { ComponentKind } from '../facts/component-kind.ts';

/**
 * What kind of name a component was seen under. Two sightings with the same name of the same scheme are the same
 * component, or may be: `resolveIdentity` holds the rules.
 */
export const nameSchemes = [
  /** `service.name` of its own telemetry, with the namespace in front where there is one: `shop/cart`. */
  'otel-service',
  /** `project/service` of a compose file or of the labels that compose puts on containers. */
  'compose-service',
  /** A name by which others reach it: a network alias, a host name, the host of an address; in lower case. */
  'address',
  /** The full id of a container; telemetry may know its first 12 digits only. */
  'container-id',
  'container-name',
  /** The name of a pod, and of the deployment that pods of this name belong to. */
  'pod',
  'workload',
  /** What callers call it where they give no address: a database's or a queue's own name. It joins nothing. */
  'peer',
] as const;

/** One of `nameSchemes`. */
export type NameScheme = (typeof nameSchemes)[number];

/** A name that a component was seen under. */
export interface Name {
  readonly scheme: NameScheme;
  readonly value: string;
}

/** A component as one reading saw it. */
export interface Sighting {
  /** The reader's key for it, unique in the reading; facts of the reading use it as their `component`. */
  readonly key: string;
  /** Undefined where the reading cannot tell. */
  readonly kind: ComponentKind | undefined;
  /** Best first: the first says what a person would call it. */
  readonly names: readonly Name[];
  /** The configuration's own group of components, where it has one: the compose project, the telemetry's namespace. */
  readonly group?: string;
  /** Where in the reading. */
  readonly place?: string;
}

/** A sighting, and which reading it stands in. */
export interface Seen {
  /** Unique over all readings. */
  readonly id: string;
  readonly collector: Collector;
  /**
   * The inventory or configuration that lists it, which lists a component once: what stands there twice is two. Undefined
   * where the reading only heard of it.
   */
  readonly inventory?: string;
  readonly sighting: Sighting;
}
