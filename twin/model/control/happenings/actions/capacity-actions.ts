import { componentSchema } from '../../../format/component.ts';
import { Autoscaler } from '../../autoscaler.ts';
import type { Workload } from '../../workload/workload.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';
import { changeLimits } from './change-model.ts';

/** Tells when a workload is as it is wanted, and those that had to go are gone. */
export function whenSettled(workload: Workload, done: Done): void {
  workload.when(
    () => workload.isSettled && workload.lives.length === workload.desired,
    () => done(),
    () => done('something else was asked of it before it was done'),
  );
}

/** The nodes that a model gets are like the first of their pool, or the first of all where none tells its pool. */
const addNode: Perform<'add-node'> = ({ cluster }, { nodes, pool, zone, afterMs }, done) => {
  const { placement, log, freed, after } = cluster;
  const all = [...placement.nodes.values()];
  const like = all.find((each) => pool !== undefined && each.pool === pool) ?? all[0];
  if (like === undefined) {
    done('the model has no nodes, and so room for everything');
    return;
  }
  after(afterMs, () => {
    for (let one = 0; one < nodes; one++) {
      const name = `added-${[...placement.nodes.keys()].filter((each) => each.startsWith('added-')).length + 1}`;
      placement.add(name, { cores: like.cores, memory: like.memoryBytes, zone: zone ?? like.zone, pool: like.pool });
      log.tell(`node ${name} takes instances`);
    }
    freed();
    done();
  });
};

const removeNode: Perform<'remove-node'> = ({ cluster, workloads }, { node }, done) => {
  const { placement } = cluster;
  const known = placement.nodes.get(node);
  if (known === undefined) {
    done(`the model has no node ${node}`);
    return;
  }
  known.closedBy.add('removed');
  for (const workload of workloads.values()) {
    for (const life of workload.lives.filter((each) => each.node === node)) life.lose();
  }
  placement.nodes.delete(node);
  done();
};

const setAutoscaler: Perform<'set-autoscaler'> = (stage, action, done) => {
  const workload = stage.workloads.get(action.component);
  if (workload === undefined) {
    done(noComponent(action.component));
    return;
  }
  const known = stage.autoscalers.get(action.component);
  const { least, most, cpuRatio, enabled } = action;
  const read = componentSchema.shape.autoscaler.safeParse({
    ...(known === undefined ? {} : asWritten(known)),
    ...(least === undefined ? {} : { min: Math.max(1, least) }),
    ...(most === undefined ? {} : { max: most }),
    ...(cpuRatio === undefined ? {} : { cpu: cpuRatio }),
  });
  if (!read.success || read.data === undefined) {
    done('an autoscaler needs a least and a most number that is not below it, and there is none yet to take them from');
    return;
  }
  const scaler = known ?? new Autoscaler(stage.cluster, workload, read.data);
  scaler.policy = known === undefined ? read.data : { ...known.policy, ...pick(read.data) };
  scaler.isEnabled = enabled;
  if (known === undefined) {
    stage.autoscalers.set(action.component, scaler);
    scaler.start();
  }
  done();
};

const pick = ({ min, max, cpu }: Autoscaler['policy']): Partial<Autoscaler['policy']> => ({ min, max, cpu });

/** The bounds as they would stand in a file; times stay with the policy that they are of. */
const asWritten = ({ policy: { min, max, cpu } }: Autoscaler): object => ({
  min,
  max,
  ...(cpu === undefined ? {} : { cpu }),
});

const deleteInstance: Perform<'delete-instance'> = ({ workloads }, { component, instance, instances }, done) => {
  const workload = workloads.get(component);
  if (workload === undefined) {
    done(noComponent(component));
    return;
  }
  const named = workload.active.filter(({ name }) => instance === undefined || name === instance);
  const chosen = named.slice(0, instance === undefined ? (instances ?? 1) : 1);
  if (chosen.length === 0) {
    done(instance === undefined ? 'it has no instance' : `it has no instance ${instance}`);
    return;
  }
  for (const life of chosen) life.stop('gone');
  workload.when(
    () => chosen.every(({ phase }) => phase === 'gone') && workload.availableCount >= workload.desired,
    () => done(),
  );
};

/** How much of it there is. */
export const capacityActions = {
  scale: ({ workloads, autoscalers, cluster }: Stage, { component, replicas }, done) => {
    const workload = workloads.get(component);
    if (workload === undefined) {
      done(noComponent(component));
      return;
    }
    if (autoscalers.get(component)?.isEnabled === true)
      cluster.log.tell('is scaled by hand while its autoscaler acts, which goes on from there', component);
    workload.scale(replicas);
    whenSettled(workload, done);
  },
  'set-limits': ({ workloads, cluster }: Stage, action, done) => {
    const workload = workloads.get(action.component);
    if (workload === undefined) {
      done(noComponent(action.component));
      return;
    }
    if (action.memoryBytes !== undefined && workload.version.model.memory === undefined)
      cluster.log.tell('its memory is not modelled: a limit of it changes nothing', action.component);
    const change = changeLimits(action);
    if (!action.restarts) {
      workload.changeInPlace(change);
      done();
      return;
    }
    workload.deploy(change(workload.version.model), workload.version.ailments);
    whenSettled(workload, done);
  },
  'set-autoscaler': setAutoscaler,
  'resize-volume': (_stage: Stage, _action, done) => done('the model has no sizes of volumes'),
  'add-node': addNode,
  'remove-node': removeNode,
  'delete-instance': deleteInstance,
} satisfies {
  readonly [
    Kind in 'scale' | 'set-limits' | 'set-autoscaler' | 'resize-volume' | 'add-node' | 'remove-node' | 'delete-instance'
  ]: Perform<Kind>;
};
