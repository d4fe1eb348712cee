import { imageParts } from '../../../connectors/compose/index.ts';
import type { ComposeProject, ComposeService } from '../../../connectors/compose/index.ts';
import type { FoundFact } from '../facts/index.ts';
import { factsAbout, ifAnyKnown } from './found.ts';
import { loggingOf } from './logging.ts';
import { ownerOfLabels } from './owner-label.ts';
import { restartPolicyText } from './restart-policy.ts';

/** A path as the project sees it: where the project lies differs between machines. */
const pathOf = ({ directory }: ComposeProject, path: string): string =>
  path === directory ? '.' : path.startsWith(`${directory}/`) ? `./${path.slice(directory.length + 1)}` : path;

/**
 * Where an attribute of a service is declared, from the file's name on: where the file lies differs between machines, what
 * it says does not.
 *
 * @param service - The service.
 * @param attribute - Dotted; empty for the service itself, which counts where the attribute has no place.
 */
export const placeOf = ({ declaredAt }: ComposeService, attribute = ''): string | undefined =>
  (declaredAt[attribute] ?? declaredAt[''])?.replace(/^.*\//, '');

/** What is mounted: a volume by its key, unless it has a name of its own; a path of the project as the project sees it. */
const mountsOf = (project: ComposeProject, { mounts }: ComposeService) =>
  mounts.map(({ kind, source, target, readOnly }) => {
    const engineName = kind === 'volume' ? project.volumes[source ?? '']?.engineName : undefined;
    const isNamed = engineName !== undefined && engineName !== `${project.name}_${source ?? ''}`;
    const ofProject = kind === 'bind' && source !== undefined ? pathOf(project, source) : source;
    return { type: kind, source: isNamed ? engineName : ofProject, target, readOnly };
  });

/** Where a range of ports of the host serves one port, as `8000-8010`. */
const portsOf = ({ ports }: ComposeService) =>
  ports.map(({ containerPort, protocol, hostAddress, hostPort, hostPortLast }) => ({
    containerPort,
    protocol,
    hostAddress,
    hostPort: hostPort !== undefined && hostPortLast !== undefined ? `${hostPort}-${hostPortLast}` : hostPort,
  }));

/** How the engine calls the conditions of `deploy.restart_policy`. */
const policyOfCondition: Readonly<Record<string, string | undefined>> = { any: 'always', none: 'no' };

/** What compose makes of the two places that may say it: `deploy` counts where it is written. */
function restartPolicyOf({ restart, deploy }: ComposeService): string {
  const condition = deploy?.restart?.condition;
  const name = condition === undefined ? restart.name : (policyOfCondition[condition] ?? condition);
  const retries = condition === undefined ? restart.maximumRetries : deploy?.restart?.maximumAttempts;
  return restartPolicyText(name, retries);
}

/** The kernel's own period where a quota is given without one, in microseconds. */
const usualPeriodUs = 100_000;

/** As it is written, else from the quota of older files. */
function cpuCoresOf({ limits, further }: ComposeService): number | undefined {
  const microseconds = (name: string): number | undefined => {
    const us = Number(further.find((setting) => setting.name === name)?.value);
    return us >= 1 && us <= Number.MAX_SAFE_INTEGER ? us : undefined;
  };
  const [quotaUs, periodUs] = [microseconds('cpu_quota'), microseconds('cpu_period')];
  if (limits.cpuCores !== undefined || quotaUs === undefined) return limits.cpuCores;
  return quotaUs / (periodUs ?? usualPeriodUs);
}

function healthCheckOf({ healthCheck }: ComposeService) {
  if (healthCheck === undefined || healthCheck.kind === 'inherit') return undefined;
  if (healthCheck.kind === 'none') return null;
  const { test, intervalMs, timeoutMs, startPeriodMs, retries } = healthCheck;
  return { test: [...test], intervalMs, timeoutMs, startPeriodMs, retries };
}

/**
 * What a service of a compose project says of its component.
 *
 * @param key - The component's key.
 * @param project - The project.
 * @param service - The service.
 */
export function serviceFacts(key: string, project: ComposeProject, service: ComposeService): FoundFact[] {
  const fact = factsAbout({ kind: 'component', component: key }, 'declared', placeOf(service));
  const image = service.image === undefined ? undefined : imageParts(service.image);
  const at = (attribute: string) => ({ place: placeOf(service, attribute) });
  const hostNamespaces = [
    ...(service.networkMode === 'host' ? ['network'] : []),
    ...(service.pid === 'host' ? ['pid'] : []),
    ...(service.ipc === 'host' ? ['ipc'] : []),
  ];
  const isPrivileged = service.privileged || hostNamespaces.length > 0;
  const { capAdd, capDrop, devices } = service;
  const files = [...service.secrets, ...service.configs].map(({ source }) => source).sort();
  return [
    ...fact(
      'image',
      image && { repository: `${image.registry}/${image.repository}`, tag: image.tag, digest: image.digest },
      at('image'),
    ),
    ...fact('pull-policy', service.pullPolicy, at('pull_policy')),
    ...fact(
      'build',
      service.build && { context: pathOf(project, service.build.context), target: service.build.target },
      at('build'),
    ),
    ...fact('replicas', service.replicas, at('deploy.replicas')),
    ...fact(
      'limits',
      ifAnyKnown({
        cpuCores: cpuCoresOf(service),
        memoryBytes: service.limits.memoryBytes,
        pids: service.limits.processes,
        cpuReservationCores: service.reservations.cpuCores,
        memoryReservationBytes: service.reservations.memoryBytes,
      }),
      at('deploy'),
    ),
    ...fact('entrypoint', service.entrypoint && [...service.entrypoint], at('entrypoint')),
    ...fact('command', service.command && [...service.command], at('command')),
    ...fact('environment', service.environment.length === 0 ? undefined : [...service.environment], at('environment')),
    ...fact('labels', service.labels.length === 0 ? undefined : [...service.labels], at('labels')),
    ...fact('owner', ownerOfLabels(service.labels), at('labels')),
    ...fact('ports', service.ports.length === 0 ? undefined : portsOf(service), at('ports')),
    ...fact(
      'networks',
      service.networks.length === 0
        ? undefined
        : service.networks.map(({ network, aliases }) => ({
            network: project.networks[network]?.engineName ?? network,
            aliases: [...new Set([service.name, ...aliases])].sort(),
          })),
      at('networks'),
    ),
    ...fact('mounts', service.mounts.length === 0 ? undefined : mountsOf(project, service), at('volumes')),
    ...fact('health-check', healthCheckOf(service), at('healthcheck')),
    ...fact('restart-policy', restartPolicyOf(service), at('restart')),
    ...fact('stop-grace', service.stopGracePeriodMs, at('stop_grace_period')),
    ...fact('logging', loggingOf(service.logging?.driver, service.logging?.options ?? []), at('logging')),
    ...fact('secrets-used', files.length === 0 ? undefined : files, at('secrets')),
    ...fact(
      'privileges',
      isPrivileged || capAdd.length > 0 || devices.length > 0
        ? {
            privileged: service.privileged,
            capabilitiesAdded: [...capAdd].sort(),
            capabilitiesDropped: [...capDrop].sort(),
            devices: devices.map(({ source }) => source).sort(),
            hostNamespaces,
          }
        : undefined,
      at('privileged'),
    ),
  ];
}
