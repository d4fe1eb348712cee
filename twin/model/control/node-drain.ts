import { allowedDisruptions, isEvictable } from '../../disruption-budget.ts';
import type { Cluster } from './cluster.ts';
import type { InstanceLife } from './life/instance-life.ts';
import type { Workload } from './workload/workload.ts';

/** How long `kubectl drain` waits before it tries an eviction again that a budget did not allow. */
const retryMs = 5_000;

/** An eviction that is tried until it is allowed. */
export interface NodeDrain {
  /** Tries no more; what has been told to stop goes on stopping. */
  readonly end: () => void;
  /** Instances that are still there. */
  readonly left: () => readonly InstanceLife[];
}

/**
 * Moves everything off a node, as `kubectl drain` does: nothing new comes onto it, and each instance is evicted as soon as
 * its disruption budget allows, tried again every 5 s for ever.
 *
 * @param reason - Why the node is closed; it stays closed by it when the drain ends.
 * @param drained - Called when nothing is left.
 */
export function drainNode(
  cluster: Cluster,
  workloads: readonly Workload[],
  node: string,
  reason: object | string,
  drained: () => void,
): NodeDrain {
  const { engine, outage, log, placement } = cluster;
  placement.nodes.get(node)?.closedBy.add(reason);
  let isOver = false;
  const told = new Set<InstanceLife>();
  const left = (): readonly InstanceLife[] =>
    workloads.flatMap(({ lives }) => lives.filter((life) => life.node === node && life.phase !== 'gone'));
  const evict = (workload: Workload, life: InstanceLife): void => {
    const { model } = workload.version;
    const allowed = allowedDisruptions(
      workload.budget ?? model.disruptionBudget,
      workload.desired,
      workload.readyCount,
    );
    if (!isEvictable(allowed, life.isReady) && life.phase !== 'pending') {
      if (!told.has(life))
        log.tell(`${life.name} may not be evicted from ${node}: its disruption budget allows none`, workload.name);
      told.add(life);
      return;
    }
    log.tell(`${life.name} is evicted from ${node}`, workload.name);
    life.stop('gone');
  };
  const look = (): void => {
    if (isOver) return;
    if (!outage.isOut) {
      for (const workload of workloads) {
        for (const life of workload.lives.filter((one) => one.node === node && !one.isLeaving)) evict(workload, life);
      }
    }
    if (left().length === 0) {
      isOver = true;
      drained();
      return;
    }
    engine.at(engine.nowMs + retryMs, look);
  };
  // What leaves between two tries is noticed when it is gone, not at the next try.
  for (const workload of workloads) {
    workload.when(
      () => isOver || left().length === 0,
      () => {
        if (isOver) return;
        isOver = true;
        drained();
      },
    );
  }
  look();
  return {
    end: () => {
      isOver = true;
    },
    left,
  };
}
