import type { FaultOf } from '../../../../../src/kernel/index.ts';
import { drainNode } from '../../node-drain.ts';
import { loseNode } from '../../node-loss.ts';
import type { Inject, Injection, Stage } from '../stage.ts';
import { onWorkload } from './on-workload.ts';

const noNode = (name: string): Injection => ({ problem: `the model has no node ${name}` });

/** Each fault closes a node for a reason of its own, so that the end of one does not open it for another. */
const reason = (): object => ({});

/** Loses several nodes, and gets them back at the end. */
function loseNodes({ cluster, workloads }: Stage, names: readonly string[], what: string): Injection {
  if (names.length === 0) return { problem: `the model has no node in ${what}` };
  const why = reason();
  const backs = names.map((name) => loseNode(cluster, workloads.values(), name, why));
  return {
    end: () => {
      for (const back of backs) back();
    },
  };
}

const nodesIn = ({ cluster }: Stage, isMeant: (zone: string) => boolean): readonly string[] =>
  [...cluster.placement.nodes.values()]
    .filter(({ zone }) => zone !== undefined && isMeant(zone))
    .map(({ name }) => name);

const nodeDrain: Inject<'node-drain'> = ({ cluster, workloads }, { node }) => {
  const known = cluster.placement.nodes.get(node);
  if (known === undefined) return noNode(node);
  const why = reason();
  const drain = drainNode(cluster, [...workloads.values()], node, why, () =>
    cluster.log.tell(`node ${node} is drained`),
  );
  return {
    end: () => {
      drain.end();
      known.closedBy.delete(why);
      cluster.freed();
    },
  };
};

const nodeTaint: Inject<'node-taint'> = ({ cluster, workloads }, { node, effect }) => {
  const known = cluster.placement.nodes.get(node);
  if (known === undefined) return noNode(node);
  const why = reason();
  known.closedBy.add(why);
  if (effect === 'no-execute') {
    for (const { lives } of workloads.values()) {
      for (const life of lives.filter((each) => each.node === node)) life.stop('gone');
    }
  }
  return {
    end: () => {
      known.closedBy.delete(why);
      cluster.freed();
    },
  };
};

/**
 * What everything runs on. In silence until callers give up, for no kernel is there that could reset a connection:
 * `node-reboot`, `zone-loss`, `region-down`. In order, by SIGTERM and grace: `node-drain`, `node-taint` with no-execute
 * (taint-based eviction of Kubernetes). Heard at once: `volume-detach`, which ends processes.
 */
export const infrastructureFaults = {
  'node-drain': nodeDrain,
  'node-reboot': (stage: Stage, { node, takesMs }: FaultOf<'node-reboot'>): Injection => {
    if (!stage.cluster.placement.nodes.has(node)) return noNode(node);
    const { end } = loseNodes(stage, [node], node);
    stage.cluster.after(takesMs, () => end?.());
    return {};
  },
  'node-taint': nodeTaint,
  'zone-loss': (stage: Stage, { zone }: FaultOf<'zone-loss'>) =>
    loseNodes(
      stage,
      nodesIn(stage, (each) => each === zone),
      `zone ${zone}`,
    ),
  // Zones are named after their region: eu-central-1a.
  'region-down': (stage: Stage, { region }: FaultOf<'region-down'>) =>
    loseNodes(
      stage,
      nodesIn(stage, (zone) => zone.startsWith(region)),
      `region ${region}`,
    ),
  'volume-detach': onWorkload<FaultOf<'volume-detach'>>((workload) => {
    const ailment = { lacks: 'its volume is not there' };
    workload.ailments.add(ailment);
    for (const life of [...workload.lives]) life.kill('failed');
    return { end: () => workload.ailments.delete(ailment) };
  }),
  'control-plane-outage': ({ cluster, workloads }: Stage): Injection => {
    cluster.outage.begin();
    return {
      end: () => {
        cluster.outage.end();
        cluster.freed();
        for (const workload of workloads.values()) workload.changed();
      },
    };
  },
} satisfies {
  readonly [
    Kind in
      | 'node-drain'
      | 'node-reboot'
      | 'node-taint'
      | 'zone-loss'
      | 'region-down'
      | 'volume-detach'
      | 'control-plane-outage'
  ]: Inject<Kind>;
};
