import { compareText } from '../../kernel/index.ts';
import type { ComponentTally } from './component-tally.ts';
import { compareNames } from './name-evidence.ts';
import type { NameEvidence, NameScheme } from './name-evidence.ts';
import type { PeerTally } from './tallied.ts';
import type { ComponentKind } from './trace-summary.ts';
import { comparable } from './window-tally.ts';

/** Names kept of one component: a balancer's thousand addresses name it no better. */
const mostNames = 50;

/** Systems that are asked for what can be had again elsewhere. */
const caches: ReadonlySet<string> = new Set([
  'redis',
  'memcached',
  'memcache',
  'valkey',
  'keydb',
  'dragonfly',
  'hazelcast',
  'ehcache',
  'varnish',
]);

/** Systems that give their name to what is called, where a tracer has no better one. */
const databases: ReadonlySet<string> = new Set([
  'mysql',
  'mariadb',
  'postgres',
  'postgresql',
  'mongo',
  'mongodb',
  'cassandra',
  'elasticsearch',
  'opensearch',
  'oracle',
  'mssql',
  'sqlserver',
  'clickhouse',
  'cockroachdb',
  'dynamodb',
]);
const queues: ReadonlySet<string> = new Set([
  'kafka',
  'rabbitmq',
  'activemq',
  'artemis',
  'nats',
  'pulsar',
  'sqs',
  'rocketmq',
]);

/** A component that sends no spans, put together from all that its callers called it. */
export interface NamedPeer {
  readonly id: string;
  readonly name: string;
  readonly kind: Exclude<ComponentKind, 'service'>;
  readonly system: string | undefined;
  readonly names: readonly NameEvidence[];
}

/** What a peer turned out to be: a component that sends spans, or one that does not. */
export interface ResolvedPeers {
  /** Identity of the component of each peer. */
  readonly componentOf: ReadonlyMap<PeerTally, string>;
  readonly named: readonly NamedPeer[];
}

const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]*:[0-9a-f:]+\]?)$/i;

function hostOf(address: string): string {
  return address
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

/** Finds components by the names that they and their instances have. */
class NameBook {
  readonly #byName = new Map<string, Set<string>>();

  add(name: string, component: string): void {
    const key = name.toLowerCase();
    const known = this.#byName.get(key) ?? new Set();
    this.#byName.set(key, known.add(component));
  }

  /** The one component of that name; undefined where there is none, or where more than one has it. */
  find(name: string): string | undefined {
    const known = this.#byName.get(name.toLowerCase());
    return known?.size === 1 ? [...known][0] : undefined;
  }
}

const reachedBy: ReadonlySet<NameScheme> = new Set([
  'container-name',
  'host-name',
  'k8s-pod',
  'k8s-deployment',
  'address',
  'container-id',
]);

function bookOf(components: Iterable<ComponentTally>): { hosts: NameBook; services: NameBook } {
  const hosts = new NameBook();
  const services = new NameBook();
  for (const component of components) {
    const { service, namespace } = component.identity;
    hosts.add(service, component.id);
    if (namespace !== undefined) hosts.add(`${service}.${namespace}`, component.id);
    services.add(comparable(service), component.id);
    for (const { identity } of component.instances.values()) {
      for (const { scheme, value } of identity.names) if (reachedBy.has(scheme)) hosts.add(value, component.id);
    }
  }
  return { hosts, services };
}

function valueOf(names: readonly NameEvidence[], scheme: NameScheme): string | undefined {
  return names.find((name) => name.scheme === scheme)?.value;
}

/** A name in a cluster's DNS is the service's, then the namespace: `cart.shop.svc.cluster.local`. */
function byAddress(address: string, hosts: NameBook): string | undefined {
  const host = hostOf(address);
  const [first = '', second] = host.split('.');
  if (ipAddress.test(host) || second === undefined) return hosts.find(host);
  return (
    hosts.find(host) ?? hosts.find(`${first}.${second}`) ?? (/\.svc(?:\.|$)/.test(host) ? hosts.find(first) : undefined)
  );
}

function known(peer: PeerTally, { hosts, services }: ReturnType<typeof bookOf>): string | undefined {
  const { evidence, protocol } = peer;
  const peerService = valueOf(evidence, 'peer-service');
  if (peerService !== undefined) {
    const found = hosts.find(peerService) ?? services.find(comparable(peerService));
    if (found !== undefined) return found;
  }
  const address = valueOf(evidence, 'address');
  const found = address === undefined ? undefined : byAddress(address, hosts);
  if (found !== undefined) return found;
  const service = protocol === 'grpc' || protocol === 'rpc' ? valueOf(evidence, 'rpc-service') : undefined;
  return service === undefined ? undefined : services.find(comparable(service));
}

function nameOf({ evidence, protocol, key }: PeerTally): string {
  const address = valueOf(evidence, 'address');
  const ordered = [
    protocol === 'messaging' ? valueOf(evidence, 'destination') : undefined,
    valueOf(evidence, 'peer-service'),
    address === undefined ? undefined : hostOf(address),
    valueOf(evidence, 'db-namespace'),
    valueOf(evidence, 'rpc-service'),
    valueOf(evidence, 'system'),
  ];
  return ordered.find((name) => name !== undefined) ?? key;
}

function kindOf({ protocol, system }: PeerTally, name: string): NamedPeer['kind'] {
  if (protocol === 'messaging') return 'queue';
  if (protocol === 'database') return system !== undefined && caches.has(system) ? 'cache' : 'database';
  // What speaks HTTP is asked for by whatever interface it has: its name alone says no more.
  if (protocol !== 'unknown') return 'external';
  const word = name.toLowerCase();
  if (caches.has(word)) return 'cache';
  if (databases.has(word)) return 'database';
  return queues.has(word) ? 'queue' : 'external';
}

/**
 * Finds out what the peers are that were called and sent no span for it: components that are known by their own spans, or
 * others, named by the best that their callers called them.
 *
 * @param peers - As called.
 * @param components - That send spans.
 */
export function resolvePeers(peers: Iterable<PeerTally>, components: Iterable<ComponentTally>): ResolvedPeers {
  const book = bookOf(components);
  const componentOf = new Map<PeerTally, string>();
  const named = new Map<string, NamedPeer & { names: NameEvidence[] }>();
  for (const peer of [...peers].sort((left, right) => compareText(left.key, right.key))) {
    const found = known(peer, book);
    if (found !== undefined) {
      componentOf.set(peer, found);
      continue;
    }
    const name = nameOf(peer);
    const kind = kindOf(peer, name);
    const id = `${kind}:${name}`;
    componentOf.set(peer, id);
    const entry = named.get(id) ?? { id, name, kind, system: peer.system, names: [] };
    named.set(id, entry);
    for (const evidence of peer.evidence) {
      const isKnown = entry.names.some((one) => compareNames(one, evidence) === 0);
      if (!isKnown && entry.names.length < mostNames) entry.names.push(evidence);
    }
  }
  for (const { names } of named.values()) names.sort(compareNames);
  return { componentOf, named: [...named.values()].sort((left, right) => compareText(left.id, right.id)) };
}
