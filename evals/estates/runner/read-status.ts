import type { Engine, EngineContainerDetail, PublishedPort } from '../../../connectors/docker/index.ts';
import { labelFilter, labelNames, ownLabels } from './labels.ts';
import type { EstateIdentity } from './labels.ts';

/** One container of a service. */
export interface ContainerStatus {
  readonly name: string;
  readonly id: string;
  /** `created`, `running`, `paused`, `restarting`, `exited` or `dead`. */
  readonly state: string;
  /** `starting`, `healthy`, `unhealthy`, or `none` without a health check. */
  readonly health: string;
  readonly restarts: number;
  /** RFC 3339; null where it never ran. */
  readonly startedAt: string | null;
  readonly imageId: string;
  readonly ports: readonly PublishedPort[];
}

/** A service, over its containers. */
export interface ServiceStatus {
  readonly service: string;
  readonly running: number;
  /** How many containers were asked for: as many as are there in any state, and at least one. */
  readonly wanted: number;
  /** Null where no container is there. */
  readonly image: string | null;
  /** Per container; null where there is no limit. */
  readonly limits: { readonly cpuCores: number | null; readonly memoryBytes: number | null };
  readonly containers: readonly ContainerStatus[];
}

function numberOf({ labels }: EngineContainerDetail): number {
  return Number(labels[labelNames.number] ?? 0);
}

function containerStatus(detail: EngineContainerDetail): ContainerStatus {
  const { name, id, state, health, restarts, startedAt, imageId, ports } = detail;
  return { name, id, state, health: health ?? 'none', restarts, startedAt: startedAt ?? null, imageId, ports };
}

function serviceStatus(service: string, details: readonly EngineContainerDetail[]): ServiceStatus {
  const ordered = [...details].sort((left, right) => numberOf(left) - numberOf(right));
  const [first] = ordered;
  return {
    service,
    running: ordered.filter(({ state }) => state === 'running').length,
    wanted: Math.max(1, ordered.length, ...ordered.map(numberOf)),
    image: first?.image ?? null,
    limits: { cpuCores: first?.cpuCores ?? null, memoryBytes: first?.memoryBytes ?? null },
    containers: ordered.map(containerStatus),
  };
}

/**
 * How an estate's services are.
 *
 * @param engine - Where they are.
 * @param estate - Which one.
 * @param services - Those that it should have: one without a container is told of too.
 * @throws RegisteredError as the engine does
 */
export async function readStatus(
  engine: Engine,
  estate: EstateIdentity,
  services: readonly string[],
): Promise<readonly ServiceStatus[]> {
  const containers = await engine.listContainers(labelFilter(ownLabels(estate)));
  const inspected = await Promise.all(containers.map(({ id }) => engine.inspectContainer(id)));
  const details = inspected.filter((detail) => detail !== undefined);
  const byService = Map.groupBy(details, ({ labels }) => labels[labelNames.service] ?? '');
  const names = [...new Set([...services, ...byService.keys()])];
  return names.map((name) => serviceStatus(name, byService.get(name) ?? []));
}
