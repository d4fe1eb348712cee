import type { ModelPath } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';

/** What one operation causes of another. */
export interface CausedCalls {
  readonly to: string;
  /** Expected number for each time that the first is asked. */
  readonly times: number;
  /** Where it is caused first. */
  readonly path: ModelPath;
}

/** By `component/operation`, what it causes. */
export type CallGraph = ReadonlyMap<string, readonly CausedCalls[]>;

/** The operations that work off a queue, and which share of its messages each gets: as many as it takes at once. */
function consumersOf(view: ModelView): ReadonlyMap<string, readonly { readonly to: string; readonly share: number }[]> {
  const consumers = new Map<string, { to: string; slots: number }[]>();
  for (const [name, { consumes, replicas }] of Object.entries(view.model.components)) {
    for (const { queue, operation, atOnce } of consumes) {
      const of = consumers.get(queue) ?? [];
      of.push({ to: `${name}/${operation}`, slots: atOnce * Math.max(1, replicas) });
      consumers.set(queue, of);
    }
  }
  return new Map(
    [...consumers].map(([queue, of]) => {
      const all = of.reduce((sum, { slots }) => sum + slots, 0);
      return [queue, of.map(({ to, slots }) => ({ to, share: slots / all }))];
    }),
  );
}

/**
 * Who causes how many calls of whom, as if nothing failed.
 *
 * @param view - The model; names of what is not there cause nothing.
 * @param of - Whether messages that are published count as calls of their consumers.
 */
export function callsOf(view: ModelView, of: 'calls' | 'calls and messages'): CallGraph {
  const consumers = of === 'calls' ? new Map<string, never[]>() : consumersOf(view);
  const graph = new Map<string, readonly CausedCalls[]>();
  for (const [from, { visits }] of view.operations) {
    const caused = new Map<string, { times: number; path: ModelPath }>();
    const add = (to: string, times: number, path: ModelPath): void => {
      const before = caused.get(to);
      if (before === undefined) caused.set(to, { times, path });
      else before.times += times;
    };
    for (const { step, path, times } of visits) {
      if (times === 0) continue;
      if ('call' in step && view.operations.has(step.call)) add(step.call, times, [...path, 'call']);
      if ('publish' in step) {
        for (const { to, share } of consumers.get(step.publish) ?? []) add(to, times * share, [...path, 'publish']);
      }
    }
    graph.set(
      from,
      Array.from(caused, ([to, { times, path }]) => ({ to, times, path })),
    );
  }
  return graph;
}
