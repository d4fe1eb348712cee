import type { InstanceLife } from '../../life/instance-life.ts';
import type { Squeeze } from '../../life/instance-shape.ts';
import type { Ailment } from '../../version.ts';
import type { Workload } from '../../workload/workload.ts';
import { noComponent } from '../stage.ts';
import type { Injection, Stage } from '../stage.ts';

/** Lets a fault of one component happen, or says that there is none of its name. */
export const onWorkload =
  <Given extends { readonly component: string }>(
    inject: (workload: Workload, fault: Given, stage: Stage) => Injection,
  ) =>
  (stage: Stage, fault: Given): Injection => {
    const workload = stage.workloads.get(fault.component);
    return workload === undefined ? { problem: noComponent(fault.component) } : inject(workload, fault, stage);
  };

/** Instances that have a process or wait for one; all where no number is given. */
export const someOf = (workload: Workload, instances: number | undefined): readonly InstanceLife[] =>
  workload.active.filter(({ phase }) => phase !== 'pending').slice(0, instances);

/** Something is wrong with all instances, those to come among them, or with some that are there. */
export function ail(workload: Workload, instances: number | undefined, ailment: Ailment): Injection {
  const ill = instances === undefined ? [workload.ailments] : someOf(workload, instances).map((life) => life.ailments);
  for (const ailments of ill) ailments.add(ailment);
  workload.refresh();
  return {
    end: () => {
      for (const ailments of ill) ailments.delete(ailment);
      workload.refresh();
    },
  };
}

/** The same for what they have less of. */
export function squeeze(workload: Workload, instances: number | undefined, by: Squeeze): Injection {
  const hit = instances === undefined ? [workload.squeezes] : someOf(workload, instances).map((life) => life.squeezes);
  for (const squeezes of hit) squeezes.add(by);
  workload.refresh();
  return {
    end: () => {
      for (const squeezes of hit) squeezes.delete(by);
      workload.refresh();
    },
  };
}
