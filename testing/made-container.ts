import type { ContainerReading, DockerReading, ImageReading } from '../connectors/docker/index.ts';
import type { Observation } from '../connectors/observation/index.ts';

/**
 * A running container that nobody told anything, as an engine reads it, unless told otherwise.
 *
 * @param name - Its name.
 * @param over - What is otherwise.
 */
export function madeContainer(name: string, over: Partial<ContainerReading> = {}): ContainerReading {
  return {
    id: Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64),
    name,
    image: { reference: 'acme/app:1', id: 'sha256:1', digests: [], tagPointsAt: 'sha256:1', imageTagMoved: false },
    state: 'running',
    createdAtMs: 1_000,
    startedAtMs: 2_000,
    finishedAtMs: undefined,
    exitCode: undefined,
    outOfMemory: false,
    startFailed: false,
    restarts: 0,
    restartPolicy: { name: 'no', mostRetries: undefined },
    autoRemove: false,
    health: undefined,
    healthCheck: undefined,
    override: {
      entrypoint: undefined,
      command: undefined,
      user: undefined,
      workingDirectory: undefined,
      stopSignal: undefined,
      exposedPorts: [],
      hostName: undefined,
    },
    environment: [],
    labels: [],
    compose: undefined,
    networks: [],
    ports: [],
    mounts: [],
    limits: {
      cpuCores: undefined,
      cpuQuotaMs: undefined,
      cpuPeriodMs: undefined,
      cpuset: undefined,
      cpuShares: undefined,
      memoryBytes: undefined,
      memoryReservationBytes: undefined,
      memoryAndSwapBytes: undefined,
      sharedMemoryBytes: undefined,
      pids: undefined,
      ulimits: [],
      blockWeight: undefined,
      blockRates: [],
      oomKillDisabled: false,
      oomScoreAdjustment: undefined,
    },
    isolation: {
      privileged: false,
      readOnlyRoot: false,
      init: false,
      runtime: undefined,
      capabilitiesAdded: [],
      capabilitiesDropped: [],
      devices: [],
      deviceRequests: [],
      networkMode: undefined,
      pidMode: undefined,
      ipcMode: undefined,
      utsMode: undefined,
      userNamespaceMode: undefined,
      cgroupNamespaceMode: undefined,
      securityOptions: [],
      groupsAdded: [],
      sysctls: [],
    },
    logDriver: undefined,
    logOptions: [],
    stopTimeoutMs: undefined,
    extraHosts: [],
    dns: { servers: [], searchDomains: [], options: [] },
    stats: undefined,
    drift: undefined,
    ...over,
  };
}

/** An image of which nothing is known but its id, unless told otherwise. */
export function madeImage(over: Partial<ImageReading> = {}): ImageReading {
  return {
    id: 'sha256:1',
    tags: [],
    digests: [],
    createdAtMs: undefined,
    sizeBytes: undefined,
    os: undefined,
    architecture: undefined,
    entrypoint: [],
    command: [],
    environment: [],
    labels: [],
    user: undefined,
    workingDirectory: undefined,
    stopSignal: undefined,
    exposedPorts: [],
    declaredVolumes: [],
    ...over,
  };
}

/** A reading of an engine that runs these containers. */
export function madeEngine(
  containers: readonly ContainerReading[],
  images: readonly ImageReading[] = [],
): Observation<DockerReading> {
  return {
    collector: 'docker',
    place: 'unix:///var/run/docker.sock',
    sha256: 'd'.repeat(64),
    asOfMs: 3_000,
    content: {
      engine: {
        version: '28.3.1',
        apiVersion: '1.51',
        product: undefined,
        os: 'linux',
        osName: undefined,
        kernelVersion: undefined,
        architecture: 'amd64',
        hostName: undefined,
        hostCpuCores: 4,
        hostMemoryBytes: undefined,
        cgroupVersion: 2,
        storageDriver: undefined,
        logDriver: undefined,
        liveRestore: false,
        swarm: 'inactive',
      },
      containers,
      networks: [],
      volumes: [],
      images,
      otherImages: 0,
    },
    coverage: { read: {}, notUnderstood: [] },
  };
}
