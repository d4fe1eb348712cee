import { quantileMs } from '../../../src/estate/index.ts';
import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { amount, dependantsOf, ratioText, waitsLongerRatio } from '../reasoning/index.ts';
import type { WorkerStation } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type Probe = NonNullable<AttributeValueOf<'probes'>['readiness']>;

/** https://kubernetes.io/docs/concepts/workloads/pods/probes */
const usual = { intervalMs: 10_000, timeoutMs: 1_000, failures: 3 } as const;

const hourMs = 3_600_000;

/** Once an hour is flapping that users see; once a day is what somebody has to look into. */
const bounds = { blockPerHour: 1, warnPerHour: 1 / 24 } as const;

/** What comes to all instances together, and how long it holds a worker. */
interface Load {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly squaredVariation: number;
}

/**
 * The load as it was recorded. Times that requests took include what they waited in the queue, so that the load is rather
 * too high than too low. The variation is read from the median and the 95th percentile, as those of a lognormal: the log
 * of their ratio is 1.645 standard deviations.
 */
function loadOf(view: EstateView, component: string): Load | undefined {
  let [perSecond, busyMs, variation] = [0, 0, 0];
  for (const { value } of view.knownOf(component, 'requests', 'operation')) {
    const { latency } = value.requests;
    if (latency === undefined || latency.count === 0) continue;
    const [median, high] = [quantileMs(latency, 0.5), quantileMs(latency, 0.95)];
    const sigma = median > 0 && high > median ? Math.log(high / median) / 1.645 : 0;
    const meanMs = latency.sumMs / latency.count;
    perSecond += value.perSecond;
    busyMs += value.perSecond * meanMs;
    // E[S^2] of a mixture is the mixture of E[S^2] = mean^2 (1 + v).
    variation += value.perSecond * meanMs ** 2 * Math.exp(sigma ** 2);
  }
  if (perSecond === 0) return undefined;
  const meanMs = busyMs / perSecond;
  // Of times too short to be measured nothing varies.
  const squaredVariation = meanMs === 0 ? 0 : Math.max(0, variation / perSecond / meanMs ** 2 - 1);
  return { perSecond, meanMs, squaredVariation };
}

interface Flapping {
  readonly lateRatio: number;
  readonly perHour: number;
  /** Of the workers. */
  readonly usedRatio: number;
}

/** How often instances are found failing, with the load on so many of them. */
function flapping(load: Load, workers: number, replicas: number, probe: Probe): Flapping {
  const {
    intervalMs = usual.intervalMs,
    timeoutMs = usual.timeoutMs,
    failures = usual.failures,
    serviceMs = 0,
  } = probe;
  const station: WorkerStation = {
    workers,
    arrivalsPerSecond: load.perSecond / replicas,
    meanServiceMs: load.meanMs,
    squaredVariation: load.squaredVariation,
  };
  const lateRatio = waitsLongerRatio(station, Math.max(0, timeoutMs - serviceMs));
  return {
    lateRatio,
    // Probes an interval apart are taken for independent: true where queues come and go faster than that.
    perHour: (lateRatio ** failures * replicas * hourMs) / intervalMs,
    usedRatio: (station.arrivalsPerSecond * load.meanMs) / 1_000 / workers,
  };
}

interface Question {
  readonly view: EstateView;
  readonly component: string;
  readonly kind: 'readiness' | 'liveness';
  readonly probe: Probe;
}

/** The number of failures in a row with which it would not happen once in a month. */
function patient(question: Question, load: Load, workers: number, replicas: number): Probe | undefined {
  const candidates = [1_000, 2_000, 5_000, 10_000].flatMap((timeoutMs) =>
    [3, 5].map((failures): Probe => ({ ...question.probe, timeoutMs, failures })),
  );
  return candidates.find((probe) => flapping(load, workers, replicas, probe).perHour * 24 * 30 < 1);
}

