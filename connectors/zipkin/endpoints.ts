import { isObject } from '../parsed-json/index.ts';
import type { AttributeValue, Span, SpanKind } from '../spans/index.ts';

interface Endpoint {
  readonly service: string;
  readonly address: string;
  readonly port: number | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const largestPort = 65_535;

function endpointOf(value: unknown): Endpoint | undefined {
  if (!isObject(value)) return undefined;
  const { serviceName, ipv4, ipv6, port } = value;
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= largestPort;
  return { service: textOf(serviceName), address: textOf(ipv4) || textOf(ipv6), port: isPort ? port : undefined };
}

/**
 * What is known of the other end, as attributes; a tag that says it already counts more.
 *
 * @param value - `remoteEndpoint`, as JSON.parse gave it.
 * @param kind - Which end the span describes.
 * @param attributes - Those of the tags; added to.
 */
export function addRemote(value: unknown, kind: SpanKind, attributes: Map<string, AttributeValue>): void {
  const remote = endpointOf(value);
  if (remote === undefined) return;
  const add = (name: string, attribute: AttributeValue | undefined): void => {
    if (attribute !== undefined && attribute !== '' && !attributes.has(name)) attributes.set(name, attribute);
  };
  add('peer.service', remote.service);
  if (kind === 'server' || kind === 'consumer') {
    add('client.address', remote.address);
    return;
  }
  add('server.address', remote.address);
  add('server.port', remote.port);
}

/** More processes than one document has; made-up ones must not fill the memory twice. */
const mostResources = 10_000;

/** The attributes of the processes of one document, one map each. */
export class LocalResources {
  readonly #known = new Map<string, Span['resource']>();

  /** @param value - `localEndpoint`, as JSON.parse gave it. */
  of(value: unknown): Span['resource'] {
    const { service = '', address = '' } = endpointOf(value) ?? {};
    const key = `${service}\n${address}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const resource = new Map<string, AttributeValue>();
    if (service !== '') resource.set('service.name', service);
    if (address !== '') resource.set('host.ip', address);
    if (this.#known.size < mostResources) this.#known.set(key, resource);
    return resource;
  }
}
