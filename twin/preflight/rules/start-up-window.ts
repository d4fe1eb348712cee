import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import { startsAnew } from '../change/index.ts';
import { cameUpInTime } from './came-up-in-time.ts';
import type { EstateView } from '../estate-view.ts';
import { dependantsOf, listed, rolloutPlan } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type HealthCheck = NonNullable<AttributeValueOf<'health-check'>>;

/** What is given an instance to come up, and what becomes of one that needs longer. */
interface Window {
  readonly name: string;
  readonly lengthMs: number;
  readonly arithmetic: readonly Term[];
  readonly remedy: ProposedRemedy;
}

/** https://docs.docker.com/reference/dockerfile/#healthcheck */
const dockerDefaults = { intervalMs: 30_000, startPeriodMs: 0, retries: 3 } as const;

/** https://kubernetes.io/docs/concepts/workloads/pods/probes */
const kubernetesDefaults = { delayMs: 0, intervalMs: 10_000, failures: 3 } as const;

/** What a Deployment of Kubernetes has. */
const usualDeadlineMs = 600_000;

/** Measured times of starting, with what a fault adds; undefined where nothing is measured. */
function startTimes(
  view: EstateView,
  component: string,
  condition: readonly Fault[],
): { p50Ms?: number; p95Ms?: number; maxMs?: number } | undefined {
  const told = view.of(component, 'start-up');
  const delay = condition.reduce(
    (sum, fault) => (fault.kind === 'slow-start' && fault.component === component ? sum + fault.delayMs : sum),
    0,
  );
  const { p50Ms, p95Ms, maxMs } = told ?? {};
  if (p50Ms === undefined && p95Ms === undefined && maxMs === undefined) return undefined;
  return {
    ...(p50Ms === undefined ? {} : { p50Ms: p50Ms + delay }),
    ...(p95Ms === undefined ? {} : { p95Ms: p95Ms + delay }),
    ...(maxMs === undefined ? {} : { maxMs: maxMs + delay }),
  };
}

/** The slowest that is to be reckoned with: of what is measured, not a single worst one where there is a quantile. */
const slow = ({ p50Ms, p95Ms, maxMs }: NonNullable<ReturnType<typeof startTimes>>): number =>
  p95Ms ?? maxMs ?? p50Ms ?? 0;

/** Half as much again as the slowest that was measured. */
const roomy = (slowMs: number): number => Math.ceil((slowMs * 1.5) / 1_000) * 1_000;

/**
 * Compose: failures within the start period do not count; after it, so many in a row make it unhealthy. A check that hangs
 * takes its timeout too, which is left out: the window is what surely is given.
 */
function healthWindow(component: string, check: HealthCheck, slowMs: number): Window {
  const {
    intervalMs = dockerDefaults.intervalMs,
    startPeriodMs = dockerDefaults.startPeriodMs,
    retries = dockerDefaults.retries,
  } = check;
  const wanted = Math.max(startPeriodMs, roomy(slowMs) - intervalMs * retries);
  return {
    name: 'the health check',
    lengthMs: startPeriodMs + intervalMs * retries,
    arithmetic: [
      { term: 'start period', value: startPeriodMs, unit: 'ms' },
      { term: 'interval', value: intervalMs, unit: 'ms' },
      { term: 'retries', value: retries },
    ],
    remedy: {
      does: `Give it a start period of ${formatDuration(wanted)}.`,
      action: {
        kind: 'configure',
        component,
        attribute: 'health-check',
        value: { ...check, startPeriodMs: wanted, intervalMs, retries } as never,
      },
    },
  };
}

function probeWindow(component: string, probes: AttributeValueOf<'probes'>, slowMs: number): Window | undefined {
  const kind = probes.startup !== undefined ? 'startup' : 'liveness';
  const probe = probes.startup ?? probes.liveness;
  if (probe === undefined) return undefined;
  const {
    delayMs = kubernetesDefaults.delayMs,
    intervalMs = kubernetesDefaults.intervalMs,
    failures = kubernetesDefaults.failures,
  } = probe;
  const wanted = Math.ceil((roomy(slowMs) - delayMs) / intervalMs);
  return {
    name: `the ${kind} probe`,
    lengthMs: delayMs + intervalMs * failures,
    arithmetic: [
      { term: 'delay', value: delayMs, unit: 'ms' },
      { term: 'interval', value: intervalMs, unit: 'ms' },
      { term: 'failures', value: failures },
    ],
    remedy: {
      does: `Let the startup probe fail ${wanted} times.`,
      action: {
        kind: 'configure',
        component,
        attribute: 'probes',
        value: { ...probes, startup: { ...probe, delayMs, intervalMs, failures: wanted } } as never,
      },
    },
  };
}

