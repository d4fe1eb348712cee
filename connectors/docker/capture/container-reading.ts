import type { Setting } from '../../../src/kernel/index.ts';
import type { PublishedPort } from '../engine.ts';
import type { ContainerIsolation, ContainerLimits } from './container-bounds.ts';
import type { ContainerDrift, ContainerStats } from './container-behaviour.ts';

/** A setting, and whether it is the image's own or the container's. */
export interface SettingWithOrigin extends Setting {
  /** `image`: the image's, unchanged. `container`: only the container's. `override`: the image has another value. */
  readonly origin: 'image' | 'container' | 'override';
}

/** The image that a container runs. */
export interface ContainerImage {
  /** As it was asked for: `registry.example/shop/cart:1.4`. */
  readonly reference: string;
  /** `sha256:…`, of what runs. */
  readonly id: string;
  /** `repository@sha256:…`, by which a registry knows what runs. */
  readonly digests: readonly string[];
  /** The image that the reference now means on this engine; undefined where it means none any more. */
  readonly tagPointsAt: string | undefined;
  /** Whether the tag has moved on: what runs is not what a restart from the same file would run. */
  readonly imageTagMoved: boolean;
}

/** The state of a container's health check. */
export interface ContainerHealth {
  readonly status: 'starting' | 'healthy' | 'unhealthy';
  readonly failingStreak: number;
}

/** How a container's health is checked: the container's own check, else the image's. */
export interface HealthCheck {
  readonly origin: 'image' | 'container';
  /** `exec`: a program with arguments. `shell`: one line for a shell. `disabled`: the image's check is turned off. */
  readonly kind: 'exec' | 'shell' | 'disabled';
  /** The program and its arguments; of a shell line its words, parted at white space. */
  readonly test: readonly Setting[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly startPeriodMs: number;
  readonly startIntervalMs: number | undefined;
}

/** How a container's process differs from what its image says; a member that is undefined does not. */
export interface ProcessOverride {
  readonly entrypoint: readonly Setting[] | undefined;
  readonly command: readonly Setting[] | undefined;
  readonly user: string | undefined;
  readonly workingDirectory: string | undefined;
  readonly stopSignal: string | undefined;
  /** `8080/tcp`: those that the image does not expose. */
  readonly exposedPorts: readonly string[];
  readonly hostName: string | undefined;
}

/** What `docker compose` wrote on a container. */
export interface ComposeIdentity {
  readonly project: string;
  readonly service: string;
  /** Counted from 1. */
  readonly containerNumber: number | undefined;
  /** Whether it was made by `docker compose run`, and so is no replica. */
  readonly oneOff: boolean;
  readonly version: string | undefined;
  /** SHA-256 of the service's configuration, as compose computes it. */
  readonly configHash: string | undefined;
  readonly configFiles: readonly string[];
  readonly workingDirectory: string | undefined;
  readonly dependsOn: readonly {
    readonly service: string;
    /** `service_started`, `service_healthy` or `service_completed_successfully`. */
    readonly condition: string | undefined;
    readonly restart: boolean;
  }[];
}

/** A network as one container has it. */
export interface ContainerNetwork {
  readonly name: string;
  readonly id: string | undefined;
  /** Names by which other containers on it find this one; without the short id that the engine adds by itself. */
  readonly aliases: readonly string[];
  /** Undefined where the container does not run. */
  readonly address: string | undefined;
  readonly ipv6Address: string | undefined;
  readonly gateway: string | undefined;
}

/** Something mounted in a container. */
export interface ContainerMount {
  readonly kind: 'volume' | 'bind' | 'tmpfs' | 'image' | 'cluster' | 'npipe' | 'other';
  /** The volume's name; undefined for other kinds. */
  readonly volume: string | undefined;
  /** Whether nobody gave the volume a name: it goes with the container. */
  readonly nameless: boolean;
  /** The path on the engine's host of a bind mount. */
  readonly hostPath: string | undefined;
  /** The path in the container. */
  readonly target: string;
  readonly writable: boolean;
  readonly sizeBytes: number | undefined;
}

/** A container, read whole. */
export interface ContainerReading {
  readonly id: string;
  readonly name: string;
  readonly image: ContainerImage;
  /** `created`, `running`, `paused`, `restarting`, `removing`, `exited` or `dead`. */
  readonly state: string;
  readonly createdAtMs: number | undefined;
  /** Of the last start; undefined where it never ran. */
  readonly startedAtMs: number | undefined;
  /** Of the last end; undefined where it never ended. The engine may date it a little before the start of what ends at once. */
  readonly finishedAtMs: number | undefined;
  /** Undefined while it runs and where it never ran. */
  readonly exitCode: number | undefined;
  /** Whether the kernel killed it for its memory the last time it ended. */
  readonly outOfMemory: boolean;
  /** Whether the engine could not start it; the engine's words may repeat arguments, and are not kept. */
  readonly startFailed: boolean;
  /** How often the engine has restarted it by its policy. */
  readonly restarts: number;
  readonly restartPolicy: {
    /** `no`, `always`, `unless-stopped` or `on-failure`. */
    readonly name: string;
    /** Only of `on-failure`; undefined for no limit. */
    readonly mostRetries: number | undefined;
  };
  readonly autoRemove: boolean;
  readonly health: ContainerHealth | undefined;
  readonly healthCheck: HealthCheck | undefined;
  readonly override: ProcessOverride;
  /** By name; the image's own variables among them. */
  readonly environment: readonly SettingWithOrigin[];
  /** By name; the image's own labels among them. */
  readonly labels: readonly SettingWithOrigin[];
  readonly compose: ComposeIdentity | undefined;
  /** By name. */
  readonly networks: readonly ContainerNetwork[];
  readonly ports: readonly PublishedPort[];
  /** By target. */
  readonly mounts: readonly ContainerMount[];
  readonly limits: ContainerLimits;
  readonly isolation: ContainerIsolation;
  readonly logDriver: string | undefined;
  readonly logOptions: readonly Setting[];
  /** How long it may take to stop before it is killed; undefined for the engine's usual time. */
  readonly stopTimeoutMs: number | undefined;
  readonly extraHosts: readonly { readonly name: string; readonly address: string }[];
  readonly dns: {
    readonly servers: readonly string[];
    readonly searchDomains: readonly string[];
    readonly options: readonly string[];
  };
  /** Undefined where it does not run, or where no sample was asked for or given. */
  readonly stats: ContainerStats | undefined;
  /** Undefined where the engine did not tell. */
  readonly drift: ContainerDrift | undefined;
}
