import { imageParts } from '../../../connectors/compose/index.ts';
import type {
  ContainerReading,
  ImageReading,
  PublishedPort,
  SettingWithOrigin,
} from '../../../connectors/docker/index.ts';
import type { Setting } from '../../kernel/index.ts';
import type { FoundFact } from '../facts/index.ts';
import { factsAbout, ifAnyKnown } from './found.ts';
import { loggingOf } from './logging.ts';
import { ownerOfLabels } from './owner-label.ts';
import { restartPolicyText } from './restart-policy.ts';

/** With what the image says by itself, marked as such. */
const withOrigin = (settings: readonly SettingWithOrigin[]) =>
  settings.map(({ origin, ...setting }) => (origin === 'image' ? { ...setting, ofImage: true as const } : setting));

/** Labels that the tools write for themselves. */
const isOwnLabel = ({ name }: Setting): boolean =>
  !name.startsWith('com.docker.compose.') && !name.startsWith('desktop.docker.io/');

function healthCheckOf({ healthCheck }: ContainerReading) {
  if (healthCheck === undefined) return undefined;
  if (healthCheck.kind === 'disabled') return null;
  const { test, intervalMs, timeoutMs, startPeriodMs, retries } = healthCheck;
  return { test: [...test], intervalMs, timeoutMs, startPeriodMs, retries };
}

function privilegesOf({ isolation }: ContainerReading) {
  const { privileged, capabilitiesAdded, capabilitiesDropped, devices, networkMode, pidMode, ipcMode } = isolation;
  const hostNamespaces = [
    ...(networkMode === 'host' ? ['network'] : []),
    ...(pidMode === 'host' ? ['pid'] : []),
    ...(ipcMode === 'host' ? ['ipc'] : []),
  ];
  if (!privileged && capabilitiesAdded.length === 0 && devices.length === 0 && hostNamespaces.length === 0)
    return undefined;
  return {
    privileged,
    capabilitiesAdded: [...capabilitiesAdded].sort(),
    capabilitiesDropped: [...capabilitiesDropped].sort(),
    devices: devices.map(({ hostPath }) => hostPath).sort(),
    hostNamespaces,
  };
}

/** An engine publishes one port on IPv4 and on IPv6: the second says nothing new. */
function portsOf({ ports }: ContainerReading) {
  const textOf = ({ containerPort, protocol, hostPort }: PublishedPort): string =>
    `${containerPort}/${protocol}/${hostPort}`;
  const isOfIpv6 = ({ hostAddress }: PublishedPort): boolean => hostAddress.includes(':');
  const onIpv4 = new Set(ports.filter((port) => !isOfIpv6(port)).map(textOf));
  return ports
    .filter((port) => !isOfIpv6(port) || !onIpv4.has(textOf(port)))
    .map(({ containerPort, protocol, hostAddress, hostPort }) => ({
      containerPort,
      protocol,
      hostAddress,
      // By 0 an engine says that it will choose one.
      hostPort: hostPort === 0 ? undefined : hostPort,
    }));
}

/** The bare id of an image, which stands in the place of a reference where a container was made by it. */
const imageId = /^(?:sha256:)?[0-9a-f]{12,64}$/;

function imageOf({ image: { reference } }: ContainerReading) {
  const parts = imageId.test(reference) ? undefined : imageParts(reference);
  return parts && { repository: `${parts.registry}/${parts.repository}`, tag: parts.tag, digest: parts.digest };
}

function configurationOf(key: string, container: ContainerReading, image: ImageReading | undefined): FoundFact[] {
  const fact = factsAbout({ kind: 'component', component: key }, 'captured', container.name);
  const { limits, override, networks, mounts, restartPolicy } = container;
  const nonEmpty = <Item>(list: readonly Item[] | undefined): readonly Item[] | undefined =>
    list === undefined || list.length === 0 ? undefined : list;
  return [
    ...fact('image', imageOf(container)),
    ...fact(
      'limits',
      ifAnyKnown({
        cpuCores: limits.cpuCores,
        memoryBytes: limits.memoryBytes,
        memoryReservationBytes: limits.memoryReservationBytes,
        pids: limits.pids,
      }),
    ),
    ...fact('entrypoint', override.entrypoint ?? nonEmpty(image?.entrypoint)),
    ...fact('command', override.command ?? nonEmpty(image?.command)),
    ...fact('environment', nonEmpty(withOrigin(container.environment))),
    ...fact('labels', nonEmpty(withOrigin(container.labels.filter(isOwnLabel)))),
    ...fact('owner', ownerOfLabels(withOrigin(container.labels))),
    ...fact('ports', nonEmpty(portsOf(container))),
    ...fact(
      'networks',
      nonEmpty(networks.map(({ name, aliases }) => ({ network: name, aliases: aliasesOfAll(container, aliases) }))),
    ),
    ...fact(
      'mounts',
      nonEmpty(
        mounts.map(({ kind, volume, nameless, hostPath, target, writable }) => ({
          type: kind,
          source: nameless ? undefined : (volume ?? hostPath),
          target,
          readOnly: !writable,
        })),
      ),
    ),
    ...fact('health-check', healthCheckOf(container)),
    ...fact('restart-policy', restartPolicyText(restartPolicy.name, restartPolicy.mostRetries)),
    ...fact('stop-grace', container.stopTimeoutMs),
    ...fact('logging', loggingOf(container.logDriver, container.logOptions)),
    ...fact('privileges', privilegesOf(container)),
  ];
}

/** A replica's own name is no name of the service. */
const aliasesOfAll = ({ name }: ContainerReading, aliases: readonly string[]): string[] =>
  [...new Set(aliases)].filter((alias) => alias !== name).sort();

/** A container that has done its work and is not started again: it is no instance that is missing. */
const hasFinished = ({ state, exitCode, restartPolicy: { name } }: ContainerReading): boolean =>
  state === 'exited' && exitCode === 0 && (name === 'no' || name === 'on-failure');

/**
 * What the containers of one component say of its configuration. Where replicas differ, each difference is a fact with
 * the container as its place.
 *
 * @param key - The component's key.
 * @param containers - Its containers, running or not.
 * @param images - Of the engine, by id.
 */
export function componentFacts(
  key: string,
  containers: readonly ContainerReading[],
  images: ReadonlyMap<string, ImageReading>,
): FoundFact[] {
  const running = containers.filter(({ state }) => state === 'running' || state === 'paused');
  const fact = factsAbout({ kind: 'component', component: key }, 'captured');
  return [
    ...fact('replicas', containers.every(hasFinished) ? undefined : running.length),
    ...containers.flatMap((container) => configurationOf(key, container, images.get(container.image.id))),
  ];
}