/** Those that are started only once it is healthy, and those that are started once these are. */
function waitingFor(view: EstateView, component: string): readonly string[] {
  const reached = new Set<string>([component]);
  for (const needed of reached) {
    for (const caller of view.callersOf(needed)) {
      if (view.between(caller, needed, 'declared-dependency')?.condition === 'service_healthy') reached.add(caller);
    }
  }
  reached.delete(component);
  return [...reached].sort();
}

interface Question {
  readonly input: RuleInput;
  readonly component: string;
  readonly subject: Subject;
  readonly isStarted: boolean;
  /** Whether the stack is brought up anew, so that others wait for it to be healthy. */
  readonly isAwaited: boolean;
}

function checkCompose({ input, component, subject, isStarted, isAwaited }: Question): readonly RuleFinding[] {
  const { after: view, condition, disturbances } = input;
  const check = view.of(component, 'health-check');
  const waiting = isAwaited || !isStarted ? waitingFor(view, component) : [];
  if (check === undefined || check === null) return [];
  const times = startTimes(view, component, condition);
  const evidence = [
    view.fact(subject, 'health-check'),
    view.fact(subject, 'start-up'),
    ...waiting.map((name) => view.fact({ kind: 'edge', component: name, to: component }, 'declared-dependency')),
  ];
  const window = healthWindow(component, check, times === undefined ? 0 : slow(times));
  const about = [subject];
  const given = `${formatDuration(window.lengthMs)} (start period ${formatDuration(check.startPeriodMs ?? 0)} + ${check.retries ?? 3} x ${formatDuration(check.intervalMs ?? 30_000)})`;
  if (times === undefined) {
    // Who recreates one container by hand seldom brings up with it who waits for it: that alone raises no question.
    const isUpgraded = disturbances.some((each) => each.component === component && each.how === 'rolled-out');
    if (!isUpgraded || waiting.length === 0) return [];
    if (cameUpInTime(input, component, waiting)) {
      const reason = `${component} is given ${given} to become healthy, and was so in time when it started last, as ${listed(waiting)} ${waiting.length === 1 ? 'was' : 'were'} started after it; nothing that decides how long it takes is changed.`;
      return [finding({ verdict: 'pass', about, reason, arithmetic: window.arithmetic, evidence })];
    }
    const reason = `${listed(waiting)} ${waiting.length === 1 ? 'starts' : 'start'} only once ${component} is healthy; it is given ${given}, and how long it takes to start is not known.`;
    return [
      finding({
        verdict: 'unknown',
        about,
        reason,
        arithmetic: window.arithmetic,
        evidence,
        missing: [{ subject, attribute: 'start-up' }],
      }),
    ];
  }
  const slowMs = slow(times);
  const arithmetic = [...window.arithmetic, { term: 'measured start', value: slowMs, unit: 'ms' }];
  if (slowMs <= window.lengthMs) {
    const isRare = (times.maxMs ?? 0) > window.lengthMs;
    const reason = `${component} is given ${given} to become healthy and took ${formatDuration(slowMs)}${isRare ? `, at worst ${formatDuration(times.maxMs ?? 0)}` : ''}.`;
    return [
      finding({
        verdict: isRare ? 'warn' : 'pass',
        about,
        reason,
        arithmetic,
        evidence,
        remedies: isRare ? [window.remedy] : [],
      }),
    ];
  }
  const consequence =
    waiting.length === 0
      ? 'it is called unhealthy while it still starts'
      : `it is called unhealthy while it still starts, and ${listed(waiting)} ${waiting.length === 1 ? 'is' : 'are'} never started`;
  return [
    finding({
      verdict: !isStarted ? 'latent' : waiting.length === 0 ? 'warn' : 'block',
      about,
      reason: `${component} takes ${formatDuration(slowMs)} to start and is given ${given}: ${consequence}.`,
      arithmetic,
      evidence,
      remedies: [window.remedy],
      effect: waiting.length === 0 ? 'unknown' : 'outage',
      takesDown: waiting.flatMap((name) => [name, ...dependantsOf(view, name)]),
      beginsAfterMs: window.lengthMs,
      ...(waiting.length === 0 ? {} : { lastsMs: null }),
    }),
  ];
}

