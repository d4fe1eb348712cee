/** What a running container has used since it started, and, between two readings, how fast. */
export interface ContainerStats {
  /** Of the last reading, by the engine's clock. */
  readonly readAtMs: number;
  /** Between the two readings; undefined where there was one, and so no rate. */
  readonly intervalMs: number | undefined;
  readonly cpuSecondsTotal: number | undefined;
  /** Cores in use on average between the readings. */
  readonly cpuCores: number | undefined;
  /** Scheduling periods in which it had a quota, and those in which it ran out of it. Undefined without a CPU limit. */
  readonly cpuPeriodsTotal: number | undefined;
  readonly cpuThrottledPeriodsTotal: number | undefined;
  readonly cpuThrottledSecondsTotal: number | undefined;
  /** Of the periods between the readings, 0 to 1. */
  readonly cpuThrottledRatio: number | undefined;
  /** Without the page cache that the kernel would give back first, on cgroup 1 and 2 alike, as `docker stats` counts. */
  readonly memoryBytes: number | undefined;
  /** That page cache. */
  readonly memoryCacheBytes: number | undefined;
  /** The machine's memory where the container has no limit. */
  readonly memoryLimitBytes: number | undefined;
  readonly networkReceivedBytesTotal: number | undefined;
  readonly networkSentBytesTotal: number | undefined;
  readonly networkReceivedBytesPerSecond: number | undefined;
  readonly networkSentBytesPerSecond: number | undefined;
  readonly networkDroppedPacketsTotal: number | undefined;
  readonly blockReadBytesTotal: number | undefined;
  readonly blockWrittenBytesTotal: number | undefined;
  readonly blockReadBytesPerSecond: number | undefined;
  readonly blockWrittenBytesPerSecond: number | undefined;
  readonly pids: number | undefined;
}

/** A path that differs from the image. */
export interface DriftedPath {
  readonly kind: 'changed' | 'added' | 'deleted';
  /** In the container; a part of it that looks drawn rather than written stands as `*`. */
  readonly path: string;
}

/**
 * What has changed in a container's own layer since it was made from its image. Mounts and what is below them are left
 * out, as are folders that changed only because something in them did.
 */
export interface ContainerDrift {
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
  /** The first of them, by path. */
  readonly paths: readonly DriftedPath[];
}
