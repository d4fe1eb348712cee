import type { Setting } from '../../../src/kernel/index.ts';
import type { ContainerReading } from './container-reading.ts';

/** What an engine says of itself and of the machine it stands on. */
export interface EngineFacts {
  /** Of the engine: `28.3.1`. */
  readonly version: string;
  readonly apiVersion: string;
  /** What the engine calls itself where it is not Docker: `Podman Engine`; undefined for Docker. */
  readonly product: string | undefined;
  /** `linux` or `windows`. */
  readonly os: string;
  /** Of the machine's system: `Debian GNU/Linux 12 (bookworm)`. */
  readonly osName: string | undefined;
  readonly kernelVersion: string | undefined;
  /** In the engine's words: `amd64`, `arm64`. */
  readonly architecture: string;
  readonly hostName: string | undefined;
  readonly hostCpuCores: number | undefined;
  readonly hostMemoryBytes: number | undefined;
  readonly cgroupVersion: 1 | 2 | undefined;
  readonly storageDriver: string | undefined;
  readonly logDriver: string | undefined;
  readonly liveRestore: boolean;
  readonly swarm: 'inactive' | 'worker' | 'manager';
}

/** One pool of addresses of a network. */
export interface NetworkSubnet {
  /** In CIDR form: `172.20.0.0/16`. */
  readonly subnet: string;
  readonly gateway: string | undefined;
}

/** A network of the engine. */
export interface NetworkReading {
  readonly id: string;
  readonly name: string;
  readonly driver: string;
  /** `local`, `swarm` or `global`. */
  readonly scope: string | undefined;
  /** Whether it leads nowhere outside. */
  readonly internal: boolean;
  readonly ipv6: boolean;
  readonly subnets: readonly NetworkSubnet[];
  readonly labels: readonly Setting[];
  /** The compose project that made it. */
  readonly composeProject: string | undefined;
  /** Names of the containers read here that have it, running or not. */
  readonly attached: readonly string[];
}

/** A volume of the engine. */
export interface VolumeReading {
  readonly name: string;
  readonly driver: string;
  readonly createdAtMs: number | undefined;
  readonly labels: readonly Setting[];
  /** Names of the driver's options; their values hold addresses and passwords of file servers. */
  readonly optionNames: readonly string[];
  readonly composeProject: string | undefined;
  /** Names of the containers read here that mount it. */
  readonly usedBy: readonly string[];
}

/** An image that a container read here runs, or that the tag it was started from now points at. */
export interface ImageReading {
  /** `sha256:…`, of the configuration. */
  readonly id: string;
  /** `repository:tag`, as the engine knows it now. */
  readonly tags: readonly string[];
  /** `repository@sha256:…`, by which a registry knows it; empty for one that was built here and never pushed. */
  readonly digests: readonly string[];
  readonly createdAtMs: number | undefined;
  readonly sizeBytes: number | undefined;
  readonly os: string | undefined;
  readonly architecture: string | undefined;
  readonly entrypoint: readonly Setting[];
  readonly command: readonly Setting[];
  readonly environment: readonly Setting[];
  readonly labels: readonly Setting[];
  readonly user: string | undefined;
  readonly workingDirectory: string | undefined;
  readonly stopSignal: string | undefined;
  /** `8080/tcp` */
  readonly exposedPorts: readonly string[];
  /** Paths that become nameless volumes where nothing is mounted on them. */
  readonly declaredVolumes: readonly string[];
}

/**
 * Everything that was read of one engine, in an order that depends on nothing but names. It holds no secret value: of
 * environment, arguments, labels and options only what `keepSetting` lets through.
 */
export interface DockerReading {
  readonly engine: EngineFacts;
  /** By name. */
  readonly containers: readonly ContainerReading[];
  /** By name; where containers were chosen by label, only those that they have. */
  readonly networks: readonly NetworkReading[];
  /** By name; where containers were chosen by label, only those that they mount. */
  readonly volumes: readonly VolumeReading[];
  /** By id. */
  readonly images: readonly ImageReading[];
  /** How many images the engine has that no container read here has to do with. */
  readonly otherImages: number;
}
