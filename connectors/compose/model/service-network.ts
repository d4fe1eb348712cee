import type { Setting } from '../../../src/kernel/index.ts';

/** A port of a container, and where the host publishes it. A range in the file is one of these a port. */
export interface PortPublication<Kept = Setting> {
  readonly containerPort: number;
  /** Undefined lets the engine choose a free one. */
  readonly hostPort: number | undefined;
  /** Where a range of host ports serves one container port: the last that the engine may choose. */
  readonly hostPortLast: number | undefined;
  /** Undefined for every address of the host. */
  readonly hostAddress: string | undefined;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  /** `host` publishes on the node of the container, `ingress` on all nodes of a swarm. */
  readonly mode: 'ingress' | 'host';
  readonly name: string | undefined;
  readonly appProtocol: string | undefined;
  /** Attributes with no field of their own. */
  readonly further: readonly Kept[];
}

/** A service's end of a network. */
export interface NetworkAttachment<Kept = Setting> {
  /** A key of the project's `networks`. */
  readonly network: string;
  /** Names beside the service's own, by which others find it there. */
  readonly aliases: readonly string[];
  readonly ipv4Address: string | undefined;
  readonly ipv6Address: string | undefined;
  /** The highest is joined first. */
  readonly priority: number | undefined;
  readonly further: readonly Kept[];
}

/** A legacy link: another service under a name of its own. */
export interface ServiceLink {
  readonly service: string;
  readonly alias: string;
}

/** An entry of `/etc/hosts`. */
export interface ExtraHost {
  readonly host: string;
  /** An address, or `host-gateway`. */
  readonly address: string;
}
