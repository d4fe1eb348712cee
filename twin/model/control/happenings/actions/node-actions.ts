import { drainNode } from '../../node-drain.ts';
import { cordoned } from '../../placement.ts';
import type { Perform, Stage } from '../stage.ts';

const drain: Perform<'drain-node'> = ({ cluster, workloads, drains }, { node, timeoutMs }, done) => {
  if (!cluster.placement.nodes.has(node)) {
    done(`the model has no node ${node}`);
    return;
  }
  drains.get(node)?.end();
  const started = drainNode(cluster, [...workloads.values()], node, cordoned, () => done());
  drains.set(node, started);
  cluster.after(timeoutMs, () => {
    const left = started.left();
    if (left.length === 0) return;
    started.end();
    done(`the drain gives up: ${left.map(({ name }) => name).join(', ')} could not be evicted`);
  });
};

/** Where instances may run. */
export const nodeActions = {
  'drain-node': drain,
  'cordon-node': ({ cluster }: Stage, { node }, done) => {
    const known = cluster.placement.nodes.get(node);
    known?.closedBy.add(cordoned);
    done(known === undefined ? `the model has no node ${node}` : undefined);
  },
  'uncordon-node': ({ cluster, drains }: Stage, { node }, done) => {
    const known = cluster.placement.nodes.get(node);
    known?.closedBy.delete(cordoned);
    drains.get(node)?.end();
    cluster.freed();
    done(known === undefined ? `the model has no node ${node}` : undefined);
  },
} satisfies { readonly [Kind in 'drain-node' | 'cordon-node' | 'uncordon-node']: Perform<Kind> };
