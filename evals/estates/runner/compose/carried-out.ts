import type {
  ComposeProject,
  ComposeService as DeclaredService,
  PlainValue,
} from '../../../../connectors/compose/index.ts';
import type { ComposeProblem } from '../../../../src/kernel/index.ts';

/** A service as its file declares it, values in the clear. */
export type Declared = DeclaredService<PlainValue>;

const attributes = [
  'image',
  'command',
  'entrypoint',
  'environment',
  'healthcheck.test',
  'healthcheck.interval',
  'healthcheck.timeout',
  'healthcheck.start_period',
  'healthcheck.retries',
  'deploy.replicas',
  'deploy.resources.limits.cpus',
  'deploy.resources.limits.memory',
  'depends_on',
  'depends_on.*.condition',
  'networks.*',
  'volumes.*.type',
  'volumes.*.source',
  'volumes.*.target',
  'volumes.*.read_only',
  'ports.*.host_ip',
  'ports.*.published',
  'ports.*.target',
  'ports.*.protocol',
  'extra_hosts',
  'restart',
  'stop_grace_period',
  'stop_signal',
  'user',
  'logging.driver',
  'logging.options',
  'labels',
  'init',
  'tmpfs',
  'read_only',
  'cap_drop',
];

/** Also what only holds others: `deploy`, `deploy.resources`. */
const carriedOut: ReadonlySet<string> = new Set(
  ['', ...attributes].flatMap((attribute) => {
    const parts = attribute.split('.');
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  }),
);

/** Below these stand names of the file's author. */
const named = /^(environment|labels|logging\.options)\..+$/;

/** The outermost part of an attribute that is not carried out, and what would be in its place. */
function notCarriedOut(
  attribute: string,
): { readonly attribute: string; readonly accepted: readonly string[] } | undefined {
  const pattern = attribute
    .replace(/^(depends_on|networks)\.(?:[^.]+)/, '$1.*')
    .replace(/^(volumes|ports)\.\d+/, '$1.*')
    .replace(named, '$1');
  const parts = pattern.split('.');
  const at = parts.findIndex((_, index) => !carriedOut.has(parts.slice(0, index + 1).join('.')));
  if (at < 0) return undefined;
  const parent = parts.slice(0, at).join('.');
  const accepted = [...carriedOut].filter((known) => known !== '' && known.replace(/\.?[^.]+$/, '') === parent);
  return {
    attribute: attribute
      .split('.')
      .slice(0, at + 1)
      .join('.'),
    accepted,
  };
}

/** The engine takes no limit under 6 MiB. */
const smallestMemoryBytes = 6 * 1024 ** 2;

function problemsOf(project: ComposeProject<PlainValue>, service: Declared): readonly ComposeProblem[] {
  const problems: ComposeProblem[] = [];
  const tell = (attribute: string, found: string, accepted: string, kind: ComposeProblem['kind'] = 'value'): void => {
    const place =
      service.declaredAt[attribute] ??
      service.declaredAt[attribute.split('.')[0] ?? ''] ??
      service.declaredAt[''] ??
      '';
    problems.push({ kind, place, key: `services.${service.name}.${attribute}`, found, accepted });
  };
  for (const attribute of Object.keys(service.declaredAt)) {
    const refused = notCarriedOut(attribute);
    if (refused === undefined) continue;
    const accepted = refused.accepted.length === 0 ? 'nothing' : `one of ${refused.accepted.join(', ')}`;
    tell(refused.attribute, 'a key that the runner does not carry out', accepted, 'form');
  }
  service.mounts.forEach(({ kind, source }, index) => {
    if (kind === 'tmpfs' || (kind === 'volume' && source !== undefined)) return;
    tell(
      source === undefined ? `volumes.${index}` : `volumes.${index}.source`,
      `a ${kind} mount${source === undefined ? ' without a name' : ''}`,
      'a volume that is named under volumes, as the engine may be on another machine',
    );
  });
  for (const { service: name, condition } of service.dependsOn) {
    if (condition === 'service_completed_successfully')
      tell(`depends_on.${name}.condition`, condition, 'service_started or service_healthy');
    if (condition === 'service_healthy' && project.services[name]?.healthCheck === undefined) {
      tell(
        `depends_on.${name}.condition`,
        `${name} without a healthcheck`,
        `service_started, or a healthcheck on ${name}`,
        'reference',
      );
    }
  }
  const fixed = service.ports.findIndex(({ hostPort }) => hostPort !== undefined);
  if (service.replicas > 1 && fixed >= 0) {
    const accepted = 'a port without a host port, as several replicas cannot share one';
    tell(`ports.${fixed}`, `a host port for ${service.replicas} replicas`, accepted, 'contradiction');
  }
  service.ports.forEach(({ protocol, hostPortLast }, index) => {
    if (protocol === 'sctp') tell(`ports.${index}`, 'sctp', 'tcp or udp');
    if (hostPortLast !== undefined) tell(`ports.${index}`, 'a range of host ports', 'one host port, or none');
  });
  if (service.logging !== undefined && service.logging.driver === undefined) tell('logging', 'no driver', 'a driver');
  const { memoryBytes, cpuCores } = service.limits;
  if (memoryBytes !== undefined && memoryBytes < smallestMemoryBytes)
    tell('deploy.resources.limits.memory', `${memoryBytes} bytes`, '6m or more');
  if (cpuCores !== undefined && cpuCores < 0.01)
    tell('deploy.resources.limits.cpus', `${cpuCores} cores`, '0.01 or more');
  return problems;
}

function problemsOfShared(project: ComposeProject<PlainValue>): readonly ComposeProblem[] {
  const shared = [
    ...Object.entries(project.networks).map(([key, network]) => ({
      key: `networks.${key}`,
      ...network,
      isBare: network.subnets.length === 0 && !network.attachable,
    })),
    ...Object.entries(project.volumes).map(([key, volume]) => ({ key: `volumes.${key}`, ...volume, isBare: true })),
  ];
  return shared
    .filter(({ driver, driverOptions, labels, further, external, isBare }) =>
      [
        driver !== undefined,
        driverOptions.length > 0,
        labels.length > 0,
        further.length > 0,
        external,
        !isBare,
      ].includes(true),
    )
    .map(({ key, declaredAt }) => ({
      kind: 'form',
      place: declaredAt ?? '',
      key,
      found: 'attributes that the runner does not carry out',
      accepted: key.startsWith('networks') ? 'internal alone, or nothing' : 'nothing',
    }));
}

/**
 * What a file says that the runner does not carry out. An estate that runs without a limit that its file states is not the
 * estate that the file describes.
 *
 * @param project - Read.
 */
export function problemsToCarryOut(project: ComposeProject<PlainValue>): readonly ComposeProblem[] {
  return [
    ...Object.values(project.services).flatMap((service) => problemsOf(project, service)),
    ...problemsOfShared(project),
  ];
}
