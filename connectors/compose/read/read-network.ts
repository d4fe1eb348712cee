import { isIP } from 'node:net';
import type { ExtraHost, NetworkAttachment, PortPublication, ServiceLink } from '../model/index.ts';
import { portRange } from '../forms/index.ts';
import { shown } from '../tree/index.ts';
import type { Fields } from './fields.ts';

function readAddress<Kept>(port: Fields<Kept>): string | undefined {
  const node = port.node('host_ip');
  const address = port.text('host_ip');
  if (node === undefined || address === undefined || isIP(address) !== 0) return address;
  port.problem('host_ip', node, 'an address of the host', shown(node), 'value');
  return undefined;
}

/**
 * Published ports, already one for each container port.
 *
 * @param service - The service's attributes.
 */
export function readPorts<Kept>(service: Fields<Kept>): readonly PortPublication<Kept>[] {
  return service.maps('ports').flatMap((port) => {
    const target = port.node('target');
    const published = port.node('published');
    const container = target?.kind === 'scalar' ? portRange(target.text) : undefined;
    const accepted = 'a port of 1 to 65535';
    if (container === undefined || container.first === 0 || container.first !== container.last) {
      if (target === undefined)
        port.problem('target', { kind: 'scalar', value: null, text: '', place: port.place }, accepted);
      else port.problem('target', target, accepted, shown(target), 'value');
      return [];
    }
    const text = published?.kind === 'scalar' ? published.text : '';
    const host = text === '' || text === '0' ? undefined : portRange(text);
    if (published !== undefined && text !== '' && text !== '0' && host === undefined) {
      port.problem('published', published, 'a port of 1 to 65535, or a range', shown(published), 'value');
    }
    const made: PortPublication<Kept> = {
      containerPort: container.first,
      hostPort: host?.first,
      hostPortLast: host === undefined || host.last === host.first ? undefined : host.last,
      hostAddress: readAddress(port),
      protocol: port.word('protocol', ['tcp', 'udp', 'sctp']) ?? 'tcp',
      mode: port.word('mode', ['ingress', 'host']) ?? 'ingress',
      name: port.text('name'),
      appProtocol: port.text('app_protocol'),
      further: [],
    };
    port.rest();
    return [made];
  });
}

/**
 * Networks that a service joins.
 *
 * @param service - The service's attributes.
 * @param joinsDefault - Whether it joins the network that is there without being written.
 */
export function readNetworks<Kept>(service: Fields<Kept>, joinsDefault: boolean): readonly NetworkAttachment<Kept>[] {
  const written = service.namedMaps('networks').map(([network, end]): NetworkAttachment<Kept> => {
    const made = {
      network,
      aliases: end.texts('aliases'),
      ipv4Address: end.text('ipv4_address'),
      ipv6Address: end.text('ipv6_address'),
      priority: end.number('priority'),
      further: end.further({
        interface_name: true,
        link_local_ips: true,
        mac_address: true,
        driver_opts: true,
        gw_priority: true,
        use_service_name_alias: true,
      }),
    };
    end.rest();
    return made;
  });
  if (written.length > 0 || !joinsDefault) return written;
  const none = { ipv4Address: undefined, ipv6Address: undefined, priority: undefined };
  return [{ network: 'default', aliases: [], ...none, further: [] }];
}

/**
 * Legacy links.
 *
 * @param service - The service's attributes.
 */
export function readLinks<Kept>(service: Fields<Kept>): readonly ServiceLink[] {
  return service.texts('links').map((link) => {
    const [name = '', alias = name] = link.split(':');
    return { service: name, alias };
  });
}

/**
 * Entries of `/etc/hosts`.
 *
 * @param service - The service's attributes.
 */
export function readExtraHosts<Kept>(service: Fields<Kept>): readonly ExtraHost[] {
  const node = service.node('extra_hosts');
  if (node === undefined) return [];
  const accepted = "'host=address' or 'host:address'";
  const items = node.kind === 'list' ? service.items('extra_hosts', node.items) : [];
  if (node.kind !== 'list') service.problem('extra_hosts', node, 'a list of host=address, or a map');
  return items.flatMap((item): readonly ExtraHost[] => {
    const separator = item.text.includes('=') ? '=' : ':';
    const at = item.text.indexOf(separator);
    const host = item.text.slice(0, Math.max(0, at));
    if (at < 1 || /[:=]/.test(host)) {
      service.problem('extra_hosts', item, accepted, shown(item), 'value');
      return [];
    }
    const addresses = item.text.slice(at + 1).split(',');
    return addresses.map((address) => ({ host, address: address.replace(/^\[(.*)\]$/, '$1') }));
  });
}
