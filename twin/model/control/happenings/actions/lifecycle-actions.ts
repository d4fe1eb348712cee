import type { ActionOf } from '../../../../../src/kernel/index.ts';
import type { InstanceLife } from '../../life/instance-life.ts';
import type { Workload } from '../../workload/workload.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';

/** Does something to a workload, or says that there is none. */
const onWorkload =
  <Given extends { readonly component: string }>(
    act: (workload: Workload, action: Given, done: Done, stage: Stage) => void,
  ) =>
  (stage: Stage, action: Given, done: Done): void => {
    const workload = stage.workloads.get(action.component);
    if (workload === undefined) done(noComponent(action.component));
    else act(workload, action, done, stage);
  };

/** Some of its instances, all where no number is given. */
const some = (workload: Workload, instances: number | undefined): readonly InstanceLife[] =>
  workload.active.slice(0, instances);

function restartOneByOne(workload: Workload, [first, ...rest]: readonly InstanceLife[], done: Done): void {
  if (first === undefined) {
    done();
    return;
  }
  const before = first.restarts;
  first.stop('start');
  workload.when(
    () => (first.isReady && first.restarts > before) || first.isLeaving,
    () => restartOneByOne(workload, rest, done),
  );
}

const pauseSources =
  (isPaused: boolean): Perform<'suspend-job'> & Perform<'resume-job'> =>
  ({ cluster, workloads }: Stage, { component }: { readonly component: string }, done: Done) => {
    const workload = workloads.get(component);
    const sources = workload === undefined ? [] : cluster.engine.sources.of(workload.component);
    if (sources.length === 0) {
      done(workload === undefined ? noComponent(component) : 'nothing starts it from outside');
      return;
    }
    for (const source of sources) cluster.engine.sources.pause(source, isPaused);
    done();
  };

/** Whether it runs, and since when. */
export const lifecycleActions = {
  restart: onWorkload<ActionOf<'restart'>>((workload, { instances, oneByOne }, done) => {
    const lives = some(workload, instances);
    if (oneByOne) {
      restartOneByOne(workload, lives, done);
      return;
    }
    const before = new Map(lives.map((life) => [life, life.restarts]));
    for (const life of lives) life.stop('start');
    workload.when(
      () => lives.every((life) => (life.isReady && life.restarts > (before.get(life) ?? 0)) || life.isLeaving),
      () => done(),
    );
  }),
  recreate: onWorkload<ActionOf<'recreate'>>((workload, { instances }, done) => {
    const lives = some(workload, instances);
    for (const life of lives) life.stop('gone');
    workload.when(
      () => lives.every(({ phase }) => phase === 'gone') && workload.availableCount >= workload.desired,
      () => done(),
    );
  }),
  stop: onWorkload<ActionOf<'stop'>>((workload, { instances }, done) => {
    const lives = some(workload, instances);
    for (const life of lives) life.stop('ended');
    workload.when(
      () => lives.every(({ phase }) => phase === 'ended' || phase === 'gone'),
      () => done(),
    );
  }),
  start: onWorkload<ActionOf<'start'>>((workload, { instances }, done) => {
    const lives = workload.active.filter(({ phase }) => phase === 'ended').slice(0, instances);
    if (lives.length === 0) {
      done('none of its instances is stopped');
      return;
    }
    for (const life of lives) life.startAgain();
    workload.when(
      () => lives.every((life) => life.isReady || life.isLeaving),
      () => done(),
    );
  }),
  reload: onWorkload<ActionOf<'reload'>>((workload, _action, done, { cluster }) => {
    for (const { instance, isReady } of workload.lives) if (isReady) cluster.engine.clients.lookUp(instance);
    done();
  }),
  'suspend-job': pauseSources(true),
  'resume-job': pauseSources(false),
} satisfies {
  readonly [Kind in 'restart' | 'recreate' | 'stop' | 'start' | 'reload' | 'suspend-job' | 'resume-job']: Perform<Kind>;
};
