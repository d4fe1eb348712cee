import type { Setting } from '../../../src/kernel/index.ts';

/** A rate that a block device is held to. */
export interface BlockRate {
  readonly device: string;
  readonly direction: 'read' | 'write';
  /** One of the two is there. */
  readonly bytesPerSecond?: number;
  readonly operationsPerSecond?: number;
}

/** What a container may use of the machine; a member that is undefined is not limited. */
export interface ContainerLimits {
  /** From `--cpus`, else quota over period. */
  readonly cpuCores: number | undefined;
  /** The cgroup's CPU quota for each period, where the limit was given so. */
  readonly cpuQuotaMs: number | undefined;
  readonly cpuPeriodMs: number | undefined;
  /** Which cores: `0-2,7`. */
  readonly cpuset: string | undefined;
  /** Weight against others where all want more than there is; 1024 is usual. */
  readonly cpuShares: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly memoryReservationBytes: number | undefined;
  /** Memory and swap together; -1 for unlimited swap. */
  readonly memoryAndSwapBytes: number | undefined;
  readonly sharedMemoryBytes: number | undefined;
  readonly pids: number | undefined;
  /** By name; -1 for unlimited. */
  readonly ulimits: readonly { readonly name: string; readonly soft: number; readonly hard: number }[];
  /** 10 to 1000. */
  readonly blockWeight: number | undefined;
  readonly blockRates: readonly BlockRate[];
  readonly oomKillDisabled: boolean;
  /** -1000 to 1000; undefined for the engine's usual one. */
  readonly oomScoreAdjustment: number | undefined;
}

/** How far a container is kept from the machine and from others. */
export interface ContainerIsolation {
  readonly privileged: boolean;
  readonly readOnlyRoot: boolean;
  readonly init: boolean;
  readonly runtime: string | undefined;
  readonly capabilitiesAdded: readonly string[];
  readonly capabilitiesDropped: readonly string[];
  readonly devices: readonly {
    readonly hostPath: string;
    readonly containerPath: string;
    readonly permissions: string;
  }[];
  /** Requests for devices by driver, such as graphics processors: -1 for all that there are. */
  readonly deviceRequests: readonly { readonly driver: string; readonly count: number }[];
  /** `bridge`, `host`, `none`, the name of a network, or `container:<id>`. */
  readonly networkMode: string | undefined;
  /** The same for processes: undefined for a namespace of its own. */
  readonly pidMode: string | undefined;
  readonly ipcMode: string | undefined;
  readonly utsMode: string | undefined;
  readonly userNamespaceMode: string | undefined;
  readonly cgroupNamespaceMode: string | undefined;
  /** `no-new-privileges`, `apparmor=unconfined`, `seccomp=profile` for a profile of its own, whose text is not kept. */
  readonly securityOptions: readonly string[];
  readonly groupsAdded: readonly string[];
  readonly sysctls: readonly Setting[];
}
