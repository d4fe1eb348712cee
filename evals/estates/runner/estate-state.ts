import { RegisteredError } from '../../../src/kernel/index.ts';
import type { Engine, EngineContainer, EngineNetwork, EngineVolume } from '../../../connectors/docker/index.ts';
import { labelFilter, labelNames, ownLabels } from './labels.ts';
import type { EstateIdentity } from './labels.ts';

/** What an estate has on the engine, whole or not. */
export interface EstateState {
  readonly containers: readonly EngineContainer[];
  readonly networks: readonly EngineNetwork[];
  readonly volumes: readonly EngineVolume[];
}

async function readLabelled(engine: Engine, labels: readonly string[]): Promise<EstateState> {
  const [containers, networks, volumes] = await Promise.all([
    engine.listContainers(labels),
    engine.listNetworks(labels),
    engine.listVolumes(labels),
  ]);
  return { containers, networks, volumes };
}

/**
 * What is there of an estate, by its labels alone.
 *
 * @param engine - Where to look.
 * @param estate - Whose.
 * @throws RegisteredError as the engine does
 */
export function readState(engine: Engine, estate: EstateIdentity): Promise<EstateState> {
  return readLabelled(engine, labelFilter(ownLabels(estate)));
}

/**
 * The containers of an estate, by its labels alone.
 *
 * @param engine - Where to look.
 * @param estate - Whose.
 * @throws RegisteredError as the engine does
 */
export function estateContainers(engine: Engine, estate: EstateIdentity): Promise<readonly EngineContainer[]> {
  return engine.listContainers(labelFilter(ownLabels(estate)));
}

/**
 * Makes sure that a name is not that of a compose project which is not ours.
 *
 * @param engine - Where to look.
 * @param estate - Whose name it is to be.
 * @throws RegisteredError `docker-name-taken`, and as the engine does
 */
export async function refuseForeignProject(engine: Engine, estate: EstateIdentity): Promise<void> {
  const project = await readLabelled(engine, [`${labelNames.project}=${estate.name}`]);
  for (const [kind, objects] of [
    ['container', project.containers],
    ['network', project.networks],
    ['volume', project.volumes],
  ] as const) {
    const foreign = objects.find(({ labels }) => labels[labelNames.estate] !== estate.kind);
    if (foreign !== undefined) throw new RegisteredError('docker-name-taken', { kind, name: foreign.name });
  }
}

/**
 * The names of all estates of a kind, whole or half-made, in order.
 *
 * @param engine - Where to look.
 * @param kind - Such as `shop`.
 * @throws RegisteredError as the engine does
 */
export async function estateNames(engine: Engine, kind: string): Promise<readonly string[]> {
  const state = await readLabelled(engine, [`${labelNames.estate}=${kind}`]);
  const names = [...state.containers, ...state.networks, ...state.volumes].map(
    ({ labels }) => labels[labelNames.project],
  );
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}
