import { compareText, withoutSecrets } from '../../kernel/index.ts';

/**
 * By which kind of name something is known. Another reader that gives a name of the same scheme and value speaks of the
 * same thing: Docker knows the container id, compose the service's host name, Kubernetes the pod.
 */
export type NameScheme =
  | 'otel-service'
  | 'service-instance'
  | 'container-id'
  | 'container-name'
  | 'host-name'
  | 'host-id'
  | 'k8s-pod'
  | 'k8s-pod-uid'
  | 'k8s-deployment'
  | 'k8s-node'
  | 'address'
  | 'peer-service'
  | 'rpc-service'
  | 'db-namespace'
  | 'destination'
  | 'system';

/** A name that something was called by, from outside: data, never words. */
export interface NameEvidence {
  readonly scheme: NameScheme;
  readonly value: string;
}

/** Longer names are cut: an id of 10 kB names nothing that anybody else knows. */
const longestValue = 200;

/** By which others reach something; what else an address has says nothing of who that is. */
const reached: ReadonlySet<NameScheme> = new Set(['address', 'peer-service']);

const hostOf = (name: string): string =>
  name.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*).*$/is, '$1').replace(/^\*{3}@/, '');

/**
 * A name from an attribute, cut and without secrets; undefined where the attribute has no text.
 *
 * @param scheme - What kind of name it is.
 * @param value - The attribute's value.
 */
export function nameEvidence(scheme: NameScheme, value: unknown): NameEvidence | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const cut = withoutSecrets(text.slice(0, longestValue)).trim();
  const named = reached.has(scheme) ? hostOf(cut) : cut;
  return named === '' ? undefined : { scheme, value: named };
}

/** Orders names by scheme and value, by code units: the same on every machine. */
export function compareNames(left: NameEvidence, right: NameEvidence): number {
  return compareText(left.scheme, right.scheme) || compareText(left.value, right.value);
}