function checkProbes({ input, component, subject, isStarted }: Question): readonly RuleFinding[] {
  const { after: view, condition, disturbances } = input;
  const probes = view.of(component, 'probes');
  const times = startTimes(view, component, condition);
  if (probes === undefined) return [];
  const window = probeWindow(component, probes, times === undefined ? 0 : slow(times));
  if (window === undefined) return [];
  const evidence = [view.fact(subject, 'probes'), view.fact(subject, 'start-up')];
  const about = [subject];
  if (times === undefined) {
    if (!isStarted) return [];
    const reason = `${window.name} ends an instance of ${component} that is not up after ${formatDuration(window.lengthMs)}, and how long it takes to start is not known.`;
    return [
      finding({
        verdict: 'unknown',
        about,
        reason,
        arithmetic: window.arithmetic,
        evidence,
        missing: [{ subject, attribute: 'start-up' }],
      }),
    ];
  }
  const slowMs = slow(times);
  const arithmetic = [...window.arithmetic, { term: 'measured start', value: slowMs, unit: 'ms' }];
  if (slowMs <= window.lengthMs) {
    const reason = `${window.name} leaves an instance of ${component} ${formatDuration(window.lengthMs)} to start, and it took ${formatDuration(slowMs)}.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  // Half of them and more: an instance that is ended and starts again hardly ever gets through.
  const isUsual = (times.p50Ms ?? slowMs) > window.lengthMs;
  const replicas = view.replicasOf(component) ?? 1;
  const own = disturbances.filter((disturbance) => disturbance.component === component && startsAnew(disturbance));
  const keepsOld =
    own.length > 0 &&
    own.every(({ how }) => how === 'added' || how === 'rolled-out') &&
    rolloutPlan(view, component, replicas).unavailable < replicas;
  return [
    finding({
      verdict: !isStarted ? 'latent' : !isUsual ? 'warn' : keepsOld ? 'never-completes' : 'block',
      about,
      reason: `${window.name} ends an instance of ${component} after ${formatDuration(window.lengthMs)}, and it takes ${formatDuration(isUsual ? (times.p50Ms ?? slowMs) : slowMs)} to start: ${isUsual ? 'it is ended and started again for ever' : 'some are ended before they are up'}${keepsOld && isUsual ? ', while the old ones serve on' : ''}.`,
      arithmetic,
      evidence,
      remedies: [window.remedy],
      effect: !isUsual ? 'degradation' : keepsOld ? 'none' : 'outage',
      takesDown: isUsual && keepsOld ? [] : [component, ...(isUsual ? dependantsOf(view, component) : [])],
      beginsAfterMs: window.lengthMs,
      ...(isUsual ? { lastsMs: null } : {}),
    }),
  ];
}

function checkDeadline({
  input: { after: view, condition, disturbances },
  component,
  subject,
}: Question): readonly RuleFinding[] {
  const times = startTimes(view, component, condition);
  const rollout = view.of(component, 'rollout');
  const isRolledOut = disturbances.some((each) => each.component === component && each.how === 'rolled-out');
  if (times === undefined || rollout === undefined || !isRolledOut || rollout.strategy !== 'rolling') return [];
  const { minReadyMs = 0, progressDeadlineMs = usualDeadlineMs } = rollout;
  const needed = slow(times) + minReadyMs;
  if (needed <= progressDeadlineMs) return [];
  return [
    finding({
      verdict: 'never-completes',
      about: [subject],
      reason: `The rollout of ${component} has failed after ${formatDuration(progressDeadlineMs)} without progress, and a new instance counts after ${formatDuration(needed)}.`,
      arithmetic: [
        { term: 'measured start', value: slow(times), unit: 'ms' },
        { term: 'ready for', value: minReadyMs, unit: 'ms' },
        { term: 'deadline', value: progressDeadlineMs, unit: 'ms' },
      ],
      evidence: [view.fact(subject, 'rollout'), view.fact(subject, 'start-up')],
      remedies: [
        {
          does: `Set the deadline to ${formatDuration(roomy(needed))}.`,
          action: { kind: 'set-rollout', component, deadlineMs: roomy(needed) },
        },
      ],
      lastsMs: null,
    }),
  ];
}

/** Whether what watches over a start gives it the time that it was measured to take. */
export const startUpWindow: Rule = {
  name: 'start-up-window',
  question: 'Do health checks and probes give an instance the time that it takes to start, and do others wait for it?',
  reads: [
    'health-check',
    'probes',
    'start-up',
    'declared-dependency',
    'rollout',
    'replicas',
    'state',
    'image',
    'limits',
  ],
  surer: 'measured times until instances were ready, on these hosts and with this data',
  relevantTo: 'always',
  check: (input) => {
    const { after, actions, disturbances } = input;
    const started = new Set(disturbances.filter(startsAnew).map(({ component }) => component));
    const names = new Set(
      [
        ...after.known('health-check', 'component'),
        ...after.known('probes', 'component'),
        ...after.known('rollout', 'component'),
      ].map(({ subject }) => subject.component),
    );
    return [...names].sort().flatMap((component) => {
      // Without a change the question is whether the next start, whenever it comes, would go well.
      if (actions.length > 0 && disturbances.length > 0 && !started.has(component)) return [];
      const subject = { kind: 'component', component } as const;
      const isAwaited = disturbances.some(
        (each) =>
          each.component === component && (each.how === 'rolled-out' || each.by === 'recreate' || each.by === 'start'),
      );
      const question = { input, component, subject, isStarted: started.has(component), isAwaited };
      return [...checkCompose(question), ...checkProbes(question), ...checkDeadline(question)];
    });
  },
};
