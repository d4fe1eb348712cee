import type { Setting } from '../../../src/kernel/index.ts';
import type { ServiceBuild } from './service-build.ts';
import type { Deployment, Resources } from './service-deploy.ts';
import type { ExtraHost, NetworkAttachment, PortPublication, ServiceLink } from './service-network.ts';
import type {
  Dependency,
  DeviceMapping,
  DeviceRequest,
  HealthCheck,
  LifecycleHook,
  RestartPolicy,
  Ulimit,
} from './service-run.ts';
import type { FileGrant, ServiceMount } from './service-storage.ts';

/** Variables that a service takes from a file. */
export interface EnvironmentFile {
  /** Absolute. */
  readonly path: string;
  readonly required: boolean;
  /** Whether it was there and was read; its variables are then in the service's environment. */
  readonly read: boolean;
}

/**
 * One service, after variables, anchors, includes, extends and layers. `Kept` is how named values are held: without
 * secrets in what is captured.
 */
export interface ComposeService<Kept = Setting> {
  readonly name: string;
  /** Whether the active profiles start it. */
  readonly active: boolean;
  /** Empty where it is always started. */
  readonly profiles: readonly string[];
  /** Undefined where it is only built, or given by a provider. */
  readonly image: string | undefined;
  readonly build: ServiceBuild<Kept> | undefined;
  readonly pullPolicy: string | undefined;
  readonly platform: string | undefined;
  readonly containerName: string | undefined;
  readonly hostname: string | undefined;
  /** Undefined leaves the image's own; empty clears it. */
  readonly command: readonly Kept[] | undefined;
  /** Undefined leaves the image's own; empty clears it. */
  readonly entrypoint: readonly Kept[] | undefined;
  readonly workingDirectory: string | undefined;
  readonly user: string | undefined;
  /** With what env_file adds. A variable that nobody gives a value has none here. */
  readonly environment: readonly Kept[];
  readonly environmentFiles: readonly EnvironmentFile[];
  readonly labels: readonly Kept[];
  readonly ports: readonly PortPublication<Kept>[];
  /** Ports for other containers only, as written: `3000`, `8000-8010/udp`. */
  readonly expose: readonly string[];
  readonly mounts: readonly ServiceMount<Kept>[];
  /** Services or `container:` names whose mounts it shares, with `:ro` where so written. */
  readonly volumesFrom: readonly string[];
  readonly secrets: readonly FileGrant<Kept>[];
  readonly configs: readonly FileGrant<Kept>[];
  /** Empty where it shares another's network or has none (`networkMode`). */
  readonly networks: readonly NetworkAttachment<Kept>[];
  /** `host`, `none`, `bridge`, `service:NAME`, `container:NAME`. */
  readonly networkMode: string | undefined;
  readonly links: readonly ServiceLink[];
  readonly extraHosts: readonly ExtraHost[];
  readonly dns: readonly string[];
  readonly dependsOn: readonly Dependency[];
  readonly healthCheck: HealthCheck<Kept> | undefined;
  readonly restart: RestartPolicy;
  readonly stopGracePeriodMs: number | undefined;
  readonly stopSignal: string | undefined;
  /** Of `deploy.replicas` or `scale`; 1 where neither is written. */
  readonly replicas: number;
  readonly limits: Resources<Kept>;
  readonly reservations: Resources<Kept>;
  readonly deploy: Deployment<Kept> | undefined;
  readonly ulimits: readonly Ulimit[];
  readonly privileged: boolean;
  readonly readOnly: boolean;
  readonly init: boolean | undefined;
  readonly capAdd: readonly string[];
  readonly capDrop: readonly string[];
  readonly securityOptions: readonly string[];
  readonly devices: readonly DeviceMapping[];
  /** Of `gpus`. */
  readonly gpus: readonly DeviceRequest<Kept>[];
  readonly pid: string | undefined;
  readonly ipc: string | undefined;
  readonly sysctls: readonly Kept[];
  readonly sharedMemoryBytes: number | undefined;
  readonly logging: { readonly driver: string | undefined; readonly options: readonly Kept[] } | undefined;
  /** Keys of the project's `models`. */
  readonly models: readonly string[];
  /** A program beside the engine that gives the service. */
  readonly provider: { readonly type: string; readonly options: readonly Kept[] } | undefined;
  readonly hooks: readonly LifecycleHook<Kept>[];
  /** Paths that `docker compose watch` follows: this is how the service is developed, not how it runs. */
  readonly watchedPaths: readonly string[];
  /** The container may steer the engine. */
  readonly usesEngineSocket: boolean;
  /** Attributes of the specification with no field of their own, by dotted name: `blkio_config.weight`. */
  readonly further: readonly Kept[];
  /**
   * `file:line:column` of the service and of its attributes: `''`, `image`, `deploy.resources.limits.memory`. What came by
   * an anchor, an include or another layer is placed where it is written.
   */
  readonly declaredAt: Readonly<Record<string, string>>;
}
