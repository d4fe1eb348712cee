import type { Labels } from '../../../connectors/docker/index.ts';
import { RegisteredError } from '../../../src/kernel/index.ts';
import type { ImageRecipe } from '../image-recipe.ts';
import { composeVariables, readCompose } from './compose/index.ts';
import type { ComposeFile, ComposeSource, ComposeVariable } from './compose/index.ts';
import { readState, refuseForeignProject } from './estate-state.ts';
import { ensureNetworks, ensureVolumes } from './ground.ts';
import { buildImages, ensureImage } from './images/index.ts';
import type { BuiltImage } from './images/index.ts';
import type { EstateIdentity } from './labels.ts';
import type { ReplicaChange, RunningReplica } from './replica.ts';
import type { RunContext } from './run-context.ts';
import { findSecrets } from './secrets.ts';
import { startServices } from './start-services.ts';
import { createUndoLog } from './undo-log.ts';

/** Longer than any service's start period with all its retries on a machine that does other work too. */
const defaultReadyWithinMs = 180_000;

/** An estate, as it is to be. */
export interface UpRequest {
  readonly estate: EstateIdentity;
  readonly compose: ComposeSource;
  /** Values for the file's variables; secrets that are left out are found or made up. */
  readonly variables: Readonly<Record<string, string>>;
  readonly recipes: readonly ImageRecipe[];
  /** Of its containers, beside those that the file gives them. */
  readonly labels?: Labels;
  /**
   * How long each service may take to become healthy.
   *
   * @defaultValue 180 000
   */
  readonly readyWithinMs?: number;
}

/** What bringing an estate up changed. */
export interface UpResult {
  readonly images: readonly BuiltImage[];
  /** Every container that was asked for, in the order of the file. */
  readonly containers: readonly { readonly name: string; readonly change: ReplicaChange }[];
  /** Containers that are no longer asked for. */
  readonly removed: readonly string[];
}

/** Volumes of services whose secret had to be made up: what is in them was locked with another. */
function staleVolumes(
  file: ComposeFile,
  variables: readonly ComposeVariable[],
  generated: readonly string[],
): ReadonlySet<string> {
  const services = variables
    .filter(({ name }) => generated.includes(name))
    .flatMap(({ readableFrom }) => readableFrom.map(({ service }) => service));
  return new Set(services.flatMap((name) => file.services[name]?.volumes.map(({ volume }) => volume) ?? []));
}

function withLabels(file: ComposeFile, labels: Labels): ComposeFile {
  const services = Object.entries(file.services).map(
    ([name, service]) => [name, { ...service, labels: { ...service.labels, ...labels } }] as const,
  );
  return { ...file, services: Object.fromEntries(services) };
}

async function findImages(context: RunContext, file: ComposeFile): Promise<ReadonlyMap<string, string>> {
  const imageIds = new Map<string, string>();
  for (const { name: service, image } of Object.values(file.services)) {
    if (imageIds.has(image)) continue;
    const found = await ensureImage(context, image);
    if ('reason' in found) throw new RegisteredError('image-missing', { image, service, reason: found.reason });
    imageIds.set(image, found.image.id);
  }
  return imageIds;
}

/**
 * Brings an estate up, or from whatever state it is in to the one that is asked for: what is so already is left alone,
 * what differs is made anew, what is no longer asked for goes. When it fails or is aborted before all are ready, what it
 * did to networks, containers and new volumes is taken back; images stay, and a volume whose secret was lost stays gone.
 * Once all are ready nothing is taken back: a removal that then fails leaves containers that the next run removes.
 *
 * @param context - The engine, the time, whom to tell, and when to stop.
 * @param request - The estate as it is to be.
 * @throws RegisteredError `compose-invalid`, `base-image-missing`, `image-build-failed`, `image-missing`,
 *   `estate-unhealthy`, `estate-changed-network`, `estate-busy`, `docker-name-taken`, and as the engine does; the
 *   signal's reason, when aborted
 */
export async function bringUp(context: RunContext, request: UpRequest): Promise<UpResult> {
  const { engine, report, signal } = context;
  const { estate, compose } = request;
  await refuseForeignProject(engine, estate);
  const before = await readState(engine, estate);
  const given = { ...request.variables, COMPOSE_PROJECT_NAME: estate.name };
  const variables = composeVariables(compose);
  const secrets = await findSecrets(engine, before.containers, variables, given);
  const file = withLabels(readCompose(compose, { ...given, ...secrets.values }), request.labels ?? {});
  const wanted = new Set(Object.values(file.services).map(({ image }) => image));
  const images = await buildImages(context, request.recipes, wanted);
  const imageIds = await findImages(context, file);

  const undo = createUndoLog();
  const work = { context, estate, file, state: before, undo, imageIds };
  let replicas: readonly RunningReplica[];
  try {
    signal.throwIfAborted();
    await ensureNetworks(work);
    await ensureVolumes(work, staleVolumes(file, variables, secrets.generated));
    replicas = await startServices({
      ...work,
      readyWithinMs: request.readyWithinMs ?? defaultReadyWithinMs,
      secrets: Object.values(secrets.values),
    });
  } catch (thrown) {
    report('undo', 'taking back what was begun');
    await undo.undoAll((name, reason) => report(name, `could not be taken back: ${String(reason)}`));
    report('undo', 'done');
    throw thrown;
  }
  const kept = new Set(replicas.map(({ id }) => id));
  const leaving = before.containers.filter(({ id }) => !kept.has(id));
  await Promise.all(
    leaving.map(async ({ id }) => {
      await engine.stopContainer(id);
      await engine.removeContainer(id);
    }),
  );
  const names = new Set(replicas.map(({ name }) => name));
  return {
    images,
    containers: replicas.map(({ name, change }) => ({ name, change })),
    removed: leaving.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}
