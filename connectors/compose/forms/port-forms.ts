import type { YamlNode } from '../../../src/kernel/index.ts';
import { isIP } from 'node:net';
import { formOf, mapNode, shown, textNode } from '../tree/index.ts';
import { Budget } from '../budget.ts';
import type { FormContext } from './form-context.ts';
import { listOf } from './lists-and-maps.ts';

const accepted =
  "'[address:][host port:]container port[/tcp|/udp|/sctp]' with ports of 1 to 65535 or ranges, such as '8080:80', '127.0.0.1:8000-8010:80' or '53/udp'";

/** A published range has this many ports at most; a wider one is a mistake, or an attack on memory. */
const widestRange = 4_096;

interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a port or a range of ports.
 *
 * @param text - `80` or `8000-8010`.
 */
export function portRange(text: string): Range | undefined {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const range = { first: Number(first), last: Number(last) };
  return range.last > 65_535 || range.last < range.first ? undefined : range;
}

interface ShortPort {
  readonly address: string;
  readonly host: Range | undefined;
  readonly container: Range;
  readonly protocol: string;
}

function shortPort(text: string): ShortPort | undefined {
  const [, ports = '', protocol = 'tcp'] = /^([^/]*)(?:\/(.*))?$/s.exec(text) ?? [];
  const parts = ports.split(':');
  const container = portRange(parts.at(-1) ?? '');
  const hostText = parts.at(-2) ?? '';
  const host = hostText === '' ? undefined : portRange(hostText);
  const written = parts.slice(0, -2).join(':');
  const address = /^\[.*\]$/.test(written) ? written.slice(1, -1) : written;
  if (container === undefined || container.first === 0 || (hostText !== '' && host === undefined)) return undefined;
  if (address !== '' && isIP(address) === 0) return undefined;
  if (!/^(?:tcp|udp|sctp)$/i.test(protocol)) return undefined;
  const width = container.last - container.first;
  if (width >= widestRange) return undefined;
  // A range of host ports serves one container port, or as many as there are.
  if (host !== undefined && width > 0 && host.last - host.first !== width) return undefined;
  return { address, host, container, protocol: protocol.toLowerCase() };
}

function expanded(item: YamlNode, { address, host, container, protocol }: ShortPort): readonly YamlNode[] {
  const isOne = container.first === container.last;
  const text = (value: string | number): YamlNode => textNode(String(value), item);
  return Array.from({ length: container.last - container.first + 1 }, (_, index) => {
    const first = (host?.first ?? 0) + index;
    const published = isOne && host !== undefined && host.last > host.first ? `${host.first}-${host.last}` : first;
    return mapNode(
      {
        host_ip: address === '' ? undefined : text(address),
        published: host === undefined ? undefined : text(published),
        target: text(container.first + index),
        protocol: text(protocol),
      },
      item.place,
    );
  });
}

/** Published ports in the long form, one for each container port. */
export const portList = listOf((item: YamlNode, key: string, context: FormContext) => {
  if (item.kind === 'map') return [item];
  if (item.kind !== 'scalar' || item.value === null || typeof item.value === 'boolean') {
    context.problems.add('form', item.place, key, formOf(item), accepted);
    return [];
  }
  const port = shortPort(item.text);
  if (port !== undefined) {
    if (context.budget.take(port.container.last - port.container.first + 1)) return expanded(item, port);
    context.problems.add('value', item.place, key, Budget.found, Budget.accepted);
    return [];
  }
  context.problems.add('value', item.place, key, shown(item), accepted);
  return [];
}, 'a list of ports');
