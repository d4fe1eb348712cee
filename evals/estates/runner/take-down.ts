import type { EngineContainer } from '../../../connectors/docker/index.ts';
import { readState } from './estate-state.ts';
import { labelNames } from './labels.ts';
import type { EstateIdentity } from './labels.ts';
import type { RunContext } from './run-context.ts';

/** What taking an estate down removed. */
export interface DownResult {
  readonly containers: readonly string[];
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
}

const serviceOf = ({ labels }: EngineContainer): string => labels[labelNames.service] ?? '';

function dependenciesOf({ labels }: EngineContainer): readonly string[] {
  const entries = (labels[labelNames.dependsOn] ?? '').split(',').filter((entry) => entry !== '');
  return entries.map((entry) => entry.split(':')[0] ?? '');
}

/**
 * Groups containers so that each stops before what it depends on: nothing loses its database while it still serves.
 *
 * @param containers - With Compose's labels.
 * @returns Groups, the first to stop first.
 */
export function stopOrder(containers: readonly EngineContainer[]): readonly (readonly EngineContainer[])[] {
  const groups: (readonly EngineContainer[])[] = [];
  let left = containers;
  while (left.length > 0) {
    const needed = new Set(left.flatMap(dependenciesOf));
    const free = left.filter((container) => !needed.has(serviceOf(container)));
    // Labels that go round in a circle are somebody's accident; they do not keep anything from going.
    const group = free.length === 0 ? left : free;
    groups.push(group);
    left = left.filter((container) => !group.includes(container));
  }
  return groups;
}

/**
 * Takes an estate down, whole or half-made: stops its containers, giving each the time that it was made with, and
 * removes them, its networks and its volumes. What is gone already is no error.
 *
 * @param context - The engine, whom to tell, and when to stop between two steps.
 * @param estate - Which one.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export async function takeDown(context: RunContext, estate: EstateIdentity): Promise<DownResult> {
  const { engine, report, signal } = context;
  const state = await readState(engine, estate);
  for (const group of stopOrder(state.containers)) {
    signal.throwIfAborted();
    await Promise.all(
      group.map(async (container) => {
        report(container.name, 'stopping');
        if (container.state === 'paused') await engine.unpauseContainer(container.id);
        await engine.stopContainer(container.id);
        await engine.removeContainer(container.id);
        report(container.name, 'removed');
      }),
    );
  }
  for (const { id } of state.networks) await engine.removeNetwork(id);
  for (const { name } of state.volumes) await engine.removeVolume(name);
  return {
    containers: state.containers.map(({ name }) => name),
    networks: state.networks.map(({ name }) => name),
    volumes: state.volumes.map(({ name }) => name),
  };
}
