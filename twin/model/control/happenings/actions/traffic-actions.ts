import { causes } from '../../../engine/cause.ts';
import { TokenBucket } from '../../../engine/token-bucket.ts';
import type { DoorRule } from '../../life/door.ts';
import { noComponent } from '../stage.ts';
import type { Perform, Stage } from '../stage.ts';
import type { Workload } from '../../workload/workload.ts';
import { operationOf } from './call-actions.ts';

/** Sets a rule up at the door of a component. */
export function addDoorRule(workload: Workload, rule: DoorRule): () => void {
  workload.door.add(rule);
  workload.refresh();
  return () => {
    workload.door.remove(rule);
    workload.refresh();
  };
}

/** Sets a rule in place of the one of the same kind that was set before, or ends that. */
function replaceRule({ doorRules }: Stage, key: readonly unknown[], set: (() => () => void) | undefined): void {
  const name = JSON.stringify(key);
  doorRules.get(name)?.();
  doorRules.delete(name);
  if (set !== undefined) doorRules.set(name, set());
}

const shiftTraffic: Perform<'shift-traffic'> = ({ cluster, workloads }, { component, to, shareRatio }, done) => {
  const { engine } = cluster;
  const [former, taker] = [workloads.get(component), workloads.get(to)];
  if (former === undefined || taker === undefined) {
    done(noComponent(former === undefined ? component : to));
    return;
  }
  const { components, program } = { components: engine.program.components, program: engine.program };
  const theirs = components[taker.component]?.operations ?? new Map<string, number>();
  const operations = new Map<number, number>();
  for (const [name, operation] of components[former.component]?.operations ?? []) {
    const other = theirs.get(name);
    if (other !== undefined) operations.set(operation, other);
  }
  if (operations.size === 0) {
    done(`${to} has no operation of the same name as one of ${component}`);
    return;
  }
  const redirect = shareRatio === 0 ? undefined : { share: shareRatio, component: taker.component, operations };
  for (const edge of engine.clients.edgesBetween(undefined, former.component)) engine.clients.redirect(edge, redirect);
  for (const [at, entry] of program.entries.entries()) {
    if (program.operations[entry]?.component === former.component) engine.sources.redirect(at, redirect);
  }
  done();
};

const rateLimit: Perform<'rate-limit'> = (stage, { component, operation, from, ratePerSecond, burst }, done) => {
  const workload = stage.workloads.get(component);
  const caller = from === undefined ? undefined : stage.workloads.get(from);
  if (workload === undefined || (from !== undefined && caller === undefined)) {
    done(noComponent(workload === undefined ? component : (from ?? '')));
    return;
  }
  const { engine } = stage.cluster;
  const limited = operationOf(stage, component, operation);
  const limit = new TokenBucket(burst, ratePerSecond / 1_000, 0);
  replaceRule(stage, ['rate-limit', component, operation, from], () => {
    if (caller !== undefined) {
      const by = limited === undefined ? { limit } : { limit, operation: limited };
      return stage.calls.add(workload.component, caller.component, by);
    }
    return addDoorRule(workload, (asked) =>
      (limited === undefined || asked === limited) && !limit.take(engine.nowMs) ? causes.rateLimited : 0,
    );
  });
  done();
};

const shedLoad: Perform<'shed-load'> = (stage, { component, operation, shareRatio }, done) => {
  const workload = stage.workloads.get(component);
  if (workload === undefined) {
    done(noComponent(component));
    return;
  }
  const { draws } = stage.cluster.engine;
  const source = draws.uniforms(`${component} shed ${operation ?? ''}`);
  const shed = operationOf(stage, component, operation);
  const rule: DoorRule = (asked) =>
    (shed === undefined || asked === shed) && draws.next(source) < shareRatio ? causes.shed : 0;
  replaceRule(
    stage,
    ['shed-load', component, operation],
    shareRatio === 0 ? undefined : () => addDoorRule(workload, rule),
  );
  done();
};

/** Which requests go where, and how many. */
export const trafficActions = {
  'shift-traffic': shiftTraffic,
  'rate-limit': rateLimit,
  'shed-load': shedLoad,
} satisfies { readonly [Kind in 'shift-traffic' | 'rate-limit' | 'shed-load']: Perform<Kind> };
