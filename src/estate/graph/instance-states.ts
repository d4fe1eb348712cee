import type { AttributeValueOf } from '../facts/index.ts';

/** How many instances of a component are in one state. */
export interface InstanceState {
  /** The engine's word, or that of the health check where there is one: `running`, `exited`, `healthy`, `unhealthy`. */
  readonly state: string;
  /** Null where they run, or never did. */
  readonly exitCode: number | null;
  readonly outOfMemory: boolean;
  readonly instances: number;
}

/**
 * Counts instances by the state that they are in.
 *
 * @param states - Of each instance.
 * @returns The commonest first.
 */
export function instanceStates(states: readonly AttributeValueOf<'state'>[]): readonly InstanceState[] {
  const counts = new Map<string, InstanceState>();
  for (const { state: word, health, exitCode = null, outOfMemory } of states) {
    const state = word === 'running' && health !== undefined ? health : word;
    const key = JSON.stringify([state, exitCode, outOfMemory]);
    const instances = (counts.get(key)?.instances ?? 0) + 1;
    counts.set(key, { state, exitCode, outOfMemory, instances });
  }
  return [...counts]
    .sort(([a, { instances: first }], [b, { instances: second }]) => second - first || (a < b ? -1 : 1))
    .map(([, counted]) => counted);
}
