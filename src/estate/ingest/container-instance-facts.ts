import type { ContainerReading } from '../../../connectors/docker/index.ts';
import type { FoundFact } from '../facts/index.ts';
import { factsAbout, ifAnyKnown } from './found.ts';

/** So many paths show what somebody did by hand; a data directory would list thousands. */
const mostPaths = 20;

/**
 * What one container is like right now.
 *
 * @param key - The key of its component.
 * @param container - The container.
 */
export function instanceFacts(key: string, container: ContainerReading): FoundFact[] {
  const { name, image, state, health, restarts, outOfMemory, exitCode, startedAtMs, stats, drift } = container;
  const fact = factsAbout({ kind: 'instance', component: key, instance: name }, 'captured', name);
  return [
    ...fact('state', {
      state,
      health: health?.status,
      restarts,
      outOfMemory,
      exitCode,
      startedAt: startedAtMs === undefined ? undefined : new Date(startedAtMs).toISOString(),
    }),
    ...fact('running-image', { imageId: image.id, digests: [...image.digests], tagMoved: image.imageTagMoved }),
    ...fact(
      'usage',
      stats &&
        ifAnyKnown({
          cpuCores: stats.cpuCores,
          throttledRatio: stats.cpuThrottledRatio,
          memoryBytes: stats.memoryBytes,
          memoryLimitBytes: stats.memoryLimitBytes,
          pids: stats.pids,
        }),
    ),
    ...fact(
      'drift',
      drift && {
        added: drift.added,
        changed: drift.changed,
        deleted: drift.deleted,
        paths: drift.paths.slice(0, mostPaths).map(({ path }) => path),
      },
    ),
  ];
}
