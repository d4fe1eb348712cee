import { attributeEntry } from '../../../../../src/estate/index.ts';
import type { AttributeName, AttributeValueOf } from '../../../../../src/estate/index.ts';
import type { ActionOf } from '../../../../../src/kernel/index.ts';
import type { Workload } from '../../workload/workload.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';
import { whenSettled } from './capacity-actions.ts';
import { changeLimits } from './change-model.ts';
import type { ModelChange } from './change-model.ts';
import { edgesOf, setCallPolicy, setPool } from './call-actions.ts';

type Set<Name extends AttributeName> = (
  stage: Stage,
  workload: Workload,
  value: AttributeValueOf<Name>,
  action: ActionOf<'configure'>,
  done: Done,
) => void;

/** A setting that instances read at their start: they are replaced for it. */
const replaced = (workload: Workload, change: ModelChange, done: Done): void => {
  workload.deploy(change(workload.version.model), workload.version.ailments);
  whenSettled(workload, done);
};

const edges = (stage: Stage, { component, to = '' }: ActionOf<'configure'>): readonly number[] | string =>
  edgesOf(stage, component, to);

/** Attributes that bear on time and capacity in a model. */
const setters: { readonly [Name in AttributeName]?: Set<Name> } = {
  replicas: (_stage, workload, replicas, _action, done) => {
    workload.scale(replicas);
    whenSettled(workload, done);
  },
  limits: (_stage, workload, { cpuCores, memoryBytes }, _action, done) => {
    const limits = {
      ...(cpuCores === undefined ? {} : { cpuCores }),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    };
    replaced(workload, changeLimits(limits), done);
  },
  workers: (_stage, workload, { perInstance }, _action, done) => {
    replaced(workload, (model) => ({ ...model, workers: perInstance }), done);
  },
  'stop-grace': (_stage, workload, grace, _action, done) => {
    replaced(workload, (model) => ({ ...model, shutdown: { ...model.shutdown, grace } }), done);
  },
  shutdown: (_stage, workload, { preStopMs, graceMs, drains }, _action, done) => {
    const change: ModelChange = (model) => ({
      ...model,
      shutdown: {
        preStop: preStopMs ?? model.shutdown.preStop,
        grace: graceMs ?? model.shutdown.grace,
        drains: drains ?? model.shutdown.drains,
      },
    });
    replaced(workload, change, done);
  },
  rollout: (_stage, workload, value, _action, done) => {
    const { strategy, maxSurge, maxUnavailable, minReadyMs, progressDeadlineMs } = value;
    const quarter = { share: 0.25 };
    workload.rollout = {
      strategy,
      maxSurge: maxSurge ?? quarter,
      maxUnavailable: maxUnavailable ?? quarter,
      minReady: minReadyMs ?? 0,
      deadline: progressDeadlineMs ?? 600_000,
    };
    workload.changed();
    done();
  },
  'disruption-budget': (_stage, workload, budget, _action, done) => {
    workload.budget = budget;
    done();
  },
  'connection-pool': (stage, _workload, { sizePerInstance, acquireTimeoutMs }, action, done) => {
    const found = edges(stage, action);
    if (typeof found === 'string') done(found);
    else if (sizePerInstance === undefined) done('a pool without a size is none, which the model cannot make of one');
    else setPool(stage, found, sizePerInstance, acquireTimeoutMs, done);
  },
  'call-policy': (stage, _workload, value, action, done) => {
    const found = edges(stage, action);
    if (typeof found === 'string') done(found);
    else setCallPolicy(stage, found, undefined, value, done);
  },
};

/** Sets one attribute of the vocabulary of facts. */
export const configure: Perform<'configure'> = (stage, action, done) => {
  const workload = stage.workloads.get(action.component);
  if (workload === undefined) {
    done(noComponent(action.component));
    return;
  }
  if (!Object.hasOwn(setters, action.attribute)) {
    done(`the model does not know what ${action.attribute} changes; it knows ${Object.keys(setters).join(', ')}`);
    return;
  }
  const name = action.attribute as AttributeName;
  const read = attributeEntry(name).value.safeParse(action.value);
  if (!read.success) {
    done(`that is no value of ${name}: ${read.error.issues[0]?.message ?? ''}`);
    return;
  }
  // The value is checked by the very entry that the setter's type is derived from.
  (setters[name] as Set<AttributeName>)(stage, workload, read.data as AttributeValueOf<AttributeName>, action, done);
};
