import { RegisteredError } from '../../../src/kernel/index.ts';
import type { ComposeFile } from './compose/index.ts';
import { configHash } from './config-hash.ts';
import { volumeOrNetworkName } from './container-spec.ts';
import type { EstateState } from './estate-state.ts';
import { labelNames, ownLabels } from './labels.ts';
import type { EstateIdentity } from './labels.ts';
import type { RunContext } from './run-context.ts';
import type { UndoLog } from './undo-log.ts';

/** What making the ground of an estate takes: its networks and volumes. */
export interface GroundWork {
  readonly context: RunContext;
  readonly estate: EstateIdentity;
  readonly file: ComposeFile;
  readonly state: EstateState;
  readonly undo: UndoLog;
}

/**
 * Makes the networks that an estate lacks.
 *
 * @param work - The estate as it is asked for, and as it is.
 * @throws RegisteredError `estate-changed-network`, `docker-name-taken`, `estate-busy`, and as the engine does; the
 *   signal's reason, when aborted
 */
export async function ensureNetworks({ context, estate, file, state, undo }: GroundWork): Promise<void> {
  const { engine, signal } = context;
  for (const [key, network] of Object.entries(file.networks)) {
    signal.throwIfAborted();
    const name = volumeOrNetworkName(estate, key);
    const hash = configHash(network);
    const present = state.networks.find((candidate) => candidate.name === name);
    if (present !== undefined) {
      if (present.labels[labelNames.configHash] === hash) continue;
      throw new RegisteredError('estate-changed-network', { estate: estate.name, network: key });
    }
    const labels = { ...ownLabels(estate), [labelNames.network]: key, [labelNames.configHash]: hash };
    try {
      const id = await engine.createNetwork(name, network.internal, labels);
      undo.push(`network ${name}`, () => engine.removeNetwork(id));
    } catch (thrown) {
      throw await busyOr(thrown, estate, `network ${name}`, async () => (await engine.inspectNetwork(name))?.labels);
    }
  }
}

/**
 * Makes the volumes that an estate lacks.
 *
 * @param work - The estate as it is asked for, and as it is.
 * @param stale - Volumes whose content opens to no secret that is left, to be made anew.
 * @throws RegisteredError `docker-name-taken`, and as the engine does; the signal's reason, when aborted
 */
export async function ensureVolumes(
  { context, estate, file, state, undo }: GroundWork,
  stale: ReadonlySet<string>,
): Promise<void> {
  const { engine, report, signal } = context;
  for (const key of file.volumes) {
    signal.throwIfAborted();
    const name = volumeOrNetworkName(estate, key);
    const present = state.volumes.some((candidate) => candidate.name === name);
    if (present && !stale.has(key)) continue;
    if (present) {
      report(`volume ${key}`, 'made anew: the password that it was made with is lost');
      await engine.removeVolume(name);
    }
    const volume = await engine.createVolume(name, { ...ownLabels(estate), [labelNames.volume]: key });
    // The engine hands over a volume that is there already, whoever made it.
    if (!isOwn(volume.labels, estate)) throw new RegisteredError('docker-name-taken', { kind: 'volume', name });
    undo.push(`volume ${name}`, () => engine.removeVolume(name));
  }
}

function isOwn(labels: Readonly<Record<string, string>>, estate: EstateIdentity): boolean {
  return Object.entries(ownLabels(estate)).every(([name, value]) => labels[name] === value);
}

/**
 * Tells a name that somebody else holds from one that another process gave to this very estate a moment ago.
 *
 * @param thrown - What the engine threw.
 * @param estate - Whose object it was to be.
 * @param object - Kind and name, for the words of the error.
 * @param labelsNow - Looks at the object that holds the name.
 * @returns What to throw instead.
 */
export async function busyOr(
  thrown: unknown,
  estate: EstateIdentity,
  object: string,
  labelsNow: () => Promise<Readonly<Record<string, string>> | undefined>,
): Promise<unknown> {
  if (!(thrown instanceof RegisteredError) || thrown.code !== 'docker-name-taken') return thrown;
  const labels = await labelsNow();
  if (labels === undefined || !isOwn(labels, estate)) return thrown;
  return new RegisteredError('estate-busy', { name: estate.name, object }, { cause: thrown });
}
