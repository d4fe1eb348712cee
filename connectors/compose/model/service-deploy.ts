import type { Setting } from '../../../src/kernel/index.ts';
import type { DeviceRequest } from './service-run.ts';

/** What a container may use, or is promised. Where legacy attributes (`cpus`, `mem_limit`) say it, it is here too. */
export interface Resources<Kept = Setting> {
  readonly cpuCores: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly processes: number | undefined;
  readonly devices: readonly DeviceRequest<Kept>[];
  readonly further: readonly Kept[];
}

/** How a new version replaces the running one, or an old one comes back. */
export interface RolloutPolicy {
  /** How many tasks at a time; 0 for all. */
  readonly parallelism: number | undefined;
  readonly delayMs: number | undefined;
  readonly failureAction: string | undefined;
  /** How long a task is watched after it was replaced. */
  readonly monitorMs: number | undefined;
  readonly maxFailureRatio: number | undefined;
  readonly order: 'start-first' | 'stop-first' | undefined;
}

/** How a swarm restarts tasks. */
export interface DeployRestartPolicy {
  readonly condition: string | undefined;
  readonly delayMs: number | undefined;
  readonly maximumAttempts: number | undefined;
  readonly windowMs: number | undefined;
}

/** What `deploy` says beside replicas and resources. */
export interface Deployment<Kept = Setting> {
  readonly mode: string | undefined;
  readonly endpointMode: string | undefined;
  readonly labels: readonly Kept[];
  readonly update: RolloutPolicy | undefined;
  readonly rollback: RolloutPolicy | undefined;
  readonly restart: DeployRestartPolicy | undefined;
  readonly placementConstraints: readonly string[];
  readonly placementSpread: readonly string[];
  readonly maximumReplicasPerNode: number | undefined;
}
