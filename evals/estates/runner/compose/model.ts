/** On what a service waits before it starts. */
export type DependencyCondition = 'service_started' | 'service_healthy';

/** A container port, and where the host publishes it. */
export interface PortPublication {
  /** Empty for every address. */
  readonly hostAddress: string;
  /** Undefined lets the engine choose a free one. */
  readonly hostPort: number | undefined;
  readonly containerPort: number;
  readonly protocol: 'tcp' | 'udp';
}

/** A named volume in a container's tree. */
export interface VolumeMount {
  readonly volume: string;
  readonly target: string;
  readonly readOnly: boolean;
}

/** How the engine finds out whether a container works. */
export interface HealthCheck {
  /** As the engine takes it: `CMD` or `CMD-SHELL` first, or `NONE` alone. */
  readonly test: readonly string[];
  readonly intervalMs: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly startPeriodMs: number | undefined;
  readonly retries: number | undefined;
}

/** What the engine does when a container's process ends. */
export interface RestartPolicy {
  readonly name: 'no' | 'always' | 'on-failure' | 'unless-stopped';
  /** For `on-failure`; undefined for without end. */
  readonly maximumRetries: number | undefined;
}

/** One service of a compose file, with its variables filled in and its words turned into values. */
export interface ComposeService {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[] | undefined;
  readonly entrypoint: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthCheck: HealthCheck | undefined;
  readonly replicas: number;
  readonly cpuCores: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly dependsOn: Readonly<Record<string, DependencyCondition>>;
  /** Names from the file's `networks`. */
  readonly networks: readonly string[];
  readonly volumes: readonly VolumeMount[];
  readonly ports: readonly PortPublication[];
  /** `host:address` */
  readonly extraHosts: readonly string[];
  readonly restart: RestartPolicy;
  readonly stopGracePeriodMs: number | undefined;
  readonly stopSignal: string | undefined;
  readonly user: string | undefined;
  readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> } | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly init: boolean | undefined;
  /** Path, with options after a colon. */
  readonly tmpfs: readonly string[];
  readonly readOnly: boolean;
  readonly capDrop: readonly string[];
}

/** A variable that the file uses, over all its uses. */
export interface ComposeVariable {
  readonly name: string;
  /** The file cannot do without a value from outside. */
  readonly required: boolean;
  /** Where a container's environment holds its value and nothing else. */
  readonly readableFrom: readonly { readonly service: string; readonly key: string }[];
}

/** A compose file's text, and where it is from. */
export interface ComposeSource {
  readonly path: string;
  readonly text: string;
}

/** A compose file, read. */
export interface ComposeFile {
  readonly path: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal: boolean }>>;
  readonly volumes: readonly string[];
}
