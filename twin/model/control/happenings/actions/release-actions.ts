import type { ComponentModel } from '../../../format/index.ts';
import type { Workload } from '../../workload/workload.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';
import { whenSettled } from './capacity-actions.ts';
import { configure } from './configure.ts';

const setImage: Perform<'set-image'> = ({ workloads, nextImage }, { component }, done) => {
  const workload = workloads.get(component);
  if (workload === undefined) {
    done(noComponent(component));
    return;
  }
  // The ailments are those of the new image: what is wrong with the old one goes with it.
  workload.deploy(workload.version.model, nextImage.get(component));
  nextImage.delete(component);
  whenSettled(workload, done);
};

/** Half of the instances get the earlier version, and the others are left as they are. */
function rollBackHalf(workload: Workload, done: Done): void {
  const { strategy } = workload.rollout;
  const lives = [...workload.active];
  workload.rollout = { ...workload.rollout, strategy: 'on-delete' };
  workload.redeploy();
  for (const life of lives.slice(0, Math.ceil(lives.length / 2))) life.stop('gone');
  workload.when(
    () => workload.active.some(({ version }) => version === workload.version),
    () => done(`the rollback leaves half of the instances as they are, ${strategy} or not`),
  );
}

const rollback: Perform<'rollback'> = ({ workloads, rollbackFails, cluster }, { component, revision }, done) => {
  const workload = workloads.get(component);
  if (workload === undefined) {
    done(noComponent(component));
    return;
  }
  const wanted =
    revision === undefined
      ? workload.versions.at(-2)
      : workload.versions.find(({ number }) => String(number) === revision);
  if (wanted === undefined) {
    done(revision === undefined ? 'it has no earlier version' : `it has no version ${revision}`);
    return;
  }
  switch (rollbackFails.get(component)) {
    case 'refused':
      done('the rollback is refused');
      return;
    case 'hangs':
      cluster.log.tell('the rollback hangs', component);
      return;
    case 'half-done':
      rollBackHalf(workload, done);
      return;
    case undefined:
      workload.redeploy(wanted);
      whenSettled(workload, done);
  }
};

const setRollout: Perform<'set-rollout'> = ({ workloads }, action, done) => {
  const workload = workloads.get(action.component);
  if (workload === undefined) {
    done(noComponent(action.component));
    return;
  }
  const { rollout } = workload;
  const changed: ComponentModel['rollout'] = {
    strategy: action.strategy ?? rollout.strategy,
    maxSurge: action.maxSurge ?? rollout.maxSurge,
    maxUnavailable: action.maxUnavailable ?? rollout.maxUnavailable,
    minReady: action.minReadyMs ?? rollout.minReady,
    deadline: action.deadlineMs ?? rollout.deadline,
  };
  workload.rollout = changed;
  workload.changed();
  done();
};

/** What version runs, with which configuration, and how it gets there. */
export const releaseActions = {
  'set-image': setImage,
  rollback,
  configure,
  'set-rollout': setRollout,
  'renew-certificate': ({ certificates }: Stage, { component, validityMs }, done) => {
    const certificate = certificates.get(component);
    if (certificate === undefined) {
      done('its certificate is not modelled');
      return;
    }
    certificate.renew(validityMs);
    done();
  },
} satisfies {
  readonly [Kind in 'set-image' | 'rollback' | 'configure' | 'set-rollout' | 'renew-certificate']: Perform<Kind>;
};
