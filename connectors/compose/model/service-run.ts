import type { Setting } from '../../../src/kernel/index.ts';

/** What another service must have reached before one is started. */
export type DependencyCondition = 'service_started' | 'service_healthy' | 'service_completed_successfully';

/** What a service waits for. */
export interface Dependency {
  readonly service: string;
  readonly condition: DependencyCondition;
  /** Whether it is restarted when Compose restarts the other. */
  readonly restart: boolean;
  /** Whether it is an error that the other one is not there. */
  readonly required: boolean;
  /** Which attribute says so; all but `depends_on` imply it. */
  readonly from: 'depends_on' | 'links' | 'volumes_from' | 'network_mode' | 'ipc' | 'pid' | 'uts' | 'cgroup';
}

/** How the engine finds out whether a container works. */
export interface HealthCheck<Kept = Setting> {
  /** `inherit` leaves the command to the image; `none` switches the image's own check off. */
  readonly kind: 'command' | 'shell' | 'inherit' | 'none';
  /** The words of the command; for `shell` the one line of it. Empty for the others. */
  readonly test: readonly Kept[];
  readonly intervalMs: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly startPeriodMs: number | undefined;
  readonly startIntervalMs: number | undefined;
  readonly retries: number | undefined;
}

/** What the engine does when a container's process ends. */
export interface RestartPolicy {
  readonly name: 'no' | 'always' | 'on-failure' | 'unless-stopped';
  /** For `on-failure`; undefined for without end. */
  readonly maximumRetries: number | undefined;
}

/** A limit of the kernel on a container's processes. */
export interface Ulimit {
  readonly name: string;
  /** -1 for none. */
  readonly soft: number;
  /** -1 for none. */
  readonly hard: number;
}

/** A device that is asked for by what it can do, such as a GPU. */
export interface DeviceRequest<Kept = Setting> {
  readonly driver: string | undefined;
  readonly count: number | 'all' | undefined;
  readonly deviceIds: readonly string[];
  readonly capabilities: readonly string[];
  readonly options: readonly Kept[];
}

/** A device of the host that a container sees. */
export interface DeviceMapping {
  readonly source: string;
  readonly target: string;
  readonly permissions: string;
}

/** A command that Compose runs in or beside a container at a moment of its life. */
export interface LifecycleHook<Kept = Setting> {
  readonly moment: 'pre_start' | 'post_start' | 'pre_stop';
  readonly image: string | undefined;
  readonly command: readonly Kept[];
  readonly environment: readonly Kept[];
  readonly further: readonly Kept[];
}
