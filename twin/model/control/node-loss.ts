import type { Cluster } from './cluster.ts';
import type { InstanceLife } from './life/instance-life.ts';
import type { Workload } from './workload/workload.ts';

/**
 * After so long without a sign of a node Kubernetes makes its instances anew elsewhere: 40 s until it takes the node for
 * gone (`--node-monitor-grace-period`) and 300 s that instances tolerate that (`tolerationSeconds` of
 * `node.kubernetes.io/unreachable`, by default).
 */
const evictedAfterMs = 340_000;

/**
 * A node ends without a word (power, panic, a network that is gone), with all that is on it: callers are not told, unlike
 * where a process crashes on a node that is there, or a node is drained.
 *
 * @param reason - Why it takes nothing meanwhile.
 * @returns Called when the node is back: what has not been made anew elsewhere starts there again.
 */
export function loseNode(cluster: Cluster, workloads: Iterable<Workload>, name: string, reason: object): () => void {
  const { log, outage, placement, after } = cluster;
  const lost = [...workloads].flatMap(({ lives }) => lives.filter(({ node }) => node === name));
  placement.nodes.get(name)?.closedBy.add(reason);
  log.tell(`node ${name} is gone`);
  for (const life of lost) life.loseNode();
  let isBack = false;
  const stillLost = (): readonly InstanceLife[] => lost.filter((life) => life.isLost && life.phase !== 'gone');
  after(evictedAfterMs, () =>
    outage.whenUp(() => {
      if (isBack) return;
      for (const life of stillLost()) life.lose();
    }),
  );
  return () => {
    isBack = true;
    log.tell(`node ${name} is back`);
    placement.nodes.get(name)?.closedBy.delete(reason);
    for (const life of stillLost()) life.startAgain();
    cluster.freed();
  };
}
