import type { ComposeFile, ComposeService } from './compose/index.ts';
import { containerName, containerSpec, networkAliases, serviceHash, volumeOrNetworkName } from './container-spec.ts';
import type { EngineContainer } from '../../../connectors/docker/index.ts';
import { busyOr } from './ground.ts';
import { labelNames } from './labels.ts';
import type { EstateIdentity } from './labels.ts';
import type { RunContext } from './run-context.ts';
import type { UndoLog } from './undo-log.ts';

/** What became of a container. */
export type ReplicaChange = 'unchanged' | 'started' | 'created' | 'recreated';

/** One container of a service, as it is asked for. */
export interface Replica {
  readonly estate: EstateIdentity;
  readonly file: ComposeFile;
  readonly service: ComposeService;
  readonly number: number;
  readonly imageId: string;
}

/** A container that runs, and what is to go once the whole estate does. */
export interface RunningReplica {
  readonly id: string;
  readonly name: string;
  readonly change: ReplicaChange;
  readonly obsolete: readonly string[];
}

function isAsAsked(container: EngineContainer, replica: Replica): boolean {
  const { estate, service, number, imageId } = replica;
  const networks = service.networks.map((network) => volumeOrNetworkName(estate, network));
  return (
    container.name === containerName(estate, service.name, number) &&
    container.labels[labelNames.configHash] === serviceHash(estate, service) &&
    container.labels[labelNames.image] === imageId &&
    // One that was being made when its maker was killed may lack networks.
    networks.every((network) => container.networks.includes(network)) &&
    !['dead', 'removing'].includes(container.state)
  );
}

/** Puts a container out of the way, and remembers how to put it back. */
async function setAside(context: RunContext, container: EngineContainer, undo: UndoLog): Promise<void> {
  const { engine } = context;
  const paused = container.state === 'paused';
  const ran = ['running', 'restarting'].includes(container.state);
  undo.push(`container ${container.name}`, async () => {
    if (ran || paused) await engine.startContainer(container.id);
    if (paused) await engine.pauseContainer(container.id);
  });
  if (paused) await engine.unpauseContainer(container.id);
  await engine.stopContainer(container.id);
  await engine.renameContainer(container.id, `${container.id.slice(0, 12)}_${container.name}`);
  undo.push(`container ${container.name}`, () => engine.renameContainer(container.id, container.name));
}

async function create(context: RunContext, replica: Replica, undo: UndoLog): Promise<string> {
  const { engine } = context;
  const { estate, file, service, number, imageId } = replica;
  const name = containerName(estate, service.name, number);
  let id: string;
  try {
    id = await engine.createContainer(name, containerSpec(estate, file, service, number, imageId));
  } catch (thrown) {
    throw await busyOr(thrown, estate, `container ${name}`, async () => (await engine.inspectContainer(name))?.labels);
  }
  undo.push(`container ${name}`, () => engine.removeContainer(id));
  for (const network of service.networks.slice(1)) {
    const aliases = networkAliases(estate, service, number);
    await engine.connectNetwork(volumeOrNetworkName(estate, network), id, aliases);
  }
  return id;
}

/**
 * Makes one container as it is asked for: kept where it is so, started where it stands, made anew where it differs. One
 * that differs is set aside, not removed, so that it can come back when its successor fails.
 *
 * @param context - The engine; its signal is looked at between steps.
 * @param replica - As it is asked for.
 * @param present - All containers that the estate has.
 * @param undo - Told how to take back each step.
 * @throws RegisteredError `estate-busy`, and as the engine does; the signal's reason, when aborted
 */
export async function ensureReplica(
  context: RunContext,
  replica: Replica,
  present: readonly EngineContainer[],
  undo: UndoLog,
): Promise<RunningReplica> {
  const { engine, signal } = context;
  const { estate, service, number } = replica;
  const name = containerName(estate, service.name, number);
  const candidates = present.filter(
    ({ labels }) => labels[labelNames.service] === service.name && labels[labelNames.number] === String(number),
  );
  const kept = candidates.find((candidate) => isAsAsked(candidate, replica));
  const obsolete = candidates.filter((candidate) => candidate !== kept).map(({ id }) => id);
  if (kept !== undefined) {
    if (kept.state === 'running') return { id: kept.id, name, change: 'unchanged', obsolete };
    if (kept.state === 'paused') {
      undo.push(`container ${name}`, () => engine.pauseContainer(kept.id));
      await engine.unpauseContainer(kept.id);
    } else {
      // One that its restart policy would start by itself is none that somebody stopped.
      if (kept.state !== 'restarting') undo.push(`container ${name}`, () => engine.stopContainer(kept.id));
      await engine.startContainer(kept.id);
    }
    return { id: kept.id, name, change: 'started', obsolete };
  }
  const current = candidates.find((candidate) => candidate.name === name);
  if (current !== undefined) await setAside(context, current, undo);
  signal.throwIfAborted();
  const id = await create(context, replica, undo);
  signal.throwIfAborted();
  await engine.startContainer(id);
  return { id, name, change: current === undefined ? 'created' : 'recreated', obsolete };
}
