import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import { startsAnew } from '../change/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { amount, counted, dependantsOf, ratioText } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type Pool = AttributeValueOf<'connection-pool'>;
type Times = NonNullable<AttributeValueOf<'connect-time'>['now']>;

/** A start that fails one time in five comes up with the next, if somebody waits between; more than half do not. */
const bounds = { blockRatio: 0.5, warnRatio: 0.05 } as const;

/** The quantiles that were measured, in order: ratio and time. */
function quantilesOf({
  p50Ms,
  p95Ms,
  p99Ms,
  maxMs,
}: Times): readonly { readonly ratio: number; readonly timeMs: number }[] {
  return [
    [0.5, p50Ms],
    [0.95, p95Ms],
    [0.99, p99Ms],
    [1, maxMs],
  ].flatMap(([ratio = 0, timeMs]) => (timeMs === undefined ? [] : [{ ratio, timeMs }]));
}

/**
 * The share of connections that are open within a time: at least that of the largest quantile within it, at most that of
 * the smallest beyond it.
 */
function withinRatio(times: Times, limitMs: number): { readonly least: number; readonly most: number } {
  const known = quantilesOf(times);
  const within = known.filter(({ timeMs }) => timeMs <= limitMs).map(({ ratio }) => ratio);
  const beyond = known.filter(({ timeMs }) => timeMs > limitMs).map(({ ratio }) => ratio);
  // Where every measured quantile is within, so is all but what lies beyond the last of them.
  return { least: Math.max(0, ...within), most: Math.min(1, ...beyond) };
}

/** How many connections have to be open before an instance serves. */
function neededAtStart(view: EstateView, { subject, value }: Known<'connection-pool', 'edge'>): number {
  if (value.opensAtStart !== undefined) return value.opensAtStart;
  const needs = view.of(subject.component, 'start-up')?.needs ?? [];
  return needs.some(({ component }) => component === subject.to) ? 1 : 0;
}

/** Attempts a second of instances that all try again: each takes the timeout and then waits. */
function attemptsPerSecond(
  replicas: number,
  needed: number,
  { connectTimeoutMs = 0, connectBackoffMs = 0 }: Pool,
): number {
  return (replicas * needed * 1_000) / Math.max(1, connectTimeoutMs + connectBackoffMs);
}

function remediesFor(component: string, to: string, pool: Pool, times: Times): readonly ProposedRemedy[] {
  const slowest = quantilesOf(times).at(-1)?.timeMs ?? 0;
  const wantedMs = Math.ceil((slowest * 1.5) / 100) * 100;
  const value = { ...pool, connectTimeoutMs: wantedMs, connectBackoffMs: Math.max(1_000, pool.connectBackoffMs ?? 0) };
  return [
    {
      does: `Give a connection ${formatDuration(wantedMs)} to open, and wait ${formatDuration(value.connectBackoffMs)} before another try.`,
      action: { kind: 'configure', component, to, attribute: 'connection-pool', value: value as never },
    },
  ];
}

/** Whether what is wrong now may bear on how long connecting takes: at either end, or behind it; of nodes nobody knows. */
const isConcerned = (view: EstateView, condition: readonly Fault[], component: string, to: string): boolean =>
  condition.some(
    (fault) =>
      !('component' in fault) ||
      fault.component === to ||
      fault.component === component ||
      dependantsOf(view, fault.component).includes(to),
  );

