import { quantileMs } from '../../../src/estate/index.ts';
import type { Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import { endsSome } from '../change/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { amount, listed, orchestratorOf } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type Route = Known<'route-removal', 'edge'>;

/** https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination, and `docker stop`. */
const usualGraceMs = { kubernetes: 30_000, docker: 10_000, unknown: undefined } as const;

/** How an instance ends, in numbers. */
interface Ending {
  readonly preStopMs: number;
  readonly graceMs: number | undefined;
  readonly drains: boolean | undefined;
  /** How long the requests take that it still has. */
  readonly drainMs: number | undefined;
}

/** The longest that requests of a component were seen to take: what draining has to wait for. */
function longestRequestMs(view: EstateView, component: string): number | undefined {
  const sketches = view
    .knownOf(component, 'requests', 'operation')
    .flatMap(({ value }) => value.requests.latency ?? []);
  return sketches.length === 0 ? undefined : Math.max(...sketches.map((sketch) => quantileMs(sketch, 1)));
}

function endingOf(view: EstateView, component: string): Ending {
  const told = view.of(component, 'shutdown');
  return {
    preStopMs: told?.preStopMs ?? 0,
    graceMs: told?.graceMs ?? view.of(component, 'stop-grace') ?? usualGraceMs[orchestratorOf(view, component)],
    drains: told?.drains,
    drainMs: told?.drainMs ?? longestRequestMs(view, component),
  };
}

/** Requests a second that one instance of a component gets. */
function perInstance(view: EstateView, component: string): number | undefined {
  const rates = view.knownOf(component, 'requests', 'operation');
  const replicas = view.replicasOf(component);
  if (rates.length === 0 || replicas === undefined || replicas === 0) return undefined;
  return rates.reduce((sum, { value }) => sum + value.perSecond, 0) / replicas;
}

/**
 * How long, on average, requests are still sent to an instance that no longer serves, where a balancer stops sending at a
 * moment between two that are equally likely: the mean of what that moment is later than the end of preStop.
 */
function meanOverlapMs({ fromMs, toMs }: Route['value'], preStopMs: number): number {
  if (preStopMs >= toMs) return 0;
  if (preStopMs <= fromMs || toMs === fromMs) return (fromMs + toMs) / 2 - preStopMs;
  return (toMs - preStopMs) ** 2 / (2 * (toMs - fromMs));
}

function remedyOf(view: EstateView, component: string, routes: readonly Route[], drainMs: number): ProposedRemedy {
  const toMs = Math.max(0, ...routes.map(({ value }) => value.toMs));
  const preStopMs = Math.ceil((toMs * 1.5) / 1_000) * 1_000;
  const graceMs = Math.ceil(((preStopMs + drainMs) * 1.2) / 1_000) * 1_000;
  const value = { ...view.of(component, 'shutdown'), preStopMs, graceMs };
  return {
    does: `Let it serve on for ${formatDuration(preStopMs)} before it ends, and give it ${formatDuration(graceMs)} in all.`,
    action: { kind: 'configure', component, attribute: 'shutdown', value: value as never },
  };
}

function checkComponent({ after: view, actions }: RuleInput, component: string): readonly RuleFinding[] {
  const routes = view.known('route-removal', 'edge').filter(({ subject }) => subject.to === component);
  const ending = endingOf(view, component);
  const { preStopMs, graceMs, drains, drainMs } = ending;
  const isTold = routes.length > 0 || view.of(component, 'shutdown') !== undefined;
  // Every container has a time to end; it is worth a word where requests were seen to take longer.
  if (!isTold && (drainMs === undefined || graceMs === undefined || drainMs <= graceMs)) return [];
  const subject: Subject = { kind: 'component', component };
  const about = [subject, ...routes.map(({ subject: edge }) => edge)];
  const evidence = [
    view.fact(subject, 'shutdown'),
    view.fact(subject, 'stop-grace'),
    ...routes.map(({ fact }) => fact),
  ];
  const arithmetic: Term[] = [
    { term: 'preStop', value: preStopMs, unit: 'ms' },
    ...(graceMs === undefined ? [] : [{ term: 'grace, preStop included', value: graceMs, unit: 'ms' }]),
    ...(drainMs === undefined ? [] : [{ term: 'requests that it still has take', value: drainMs, unit: 'ms' }]),
    ...routes.map(({ subject: edge, value }) => ({
      term: `${edge.component} stops sending at the latest after`,
      value: value.toMs,
      unit: 'ms',
    })),
  ];
  // At the very end of the interval there is no margin: the next probe of the balancer decides.
  const late = routes.filter(({ value }) => preStopMs <= value.toMs && value.toMs > 0);
  const needed = preStopMs + (drains === false ? 0 : (drainMs ?? 0));
  const isCut =
    graceMs !== undefined && (drainMs === undefined ? preStopMs > 0 && graceMs <= preStopMs : graceMs < needed);
  const isStanding = actions.length === 0;
  const wrong: string[] = [
    ...late.map(({ subject: edge, value }) => {
      const overlap = meanOverlapMs(value, preStopMs);
      const rate = perInstance(view, component);
      const lost =
        rate === undefined || overlap === 0
          ? ''
          : `, ${amount((rate * overlap) / 1_000)} requests for each instance on average`;
      const window = `${edge.component} sends to it for ${formatDuration(value.fromMs)} to ${formatDuration(value.toMs)} after it was told to end, and it serves on for ${formatDuration(preStopMs)}`;
      return overlap === 0 ? `${window}: without any margin` : `${window}: what comes in between fails${lost}`;
    }),
    ...(isCut
      ? [
          `it is killed after ${formatDuration(graceMs)}, and ${
            drainMs === undefined
              ? `nothing is left of that after a preStop of ${formatDuration(preStopMs)}`
              : `preStop and the requests that it has take ${formatDuration(preStopMs)} + ${formatDuration(drainMs)}`
          }`,
        ]
      : []),
    ...(drains === false ? ['it drops the requests that it has when it ends'] : []),
  ];
  const missing: Missing[] = [
    ...(graceMs === undefined ? [{ subject, attribute: 'shutdown' as const, part: 'graceMs' }] : []),
    ...(drainMs === undefined && drains !== false
      ? [{ subject, attribute: 'shutdown' as const, part: 'drainMs' }]
      : []),
  ];
  if (wrong.length > 0) {
    return [
      finding({
        verdict: isStanding ? 'latent' : 'warn',
        about,
        reason: `When an instance of ${component} ends, ${wrong.join('; and ')}.`,
        arithmetic,
        evidence,
        missing,
        remedies: [remedyOf(view, component, routes, drainMs ?? preStopMs)],
        effect: 'degradation',
        takesDown: [component],
        beginsAfterMs: preStopMs,
      }),
    ];
  }
  if (routes.length === 0 || graceMs === undefined) {
    const callers = view.callersOf(component);
    if (callers.length === 0) return [];
    const reason =
      graceMs === undefined
        ? `After how long an instance of ${component} that ends is killed is not known.`
        : `An instance of ${component} serves on for ${formatDuration(preStopMs)} when it ends, and how long ${listed(callers)} still ${callers.length === 1 ? 'sends' : 'send'} to it is not known.`;
    const unknown = callers.map((caller): Missing => ({
      subject: { kind: 'edge', component: caller, to: component },
      attribute: 'route-removal',
    }));
    return [
      finding({
        verdict: 'unknown',
        about,
        reason,
        arithmetic,
        evidence,
        missing: [...missing, ...(graceMs === undefined ? [] : unknown)],
      }),
    ];
  }
  const reason = `When an instance of ${component} ends it serves on for ${formatDuration(preStopMs)}, longer than ${listed(routes.map(({ subject: edge }) => edge.component))} ${routes.length === 1 ? 'sends' : 'send'} to it, and has ${formatDuration(graceMs - preStopMs)} left for the requests that it has.`;
  return [finding({ verdict: 'pass', about, reason, arithmetic, evidence, missing })];
}

/** Whether an instance that ends serves on until nobody sends to it, and may finish what it has. */
export const shutdownOrder: Rule = {
  name: 'shutdown-order',
  question:
    'Does an instance that ends serve until balancers stop sending to it, and finish what it has before it is killed?',
  reads: ['shutdown', 'stop-grace', 'route-removal', 'requests', 'replicas'],
  surer: 'how long each balancer takes to stop sending, and how long the longest requests take',
  relevantTo: 'always',
  check: (input) => {
    const { after, actions, disturbances } = input;
    const ending = new Set(disturbances.filter(endsSome).map(({ component }) => component));
    const told = [
      ...after.known('route-removal', 'edge').map(({ subject }) => subject.to),
      ...after.known('shutdown', 'component').map(({ subject }) => subject.component),
      ...after.known('stop-grace', 'component').map(({ subject }) => subject.component),
    ];
    const asked = [...new Set(told)].sort().filter((component) => actions.length === 0 || ending.has(component));
    return asked.flatMap((component) => checkComponent(input, component));
  },
};
