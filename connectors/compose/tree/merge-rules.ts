import type { YamlNode } from '../../../src/kernel/index.ts';
import { valueOf } from './node.ts';

/** How two layers of one attribute go together where maps and lists are not merged in the plain way. */
export type MergeRule = 'plain' | 'replace' | 'same-driver' | 'same-subnet' | 'either';

/** The part of a path below a service; jobs are services in this. */
function withinService(path: readonly string[]): string | undefined {
  const [section, , ...rest] = path;
  return section === 'services' || section === 'jobs' ? rest.join('.') : undefined;
}

const replaced: ReadonlySet<string> = new Set(['command', 'entrypoint', 'healthcheck.test']);

/**
 * The rule for an attribute.
 *
 * @param path - Where it stands: `services`, the service, the attribute.
 */
export function mergeRule(path: readonly string[]): MergeRule {
  const within = withinService(path);
  if (within === undefined) {
    const [section, , ...rest] = path;
    return section === 'networks' && rest.join('.') === 'ipam.config' ? 'same-subnet' : 'plain';
  }
  if (replaced.has(within)) return 'replace';
  if (within === 'logging') return 'same-driver';
  return /^ulimits\.[^.]+$/.test(within) ? 'either' : 'plain';
}

type Identity = (item: YamlNode) => string;

const textOf = (item: YamlNode | undefined): string => (item?.kind === 'scalar' ? item.text : '');
const fieldOf = (item: YamlNode, key: string): string =>
  item.kind === 'map' ? textOf(valueOf(item, key)) : textOf(item);

/** The name of `name=value`, or the whole. */
const byName: Identity = (item) => textOf(item).split('=', 1)[0] ?? '';
const byField =
  (key: string): Identity =>
  (item) =>
    fieldOf(item, key);

function byTarget(folder: string): Identity {
  return (item) => {
    const target = item.kind === 'map' ? fieldOf(item, 'target') : '';
    return target === '' ? `${folder}/${fieldOf(item, 'source')}` : target;
  };
}

/** Two ports are one where address, host port, container port and protocol are the same. */
const byPublication: Identity = (item) =>
  [
    fieldOf(item, 'host_ip') || '0.0.0.0',
    fieldOf(item, 'published'),
    fieldOf(item, 'target'),
    fieldOf(item, 'protocol') || 'tcp',
  ].join(' ');

const identities: Readonly<Record<string, Identity>> = {
  'build.tags': byName,
  cap_add: byName,
  cap_drop: byName,
  configs: byTarget(''),
  devices: byField('target'),
  dns: byName,
  dns_opt: byName,
  dns_search: byName,
  env_file: byField('path'),
  expose: textOf,
  links: byName,
  'networks.*.aliases': byName,
  'networks.*.link_local_ips': byName,
  ports: byPublication,
  profiles: byName,
  secrets: byTarget('/run/secrets'),
  tmpfs: byName,
  volumes: byField('target'),
};

/**
 * What makes two entries of a list one; the later then counts.
 *
 * @param path - Where the list stands.
 * @returns Undefined where a list may hold any number of the same.
 */
export function identityRule(path: readonly string[]): Identity | undefined {
  const within = withinService(path);
  if (within === undefined) return undefined;
  const pattern = within.replace(/^networks\..+\.(aliases|link_local_ips)$/, 'networks.*.$1');
  return Object.hasOwn(identities, pattern) ? identities[pattern] : undefined;
}