function checkProbe(question: Question): readonly RuleFinding[] {
  const { view, component, kind, probe } = question;
  const subject: Subject = { kind: 'component', component };
  const workers = view.of(component, 'workers');
  const isQueued = probe.throughWorkers ?? workers?.isSynchronous;
  if (isQueued !== true) return [];
  const about = [subject];
  const replicas = view.replicasOf(component);
  const load = loadOf(view, component);
  const requests = view.knownOf(component, 'requests', 'operation');
  const evidence = [
    view.fact(subject, 'probes'),
    view.fact(subject, 'workers'),
    view.fact(subject, 'replicas'),
    ...requests.map(({ fact }) => fact),
  ];
  if (workers === undefined || replicas === undefined || load === undefined) {
    const missing = [
      ...(workers === undefined ? [{ subject, attribute: 'workers' as const }] : []),
      ...(replicas === undefined ? [{ subject, attribute: 'replicas' as const }] : []),
      ...(load === undefined ? [{ subject, attribute: 'requests' as const }] : []),
    ];
    const reason = `The ${kind} probe of ${component} waits for a worker as requests do, and how busy its workers are is not known.`;
    return [finding({ verdict: 'unknown', about, reason, evidence, missing })];
  }
  if (replicas === 0) return [];
  const { intervalMs = usual.intervalMs, timeoutMs = usual.timeoutMs, failures = usual.failures } = probe;
  const { lateRatio, perHour, usedRatio } = flapping(load, workers.perInstance, replicas, probe);
  const fewer = replicas === 1 ? undefined : flapping(load, workers.perInstance, replicas - 1, probe);
  const arithmetic: Term[] = [
    { term: 'requests to all instances', value: load.perSecond, unit: '/s' },
    { term: 'a request holds a worker for', value: load.meanMs, unit: 'ms' },
    { term: 'squared variation of that', value: load.squaredVariation },
    { term: 'workers of an instance', value: workers.perInstance },
    { term: 'instances', value: replicas },
    { term: 'share of workers in use', value: usedRatio },
    { term: `chance of waiting longer than ${formatDuration(timeoutMs)}`, value: lateRatio },
    { term: 'failures in a row that count', value: failures },
    { term: 'probes of all instances in an hour', value: (replicas * hourMs) / intervalMs },
    { term: 'instances found failing in an hour', value: perHour },
    ...(fewer === undefined ? [] : [{ term: 'the same with one instance less', value: fewer.perHour }]),
  ];
  const found = `${usedRatio >= 1 ? 'more comes than' : `with ${ratioText(usedRatio)} of`} ${workers.perInstance} workers of an instance ${usedRatio >= 1 ? 'can serve' : 'in use'}, ${ratioText(lateRatio)} of its probes wait longer than ${formatDuration(timeoutMs)}`;
  if (perHour < bounds.warnPerHour) {
    const reason = `The ${kind} probe of ${component} waits for a worker: ${found}, and ${failures} in a row count: ${amount(perHour)} an hour.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  const isBlocking = perHour >= bounds.blockPerHour;
  const better = patient(question, load, workers.perInstance, replicas);
  const consequence =
    kind === 'readiness'
      ? `it leaves the balancer${fewer === undefined ? ', and nothing serves' : `, and the others get its load${fewer.usedRatio >= 1 ? ', which is more than they can serve' : ` (${ratioText(fewer.usedRatio)} in use)`}`}`
      : 'it is ended with everything that it works on';
  return [
    finding({
      verdict: isBlocking ? 'block' : 'warn',
      about,
      reason: `The ${kind} probe of ${component} waits for a worker as requests do: ${found}, and after ${failures === 1 ? 'one' : `${failures} in a row`} ${consequence}: ${amount(perHour)} times an hour.`,
      arithmetic,
      evidence,
      remedies:
        better === undefined
          ? [{ does: 'Add workers or instances: no patience of a probe is enough at this load.' }]
          : [
              {
                does: `Give the probe ${formatDuration(better.timeoutMs ?? 0)} and ${better.failures ?? 0} failures in a row.`,
                action: {
                  kind: 'configure',
                  component,
                  attribute: 'probes',
                  value: { ...view.of(component, 'probes'), [kind]: better } as never,
                },
              },
            ],
      effect: replicas === 1 || (fewer?.usedRatio ?? 0) >= 1 ? 'outage' : 'degradation',
      takesDown: [component, ...dependantsOf(view, component)],
      beginsAfterMs: hourMs / perHour,
    }),
  ];
}

function check({ after: view }: RuleInput): readonly RuleFinding[] {
  return view.known('probes', 'component').flatMap(({ subject: { component }, value }) =>
    (['readiness', 'liveness'] as const).flatMap((kind) => {
      const probe = value[kind];
      return probe === undefined ? [] : checkProbe({ view, component, kind, probe });
    }),
  );
}

/** How often probes fail only because they wait behind requests. */
export const probeQueueing: Rule = {
  name: 'probe-queueing',
  question: 'How often does a probe that waits for a worker, as requests do, fail because all are busy?',
  reads: ['probes', 'workers', 'requests', 'replicas'],
  surer: 'whether probes go through the workers, how many there are, and how long requests hold them',
  relevantTo: 'always',
  check,
};
