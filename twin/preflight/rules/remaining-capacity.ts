import type { FoundFact, Subject } from '../../../src/estate/index.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { amount, counted, dependantsOf, ratioText, rolloutPlan } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/** Above it queues are several times as long as what is served; at 1 they grow without end. */
const fullRatio = 0.8;

/** How much of one instance is in use when all instances serve, and by what that is known. */
interface Use {
  readonly ratio: number;
  readonly of: string;
  readonly arithmetic: readonly Term[];
  readonly evidence: readonly (FoundFact | undefined)[];
}

function cpuUse(view: EstateView, component: string): Use | undefined {
  const subject = { kind: 'component', component } as const;
  const limit = view.of(component, 'limits')?.cpuCores;
  const told = view.of(component, 'observed-peak')?.cpuMeanCores;
  const seen = view.knownOf(component, 'usage', 'instance').filter(({ value }) => value.cpuCores !== undefined);
  const mean =
    told ??
    (seen.length === 0 ? undefined : seen.reduce((sum, { value }) => sum + (value.cpuCores ?? 0), 0) / seen.length);
  if (limit === undefined || limit === 0 || mean === undefined) return undefined;
  return {
    ratio: mean / limit,
    of: `of ${limit} cores`,
    arithmetic: [
      { term: 'used by one instance on average', value: mean, unit: 'cores' },
      { term: 'limit of one instance', value: limit, unit: 'cores' },
    ],
    evidence: [view.fact(subject, 'limits'), view.fact(subject, 'observed-peak'), ...seen.map(({ fact }) => fact)],
  };
}

/** By Little's law, as many requests are under way as come in a second times the seconds that each takes. */
function workerUse(view: EstateView, component: string, replicas: number): Use | undefined {
  const workers = view.of(component, 'workers')?.perInstance;
  const asked = view.knownOf(component, 'requests', 'operation');
  if (workers === undefined || asked.length === 0) return undefined;
  const underWay = asked.reduce((sum, { value: { perSecond, requests, inFlight } }) => {
    const { latency } = requests;
    const meanMs = latency === undefined || latency.count === 0 ? undefined : latency.sumMs / latency.count;
    return sum + (meanMs === undefined ? inFlight.mean : (perSecond * meanMs) / 1_000);
  }, 0);
  return {
    ratio: underWay / replicas / workers,
    of: `of ${counted(workers, 'worker')}`,
    arithmetic: [
      { term: 'requests under way', value: underWay },
      { term: 'workers of one instance', value: workers },
    ],
    evidence: [view.fact({ kind: 'component', component }, 'workers'), ...asked.map(({ fact }) => fact)],
  };
}

/** How many instances are lacking at the worst moment; undefined where all may be, or it is not known. */
function lacking(
  view: EstateView,
  { how, component, instances, by }: Disturbance,
  replicas: number,
  oneByOne: boolean,
): number {
  if (how === 'rolled-out') return Math.min(replicas, rolloutPlan(view, component, replicas).unavailable);
  if (by === 'restart' && oneByOne) return 1;
  return Math.min(replicas, instances ?? replicas);
}

function checkOne(input: RuleInput, disturbance: Disturbance): readonly RuleFinding[] {
  const { before: view, after, actions } = input;
  const { component, how, by } = disturbance;
  const replicas = view.replicasOf(component);
  if (replicas === undefined || replicas === 0) return [];
  const oneByOne = actions.some(
    (action) => action.kind === 'restart' && action.component === component && action.oneByOne,
  );
  const left = replicas - lacking(after, disturbance, replicas, oneByOne);
  const uses = [cpuUse(view, component), workerUse(view, component, replicas)].filter((use) => use !== undefined);
  const highest = uses.sort((a, b) => b.ratio - a.ratio).at(0);
  // That nothing serves while the only instance is away is told by those who know how long.
  if (left <= 0 || left === replicas || highest === undefined) return [];
  const subject: Subject = { kind: 'component', component };
  const then = (highest.ratio * replicas) / left;
  const isForGood = how === 'ended';
  const arithmetic: Term[] = [
    ...highest.arithmetic,
    { term: `instances of ${component}`, value: replicas },
    { term: 'that serve at the worst moment', value: left },
    { term: 'in use now', value: highest.ratio },
    { term: 'in use then', value: then },
  ];
  const evidence = [view.fact(subject, 'replicas'), ...highest.evidence];
  const told = `While ${by} leaves ${left} of ${counted(replicas, 'instance')} of ${component}, each has ${ratioText(then)} ${highest.of} in use instead of ${ratioText(highest.ratio)}`;
  if (then < fullRatio) {
    return [finding({ verdict: 'pass', about: [subject], reason: `${told}.`, arithmetic, evidence })];
  }
  const enough = Math.ceil((highest.ratio * replicas) / fullRatio);
  return [
    finding({
      verdict: then >= 1 && isForGood ? 'block' : 'warn',
      about: [subject],
      reason: `${told}: ${then >= 1 ? 'more comes than they can serve' : `above ${ratioText(fullRatio)}, requests wait for each other`}; ${amount(enough)} carry the load.`,
      arithmetic,
      evidence,
      remedies: isForGood
        ? [{ does: `Keep ${enough}.`, action: { kind: 'scale', component, replicas: enough } }]
        : [
            {
              does: `Run ${enough + replicas - left} meanwhile.`,
              action: { kind: 'scale', component, replicas: enough + replicas - left },
            },
          ],
      effect: then >= 1 && isForGood ? 'outage' : 'degradation',
      takesDown: [component, ...dependantsOf(view, component)],
      ...(isForGood ? { lastsMs: null } : {}),
    }),
  ];
}

/** Whether the instances that stay, for good or for the moment, can carry what all of them carry now. */
export const remainingCapacity: Rule = {
  name: 'remaining-capacity',
  question: 'Can the instances that stay carry the load that all of them carry now?',
  reads: ['replicas', 'limits', 'observed-peak', 'usage', 'workers', 'requests', 'rollout'],
  surer: 'the use of processors and workers at the busiest hour of the change',
  relevantTo: 'always',
  check: (input) =>
    input.disturbances
      .filter(({ how }) => how !== 'added' && how !== 'reloaded')
      .flatMap((disturbance) => checkOne(input, disturbance)),
};
