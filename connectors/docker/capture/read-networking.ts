import { compareText } from '../../../src/kernel/index.ts';
import type { PublishedPort } from '../engine.ts';
import type { ContainerAnswer } from './container-answer.ts';
import type { ContainerNetwork, ContainerReading } from './container-reading.ts';
import { bounded } from './lenient.ts';

type Bindings = ContainerAnswer['NetworkSettings']['Ports'];

const largestPort = 65_535;

/** A port as the engine tells it, in digits. */
function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port <= largestPort ? port : undefined;
}

const published = (bindings: Bindings): readonly PublishedPort[] =>
  bindings
    .flatMap(([exposed, hosts]) => {
      const [port = '', protocol = 'tcp'] = bounded(exposed).split('/');
      const containerPort = portOf(port);
      return hosts.flatMap(({ HostIp, HostPort }): PublishedPort[] => {
        const hostPort = portOf(HostPort ?? '0');
        if (hostPort === undefined || containerPort === undefined) return [];
        return [{ hostAddress: HostIp ?? '', hostPort, containerPort, protocol }];
      });
    })
    .toSorted(
      (left, right) =>
        left.containerPort - right.containerPort ||
        compareText(left.protocol, right.protocol) ||
        left.hostPort - right.hostPort ||
        compareText(left.hostAddress, right.hostAddress),
    );

/**
 * The ports that a container publishes: as they are now, or, where it does not run, as it was made to publish them, with
 * host port 0 for one that the engine picks.
 *
 * @param container - The engine's answer.
 */
export function publishedPorts({ NetworkSettings: now, HostConfig: host }: ContainerAnswer): readonly PublishedPort[] {
  const current = published(now.Ports);
  return current.length > 0 ? current : published(host.PortBindings);
}

/**
 * The networks of a container.
 *
 * @param container - The engine's answer.
 */
export function containerNetworks({ Id: id, NetworkSettings: settings }: ContainerAnswer): readonly ContainerNetwork[] {
  return settings.Networks.map(([name, endpoint]) => {
    const aliases = new Set([...endpoint.Aliases, ...endpoint.DNSNames].filter((alias) => !id.startsWith(alias)));
    return {
      name: bounded(name),
      id: endpoint.NetworkID,
      aliases: [...aliases].toSorted(compareText),
      address: endpoint.IPAddress,
      ipv6Address: endpoint.GlobalIPv6Address,
      gateway: endpoint.Gateway,
    };
  }).toSorted((left, right) => compareText(left.name, right.name));
}

/**
 * The names that a container is given besides those of its networks: `database:10.0.0.5`, newer engines `database=…`.
 *
 * @param entries - As the engine tells them.
 */
export function extraHosts(entries: readonly string[]): ContainerReading['extraHosts'] {
  return entries.map((entry) => {
    const at = entry.search(/[:=]/);
    return at < 0 ? { name: entry, address: '' } : { name: entry.slice(0, at), address: entry.slice(at + 1) };
  });
}
