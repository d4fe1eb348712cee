import { imageParts } from '../../../connectors/compose/index.ts';
import type { ContainerReading, SettingWithOrigin } from '../../../connectors/docker/index.ts';
import type { Setting } from '../../kernel/index.ts';
import type { FoundFact } from '../facts/index.ts';
import { factsAbout, ifAnyKnown } from './found.ts';
import { ownerOfLabels } from './owner-label.ts';

/** Without what the image says by itself: the same words as a configuration would use. */
function ownSettings(settings: readonly SettingWithOrigin[]): readonly Setting[] | undefined {
  const own = settings
    .filter(({ origin }) => origin !== 'image')
    .map(({ name, value, address, secret }): Setting => ({
      name,
      ...(value === undefined ? {} : { value }),
      ...(address === undefined ? {} : { address }),
      ...(secret === undefined ? {} : { secret }),
    }));
  return own.length === 0 ? undefined : own;
}

/** Labels that the tools write for themselves. */
const isOwnLabel = ({ name }: Setting): boolean =>
  !name.startsWith('com.docker.compose.') && !name.startsWith('desktop.docker.io/');

function healthCheckOf({ healthCheck }: ContainerReading) {
  if (healthCheck?.origin !== 'container') return undefined;
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

function configurationOf(key: string, container: ContainerReading): FoundFact[] {
  const fact = factsAbout({ kind: 'component', component: key }, 'captured', container.name);
  const { limits, override, ports, networks, mounts } = container;
  const image = imageParts(container.image.reference);
  const labels = ownSettings(container.labels)?.filter(isOwnLabel);
  const nonEmpty = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length === 0 ? undefined : list);
  return [
    ...fact(
      'image',
      image && { repository: `${image.registry}/${image.repository}`, tag: image.tag, digest: image.digest },
    ),
    ...fact(
      'limits',
      ifAnyKnown({
        cpuCores: limits.cpuCores,
        memoryBytes: limits.memoryBytes,
        memoryReservationBytes: limits.memoryReservationBytes,
        pids: limits.pids,
      }),
    ),
    ...fact('entrypoint', override.entrypoint),
    ...fact('command', override.command),
    ...fact('environment', ownSettings(container.environment)),
    ...fact('labels', labels && nonEmpty(labels)),
    ...fact('owner', ownerOfLabels(container.labels)),
    ...fact(
      'ports',
      nonEmpty(
        // An engine publishes one port on IPv4 and on IPv6; the second says nothing new.
        ports
          .filter(({ hostAddress }) => !hostAddress.includes(':'))
          .map(({ containerPort, protocol, hostAddress, hostPort }) => ({
            containerPort,
            protocol,
            hostAddress,
            hostPort,
          })),
      ),
    ),
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
    ...fact('restart-policy', container.restartPolicy.name),
    ...fact('stop-grace', container.stopTimeoutMs),
    ...fact('privileges', privilegesOf(container)),
  ];
}

/** A replica's own name is no name of the service. */
const aliasesOfAll = ({ name }: ContainerReading, aliases: readonly string[]): string[] =>
  [...new Set(aliases)].filter((alias) => alias !== name).sort();

/**
 * What the containers of one component say of its configuration. Where replicas differ, each difference is a fact with
 * the container as its place.
 *
 * @param key - The component's key.
 * @param containers - Its containers, running or not.
 */
export function componentFacts(key: string, containers: readonly ContainerReading[]): FoundFact[] {
  const running = containers.filter(({ state }) => state === 'running');
  const fact = factsAbout({ kind: 'component', component: key }, 'captured');
  return [...fact('replicas', running.length), ...containers.flatMap((container) => configurationOf(key, container))];
}
