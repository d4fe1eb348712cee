import type { Action, Fault } from '../../src/kernel/index.ts';
import type { Disturbance } from './disturbances.ts';

/** The members of actions and faults that name a component, or a node, which is one too. */
const naming = ['component', 'to', 'from', 'node'] as const;

function named(word: Action | Fault): string[] {
  const values: Readonly<Record<string, unknown>> = { ...word };
  return naming.flatMap((member) => {
    const value = values[member];
    return typeof value === 'string' ? [value] : [];
  });
}

/**
 * The components that actions and faults name, and those whose instances they reach.
 *
 * @param words - Actions and faults.
 * @param disturbances - What they do to instances.
 */
export function touchedComponents(
  words: readonly (Action | Fault)[],
  disturbances: readonly Disturbance[],
): ReadonlySet<string> {
  return new Set([...words.flatMap(named), ...disturbances.map(({ component }) => component)]);
}
