import type { Readable } from 'node:stream';

/** Labels of an engine object. */
export type Labels = Readonly<Record<string, string>>;

/** What the engine says of an image. */
export interface EngineImage {
  /** `sha256:…` */
  readonly id: string;
  readonly labels: Labels;
  /** Digests of its layers, the lowest first: an image that stands on another begins with that one's. */
  readonly layers: readonly string[];
}

/** A container as the engine lists it: cheap, and enough to know whose it is. */
export interface EngineContainer {
  readonly id: string;
  /** Without the leading slash. */
  readonly name: string;
  readonly labels: Labels;
  readonly imageId: string;
  /** `created`, `running`, `paused`, `restarting`, `removing`, `exited` or `dead`. */
  readonly state: string;
  readonly networks: readonly string[];
}

/** A port as it is published now. */
export interface PublishedPort {
  readonly hostAddress: string;
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: string;
}

/** A container as the engine describes it on inspection. */
export interface EngineContainerDetail extends EngineContainer {
  /** The image as it was asked for. */
  readonly image: string;
  /** Of its environment; the values may be secrets. */
  readonly variableNames: readonly string[];
  readonly exitCode: number;
  readonly outOfMemory: boolean;
  /** Why the engine could not start it, where it could not. */
  readonly startError: string;
  /** How often the engine has restarted it by its restart policy. */
  readonly restarts: number;
  /** `starting`, `healthy`, `unhealthy`; undefined where the container has no health check. */
  readonly health: string | undefined;
  /** What the last health checks said, oldest first. */
  readonly healthOutput: readonly string[];
  /** RFC 3339; undefined where it never ran. */
  readonly startedAt: string | undefined;
  readonly cpuCores: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly ports: readonly PublishedPort[];
}

/** A network as the engine lists it. */
export interface EngineNetwork {
  readonly id: string;
  readonly name: string;
  readonly labels: Labels;
}

/** A volume as the engine lists it. */
export interface EngineVolume {
  readonly name: string;
  readonly labels: Labels;
}

/** How a container is made: the engine's own request body, in the part that is used. */
export interface ContainerSpec {
  readonly Image: string;
  readonly Cmd?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Env: readonly string[];
  readonly User?: string;
  readonly Labels: Labels;
  readonly StopSignal?: string;
  readonly StopTimeout?: number;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck?: {
    readonly Test: readonly string[];
    readonly Interval?: number;
    readonly Timeout?: number;
    readonly StartPeriod?: number;
    readonly Retries?: number;
  };
  readonly HostConfig: {
    readonly NanoCpus?: number;
    readonly Memory?: number;
    readonly RestartPolicy: { readonly Name: string; readonly MaximumRetryCount?: number };
    readonly PortBindings: Readonly<Record<string, readonly { readonly HostIp: string; readonly HostPort: string }[]>>;
    readonly Mounts: readonly {
      readonly Type: 'volume';
      readonly Source: string;
      readonly Target: string;
      readonly ReadOnly: boolean;
    }[];
    readonly ExtraHosts: readonly string[];
    readonly LogConfig?: { readonly Type: string; readonly Config: Readonly<Record<string, string>> };
    readonly Init?: boolean;
    readonly Tmpfs: Readonly<Record<string, string>>;
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[];
    readonly NetworkMode: string;
  };
  readonly NetworkingConfig: {
    readonly EndpointsConfig: Readonly<Record<string, { readonly Aliases: readonly string[] }>>;
  };
}

/** What an image is built with, besides its context. */
export interface BuildOptions {
  readonly tag: string;
  readonly dockerfile: string;
  readonly buildArguments: Readonly<Record<string, string>>;
  readonly labels: Labels;
}

/** What an engine says of itself. */
export interface EngineDescription {
  /** Of the engine: `20.10.24`. */
  readonly version: string;
  readonly apiVersion: string;
  readonly cpuCores: number;
  readonly memoryBytes: number;
}