function checkPool(
  { before, after: view, actions, condition, disturbances }: RuleInput,
  known: Known<'connection-pool', 'edge'>,
): readonly RuleFinding[] {
  const { subject: edge, value: pool, fact } = known;
  const { component, to } = edge;
  const needed = neededAtStart(view, known);
  const limitMs = pool.connectTimeoutMs;
  const isStarted = disturbances.some((each) => each.component === component && startsAnew(each));
  const isChanged = before.value(edge, 'connection-pool') !== pool;
  if (needed === 0 || limitMs === undefined || (actions.length > 0 && !isStarted && !isChanged)) return [];
  const measured = view.between(component, to, 'connect-time');
  const subject: Subject = { kind: 'component', component };
  const about = [edge, subject, { kind: 'component', component: to } as const];
  const evidence = [
    fact,
    view.fact(edge, 'connect-time'),
    view.fact(subject, 'start-up'),
    view.fact(subject, 'replicas'),
  ];
  const lacks: Missing[] = [{ subject: edge, attribute: 'connect-time', part: 'now' }];
  const now = measured?.now;
  const times = now ?? measured?.idle;
  const replicas = view.replicasOf(component);
  const every =
    replicas === undefined ? 'every instance' : replicas === 1 ? 'its instance' : `each of ${replicas} instances`;
  const needsText = `${component} opens ${counted(needed, 'connection')} to ${to} before ${every} serves, each within ${formatDuration(limitMs)}`;
  const { whenStartFails = view.of(component, 'start-up')?.whenNeedFails ?? 'exits', connectBackoffMs = 0 } = pool;
  const without = whenStartFails === 'serves-without';
  const isWrongNow = isConcerned(view, condition, component, to);
  if (times === undefined || quantilesOf(times).length === 0) {
    // What runs has started so, and who can do without loses nothing by it.
    if (without || (!isChanged && !(isStarted && isWrongNow))) return [];
    const reason = `${needsText}, and how long opening one takes now is not known.`;
    return [finding({ verdict: 'unknown', about, reason, evidence, missing: lacks })];
  }
  const { least, most } = withinRatio(times, limitMs);
  const when = now === undefined ? `when ${to} is idle` : 'now';
  const told = quantilesOf(times)
    .map(({ ratio, timeMs }) => `${ratio === 1 ? 'at most' : `${ratio * 100} % within`} ${formatDuration(timeMs)}`)
    .join(', ');
  // All have to open; that one is slow makes the next slow too, so that of independent ones the worst is taken.
  const failsAtLeast = 1 - most;
  const failsAtMost = 1 - least ** needed;
  const arithmetic: Term[] = [
    { term: 'a connection has to open within', value: limitMs, unit: 'ms' },
    ...quantilesOf(times).map(({ ratio, timeMs }) => ({
      term: `${ratio * 100} % open within, ${when}`,
      value: timeMs,
      unit: 'ms',
    })),
    { term: 'connections of an instance at its start', value: needed },
    { term: 'starts that fail, at least', value: failsAtLeast },
    { term: 'starts that fail, at most', value: failsAtMost },
    ...(replicas === undefined ? [] : [{ term: 'instances', value: replicas }]),
  ];
  if (
    failsAtMost <= bounds.warnRatio ||
    (failsAtLeast === 0 && quantilesOf(times).every(({ timeMs }) => timeMs <= limitMs))
  ) {
    if (now === undefined && isWrongNow && !without) {
      const reason = `${needsText}; it takes that long ${when} (${told}), but something is wrong now, and how long it takes is not known.`;
      return [finding({ verdict: 'unknown', about, reason, arithmetic, evidence, missing: lacks })];
    }
    const reason = `${needsText}, and opening one takes less ${when}: ${told}.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence, missing: now === undefined ? lacks : [] })];
  }
  const isUsual = failsAtLeast >= bounds.blockRatio;
  const rate = attemptsPerSecond(replicas ?? 1, needed, pool);
  const storm =
    connectBackoffMs > 0
      ? ''
      : `, and tries again at once, up to ${amount(rate)} times a second together: the more ${to} is asked, the slower it answers`;
  const outcome = {
    exits: 'ends and starts anew without ever serving',
    retries: 'never serves',
    'serves-without': 'serves without it',
  }[whenStartFails];
  const sharing = view.callersOf(to);
  return [
    finding({
      verdict: !isStarted && !isChanged ? 'latent' : isUsual && !without ? 'block' : 'warn',
      about,
      reason: `${needsText}; ${when} opening one takes longer (${told}): ${ratioText(failsAtLeast)} of the starts fail or more, and who fails ${outcome}${storm}.`,
      arithmetic: [...arithmetic, { term: `tries to connect to ${to}`, value: rate, unit: '/s' }],
      evidence,
      missing: now === undefined ? lacks : [],
      remedies: remediesFor(component, to, pool, times),
      effect: without ? 'degradation' : isUsual ? 'outage' : 'degradation',
      takesDown: without
        ? [component]
        : [component, ...dependantsOf(view, component), ...(connectBackoffMs > 0 || !isUsual ? [] : [to, ...sharing])],
      beginsAfterMs: 0,
      ...(isUsual ? { lastsMs: null } : {}),
    }),
  ];
}

/** Whether instances that start can open the connections that they need, as fast as the other side answers now. */
export const connectAtStart: Rule = {
  name: 'connect-at-start',
  question: 'Can an instance that starts open the connections that it needs, within its timeout, as things are now?',
  reads: ['connection-pool', 'connect-time', 'start-up', 'replicas'],
  surer: 'how long connecting takes now, under the load of this hour',
  relevantTo: 'always',
  check: (input) => input.after.known('connection-pool', 'edge').flatMap((known) => checkPool(input, known)),
};
