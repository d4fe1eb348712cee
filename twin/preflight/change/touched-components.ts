import type { Action, Fault } from '../../../src/kernel/index.ts';
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
 * The components that actions and faults name, and those whose instances they reach. None where nothing is done: what is
 * wrong now is no bound to what is asked.
 *
 * @param actions - What is done.
 * @param condition - What is wrong.
 * @param disturbances - What both do to instances.
 */
export function touchedComponents(
  actions: readonly Action[],
  condition: readonly Fault[],
  disturbances: readonly Disturbance[],
): ReadonlySet<string> {
  const done = actions.flatMap(named);
  if (done.length === 0) return new Set();
  return new Set([...done, ...condition.flatMap(named), ...disturbances.map(({ component }) => component)]);
}