/**
 * The half of a Docker engine that changes nothing. Lists take labels as `name=value` or `name`, all of which must match.
 *
 * Every method throws RegisteredError: `docker-unreachable` (also where there is no answer in time),
 * `docker-permission-denied` or `docker-refused`.
 */
export interface EngineReader {
  /** Of the machines that it runs containers on, in its own words: `amd64`, `arm64`. */
  readonly architecture: string;
  describe(): Promise<EngineDescription>;
  /**
   * The address that containers know as `host-gateway`: where they reach what listens on the engine's host. Undefined
   * where the default bridge network is turned off.
   */
  hostGateway(): Promise<string | undefined>;
  /** Undefined where the engine has no such image. */
  inspectImage(reference: string): Promise<EngineImage | undefined>;
  /** Repository and tag of each image that has any. */
  listImageTags(labels: readonly string[]): Promise<readonly string[]>;
  listContainers(labels: readonly string[]): Promise<readonly EngineContainer[]>;
  /** Undefined where there is no such container. */
  inspectContainer(idOrName: string): Promise<EngineContainerDetail | undefined>;
  /** The last lines that it wrote to either stream. */
  containerLog(id: string, lines: number): Promise<readonly string[]>;
  listNetworks(labels: readonly string[]): Promise<readonly EngineNetwork[]>;
  /** Undefined where there is no such network. */
  inspectNetwork(idOrName: string): Promise<EngineNetwork | undefined>;
  listVolumes(labels: readonly string[]): Promise<readonly EngineVolume[]>;
}

/** How a command in a container ended. */
export interface CommandOutcome {
  /** Undefined where the engine does not know it, as when the container ended first. */
  readonly exitCode: number | undefined;
  /** What it wrote, both streams in the order in which they were written. */
  readonly lines: readonly string[];
}

/**
 * A Docker engine with the right to change what it runs. Removing or stopping what is gone or stopped already is no error.
 *
 * Every method throws RegisteredError: `docker-unreachable`, `docker-permission-denied`, `docker-disk-full`,
 * `docker-subnets-exhausted`, `docker-port-taken`, `docker-name-taken` or `docker-refused`.
 */
export interface Engine extends EngineReader {
  /** The same engine, whose reads end early with this signal's reason; a change that has begun is always waited for. */
  until(signal: AbortSignal): Engine;
  /** The environment that a container was made with, secrets included; undefined where there is no such container. */
  containerVariables(idOrName: string): Promise<Readonly<Record<string, string>> | undefined>;

  /** Pulls from a registry, telling each line of progress. Rejects with the registry's or engine's reason. */
  pullImage(reference: string, onLine: (line: string) => void, signal: AbortSignal): Promise<void>;
  /** Builds from a tar stream, telling each line of output. Rejects with the build's reason. */
  buildImage(
    context: Readable,
    options: BuildOptions,
    onLine: (line: string) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Removes an image that nothing uses; one in use stays. */
  removeImage(reference: string): Promise<void>;

  createContainer(name: string, spec: ContainerSpec): Promise<string>;
  renameContainer(id: string, name: string): Promise<void>;
  startContainer(id: string): Promise<void>;
  pauseContainer(id: string): Promise<void>;
  unpauseContainer(id: string): Promise<void>;
  /** Asks it to stop, and kills it after the time that it was created with. */
  stopContainer(id: string): Promise<void>;
  /** Removes it with its nameless volumes, running or not. */
  removeContainer(id: string): Promise<void>;

  /** Runs a command in a running container, without a shell or a terminal, and waits for its end. */
  runInContainer(id: string, command: readonly string[]): Promise<CommandOutcome>;

  createNetwork(name: string, internal: boolean, labels: Labels): Promise<string>;
  connectNetwork(network: string, container: string, aliases: readonly string[]): Promise<void>;
  removeNetwork(id: string): Promise<void>;

  /** The volume of that name: made, or the one that was there, with the labels that it was made with. */
  createVolume(name: string, labels: Labels): Promise<EngineVolume>;
  removeVolume(name: string): Promise<void>;
}
