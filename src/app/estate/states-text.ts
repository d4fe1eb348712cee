import type { GraphNode } from '../../estate/index.ts';
import type { Text, Tone } from '../document.ts';

const good: ReadonlySet<string> = new Set(['running', 'healthy']);
const bad: ReadonlySet<string> = new Set(['unhealthy', 'restarting', 'dead']);

/**
 * How the instances of a component are: `2 healthy`, `1 running, 1 exited with 137 (out of memory)`; `-` where that is not
 * known.
 *
 * @param node - The component.
 */
export function statesText({ states }: Pick<GraphNode, 'states'>): Text {
  if (states.length === 0) return '-';
  const text = states
    .map(({ state, exitCode, outOfMemory, instances }) => {
      const code = exitCode === null ? '' : ` with ${exitCode}`;
      return `${instances} ${state}${code}${outOfMemory ? ' (out of memory)' : ''}`;
    })
    .join(', ');
  const isBad = states.some(
    ({ state, outOfMemory, exitCode }) => outOfMemory || bad.has(state) || (exitCode ?? 0) !== 0,
  );
  const tone: Tone = isBad ? 'bad' : states.every(({ state }) => good.has(state)) ? 'good' : 'warn';
  return { text, tone };
}
