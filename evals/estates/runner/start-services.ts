import { formatDuration } from '../../../src/kernel/index.ts';
import { awaitReady, createArrivals } from './await-ready.ts';
import type { Arrivals } from './await-ready.ts';
import type { ComposeFile, ComposeService } from './compose/index.ts';
import type { EstateState } from './estate-state.ts';
import type { EstateIdentity } from './labels.ts';
import { ensureReplica } from './replica.ts';
import type { RunningReplica } from './replica.ts';
import type { RunContext } from './run-context.ts';
import type { UndoLog } from './undo-log.ts';

/** What starting an estate's services takes. */
export interface ServicesWork {
  readonly context: RunContext;
  readonly estate: EstateIdentity;
  readonly file: ComposeFile;
  readonly state: EstateState;
  readonly undo: UndoLog;
  /** The image that each service's tag stands for now. */
  readonly imageIds: ReadonlyMap<string, string>;
  readonly readyWithinMs: number;
  /** Values that must not appear in an error. */
  readonly secrets: readonly string[];
}

interface ServiceProgress {
  readonly started: Promise<readonly RunningReplica[]>;
  readonly ready: Promise<readonly RunningReplica[]>;
}

async function startReplicas(work: ServicesWork, service: ComposeService): Promise<readonly RunningReplica[]> {
  const { context, estate, file, state, undo, imageIds } = work;
  const replicas: RunningReplica[] = [];
  for (let number = 1; number <= service.replicas; number += 1) {
    context.signal.throwIfAborted();
    const replica = { estate, file, service, number, imageId: imageIds.get(service.image) ?? '' };
    replicas.push(await ensureReplica(context, replica, state.containers, undo));
  }
  return replicas;
}

async function awaitReplicas(
  work: ServicesWork,
  service: ComposeService,
  arrivals: Arrivals,
  replicas: readonly RunningReplica[],
): Promise<readonly RunningReplica[]> {
  const { context, readyWithinMs, secrets } = work;
  const startedMs = context.clock.monotonicMs();
  let ready = 0;
  const untouched = replicas.every(({ change }) => change === 'unchanged');
  const say = (): void =>
    context.report(service.name, `${untouched ? 'up already' : 'started'}, ${ready} of ${replicas.length} healthy`);
  say();
  await Promise.all(
    replicas.map(async ({ id, name }) => {
      await awaitReady(context, { id, name, service: service.name }, arrivals, readyWithinMs, secrets);
      ready += 1;
      if (ready < replicas.length) say();
    }),
  );
  const took = formatDuration(context.clock.monotonicMs() - startedMs);
  context.report(service.name, untouched ? 'up already, healthy' : `healthy after ${took}`);
  return replicas;
}

/**
 * Starts services, each as soon as what it depends on is as far as it asks, and waits until all are ready. The first
 * failure stops the rest.
 *
 * @param work - The estate as it is asked for, and as it is.
 * @returns Every container that was asked for.
 * @throws RegisteredError `estate-unhealthy`, `estate-busy`, and as the engine does; the signal's reason, when aborted
 */
export async function startServices(work: ServicesWork): Promise<readonly RunningReplica[]> {
  const { file, context } = work;
  const stop = new AbortController();
  const inner = { ...work, context: { ...context, signal: AbortSignal.any([context.signal, stop.signal]) } };
  const progress = new Map<string, ServiceProgress>();
  const arrivals = createArrivals(() => context.clock.monotonicMs());
  let failure: { readonly thrown: unknown } | undefined;

  const begin = (service: ComposeService): ServiceProgress => {
    const known = progress.get(service.name);
    if (known !== undefined) return known;
    const dependencies = Object.entries(service.dependsOn).flatMap(([name, condition]) => {
      const other = file.services[name];
      if (other === undefined) return [];
      const { started, ready } = begin(other);
      return [condition === 'service_healthy' ? ready : started];
    });
    const started = Promise.all(dependencies).then(() => startReplicas(inner, service));
    const ready = started.then((replicas) => awaitReplicas(inner, service, arrivals, replicas));
    progress.set(service.name, { started, ready });
    return { started, ready };
  };

  const all = Object.values(file.services).map(async (service) => {
    try {
      return await begin(service).ready;
    } catch (thrown) {
      // What fails later fails because of the first, or because it was told to stop.
      failure ??= { thrown };
      stop.abort();
      return [];
    }
  });
  const replicas = (await Promise.all(all)).flat();
  context.signal.throwIfAborted();
  if (failure !== undefined) throw failure.thrown;
  return replicas;
}
