import { subjectLabel } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import {
  amount,
  cfsPeriodMs,
  counted,
  dependantsOf,
  listed,
  policyOfCalls,
  ratioText,
  timesUnderQuota,
} from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';
import { unknownTogether } from '../unknown-together.ts';

type Burst = Known<'cpu-burst', 'operation'>;

/** Where the rules of kubernetes-mixin raise CPUThrottlingHigh. */
const muchThrottledRatio = 0.25;

/** Of periods in which more comes than the quota lasts for; rarer, it shows in no quantile that anybody watches. */
const oftenRatio = 0.05;

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

const coresText = (cores: number): string => (cores < 1 ? `${amount(cores * 1_000)}m` : `${amount(cores)} cores`);

/** The quota that counts: what a fault sets, else what is configured. */
function quotaOf(view: EstateView, component: string, condition: RuleInput['condition']): number | undefined {
  const set = condition.flatMap((fault) =>
    (fault.kind === 'cpu-limit' || fault.kind === 'wrong-limit') && fault.component === component
      ? (fault.cpuCores ?? [])
      : [],
  );
  return set[0] ?? view.of(component, 'limits')?.cpuCores;
}

/** Requests a second of an operation at one instance; undefined where nobody counted them. */
function rateOf(view: EstateView, { subject, value }: Burst): number | undefined {
  const told = value.perSecond ?? view.value(subject, 'requests')?.perSecond;
  return told === undefined ? undefined : told / Math.max(1, view.replicasOf(subject.component) ?? 1);
}

/** The chance that at least so many come in one period, where they come at random at a mean number in each. */
function atLeastRatio(count: number, mean: number): number {
  let [fewer, term] = [0, Math.exp(-mean)];
  for (let at = 0; at < count; at += 1) {
    fewer += term;
    term *= mean / (at + 1);
  }
  return Math.max(0, 1 - fewer);
}

/** What one request meets. */
interface Met {
  readonly burst: Burst;
  readonly times: ReturnType<typeof timesUnderQuota>;
  readonly rate: number | undefined;
  /** Of periods in which a request comes, those in which others come too and use up the quota together with it. */
  readonly crowdedRatio: number;
  /** The shortest time for which a caller waits. */
  readonly timeoutMs: number;
  readonly patient: string | undefined;
}

function metBy(view: EstateView, burst: Burst, quotaCores: number): Met {
  const { cpuMsPerRequest: cpuMs, threads = 1 } = burst.value;
  const rate = rateOf(view, burst);
  const { component } = burst.subject;
  const waits = view.callersOf(component).flatMap((caller) => {
    const timeoutMs = policyOfCalls(view, caller, component)?.policy.timeoutMs;
    return timeoutMs === undefined ? [] : [{ caller, timeoutMs }];
  });
  const [shortest] = waits.sort((a, b) => a.timeoutMs - b.timeoutMs);
  const workers = view.of(component, 'workers');
  // Where all that it may work on at once is no more than its quota, nothing that comes together uses that up.
  const isBounded = workers !== undefined && workers.perInstance * threads <= quotaCores;
  // So many fit into one period together: with as many beside the first, the quota does not last.
  const others = Math.floor((quotaCores * cfsPeriodMs) / Math.max(cpuMs, Number.MIN_VALUE) + 1e-9);
  return {
    burst,
    times: timesUnderQuota({ cpuMs, threads, quotaCores }),
    rate,
    crowdedRatio:
      rate === undefined || isBounded || others > 1_000 ? 0 : atLeastRatio(others, (rate * cfsPeriodMs) / 1_000),
    timeoutMs: shortest?.timeoutMs ?? Infinity,
    patient: shortest?.caller,
  };
}

/** Less than a tenth longer, on average and within every timeout, is what no measurement shows. */
const isSlowed = ({ times, timeoutMs }: Met): boolean =>
  times.worstMs > times.freeMs * 1.01 && (times.meanMs > times.freeMs * 1.1 || times.worstMs > timeoutMs);

/** Processors that one instance needs on average; what nobody counted is left out. */
const usedBy = (mets: readonly Met[]): number =>
  mets.reduce((sum, { rate = 0, burst }) => sum + (rate * burst.value.cpuMsPerRequest) / 1_000, 0);

/**
 * Whether requests that come together are stopped often enough to matter: as often as alarms are raised at, or, where the
 * wait for the next period outlasts a caller, often enough to be seen in its errors.
 */
const isCrowded = ({ crowdedRatio, times, timeoutMs }: Met): boolean =>
  crowdedRatio > (times.freeMs + cfsPeriodMs > timeoutMs ? oftenRatio : muchThrottledRatio);

/** Enough that no request is stopped by itself, few by others, and all together need half of it, in steps of 10m. */
function enoughCores(view: EstateView, bursts: readonly Burst[], usedCores: number): number {
  const alone = bursts.map(({ value }) => Math.min(value.threads ?? 1, value.cpuMsPerRequest / cfsPeriodMs));
  const [step, most] = [Math.max(...alone), Math.max(...bursts.map(({ value }) => value.threads ?? 1))];
  const inSteps = (cores: number): number => Math.ceil(cores * 100 - 1e-9) / 100;
  let cores = inSteps(Math.max(usedCores * 2, step));
  const isStopped = (): boolean => bursts.some((burst) => metBy(view, burst, cores).crowdedRatio > oftenRatio);
  // At some size what comes at random comes evenly enough; a sum that never gets there is no advice.
  for (let tries = 0; tries < 100 && isStopped(); tries += 1) cores = inSteps(cores + Math.min(step, most));
  return cores;
}

interface Question {
  readonly input: RuleInput;
  readonly component: string;
  readonly quota: number;
}

const remedyFor = (component: string, cores: number, why: string): ProposedRemedy => ({
  does: `Let an instance of ${component} use ${coresText(cores)}: ${why}.`,
  action: { kind: 'set-limits', component, cpuCores: cores, restarts: true },
});

function checkBursts({ input: { after: view }, component, quota }: Question, bursts: readonly Burst[]): RuleFinding {
  const mets = bursts.map((burst) => metBy(view, burst, quota));
  const usedCores = usedBy(mets);
  const slowest = [...mets].sort(
    (a, b) => b.times.worstMs / b.times.freeMs - a.times.worstMs / a.times.freeMs || b.crowdedRatio - a.crowdedRatio,
  )[0] as Met;
  const { times, burst, rate, timeoutMs, patient } = slowest;
  const { cpuMsPerRequest, threads = 1 } = burst.value;
  const subject = ofComponent(component);
  const quotaMs = quota * cfsPeriodMs;
  const use =
    rate === undefined
      ? 'how much of it is used on average is not known'
      : `${ratioText(usedCores / quota)} of it used on average`;
  const base = {
    about: [subject, burst.subject],
    evidence: [view.fact(subject, 'limits'), ...bursts.map(({ fact }) => fact)],
    arithmetic: [
      { term: 'quota in each period of 100 ms', value: quotaMs, unit: 'ms' },
      { term: 'processor time of one request', value: cpuMsPerRequest, unit: 'ms' },
      { term: 'threads at once', value: threads },
      ...(rate === undefined ? [] : [{ term: 'requests at one instance', value: rate, unit: '/s' }]),
      ...(rate === undefined ? [] : [{ term: 'used on average', value: usedCores, unit: 'cores' }]),
      { term: 'takes at best', value: times.bestMs, unit: 'ms' },
      { term: 'takes on average', value: times.meanMs, unit: 'ms' },
      { term: 'takes at worst', value: times.worstMs, unit: 'ms' },
    ] satisfies Term[],
    missing: (rate === undefined
      ? [{ subject: burst.subject, attribute: 'cpu-burst', part: 'perSecond' }]
      : []) as Missing[],
  };
  const takesDown = [component, ...dependantsOf(view, component)];
  const cores = enoughCores(view, bursts, usedCores);
  const name = subjectLabel(burst.subject);
  const given = `${name} needs ${amount(cpuMsPerRequest)} ms of processor time${threads === 1 ? '' : ` on ${threads} threads`}, and ${coresText(quota)} are ${amount(quotaMs)} ms in each 100 ms (${use})`;
  if (usedCores >= quota) {
    return finding({
      ...base,
      verdict: 'block',
      reason: `An instance of ${component} needs ${coresText(usedCores)} on average and may use ${coresText(quota)}: what waits grows for as long as that much comes.`,
      remedies: [remedyFor(component, cores, 'twice what it needs on average')],
      effect: 'outage',
      takesDown,
    });
  }
  if (isSlowed(slowest)) {
    const late = times.meanMs > timeoutMs ? `; ${patient ?? 'a caller'} waits ${formatDuration(timeoutMs)}` : '';
    return finding({
      ...base,
      verdict: late === '' ? 'warn' : 'block',
      reason: `${given}: a request runs in ${counted(times.periods, 'period')} and takes ${amount(times.bestMs)} to ${amount(times.worstMs)} ms (${amount(times.meanMs)} on average) instead of ${amount(times.freeMs)}, whatever the average use${late}.`,
      remedies: [remedyFor(component, cores, 'no request is stopped by itself, and few by others')],
      effect: late === '' ? 'degradation' : 'outage',
      takesDown: late === '' ? [component] : takesDown,
    });
  }
  const crowded = mets.find(isCrowded);
  if (crowded !== undefined) {
    return finding({
      ...base,
      verdict: 'warn',
      reason: `${given}: one request alone is not stopped, but ${ratioText(crowded.crowdedRatio)} of them share their period with so many others that the quota does not last.`,
      remedies: [remedyFor(component, cores, 'room for requests that come together')],
      effect: 'degradation',
      takesDown: [component],
    });
  }
  return finding({ ...base, verdict: 'pass', reason: `${given}: no request is stopped before it is done.` });
}

/** What is left where nobody knows the work of one request: what was seen of the use and of being stopped. */
function checkUse({ input, component, quota }: Question): readonly RuleFinding[] {
  const { before, after: view, actions, touched } = input;
  const subject = ofComponent(component);
  const told = view.of(component, 'observed-peak');
  const series = view.of(component, 'series') ?? [];
  const of = (statistic: string) => series.filter((each) => each.statistic === statistic);
  const usage = view.known('usage', 'instance').filter(({ subject: { component: owner } }) => owner === component);
  const most = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.max(...values);
  // What was seen was seen by as many instances as there were: more of them share the same load.
  const [were, are] = [before.replicasOf(component), view.replicasOf(component)];
  const share = were === undefined || are === undefined || are === 0 ? 1 : were / are;
  const shared = (cores: number | undefined): number | undefined => (cores === undefined ? undefined : cores * share);
  const mean = shared(told?.cpuMeanCores ?? most(of('cpu-usage').map((each) => each.mean)));
  const mostSeen = most([
    ...(told?.cpuPeakCores === undefined ? [] : [told.cpuPeakCores]),
    ...of('cpu-usage').map(({ max }) => max),
    ...usage.flatMap(({ value }) => value.cpuCores ?? []),
  ]);
  const peak = shared(mostSeen);
  const throttled = most([
    ...of('cpu-throttled').map((each) => each.mean),
    ...usage.flatMap(({ value }) => value.throttledRatio ?? []),
  ]);
  const was = quotaOf(before, component, []);
  const base = {
    about: [subject],
    evidence: [
      view.fact(subject, 'limits'),
      view.fact(subject, 'observed-peak'),
      ...(of('cpu-usage').length + of('cpu-throttled').length === 0 ? [] : [view.fact(subject, 'series')]),
      ...usage.map(({ fact }) => fact),
    ],
    arithmetic: [
      { term: 'processor limit', value: quota, unit: 'cores' },
      ...(share === 1 ? [] : [{ term: 'instances for one of before', value: 1 / share }]),
      ...(mean === undefined ? [] : [{ term: 'used on average', value: mean, unit: 'cores' }]),
      ...(peak === undefined ? [] : [{ term: 'used at most, averaged over a scrape', value: peak, unit: 'cores' }]),
      ...(throttled === undefined ? [] : [{ term: 'periods in which it was stopped', value: throttled }]),
    ] satisfies Term[],
    missing: [{ subject, attribute: 'cpu-burst' }] satisfies Missing[],
  };
  if (mean !== undefined && mean >= quota)
    return [
      finding({
        ...base,
        verdict: 'block',
        reason: `An instance of ${component} uses ${coresText(mean)} on average, and the limit is ${coresText(quota)}: what waits grows for as long as that much comes.`,
        remedies: [remedyFor(component, Math.ceil(mean * 200) / 100, 'twice what it uses on average')],
        effect: 'outage',
        takesDown: [component, ...dependantsOf(view, component)],
      }),
    ];
  if (throttled !== undefined && throttled >= muchThrottledRatio && was !== undefined && quota <= was && share >= 1)
    return [
      finding({
        ...base,
        verdict: 'warn',
        reason: `${component} was stopped in ${ratioText(throttled)} of the periods under a limit of ${coresText(was)}${mean === undefined ? '' : `, with ${ratioText(mean / was)} of it used on average`}: its requests wait for the next period.`,
        remedies: [remedyFor(component, Math.ceil(quota * 200) / 100, 'twice as much as now')],
        effect: 'degradation',
        takesDown: [component],
      }),
    ];
  if (peak !== undefined && peak > quota)
    return [
      finding({
        ...base,
        verdict: 'warn',
        reason: `An instance of ${component} was seen to use ${coresText(peak)}, and the limit is ${coresText(quota)}: it is stopped at each such peak.`,
        remedies: [remedyFor(component, Math.ceil(peak * 120) / 100, 'a fifth above the most that was seen')],
        effect: 'degradation',
        takesDown: [component],
      }),
    ];
  // Of a limit that stays as it was a change need not answer.
  if (actions.length > 0 && (!touched.has(component) || quota === was)) return [];
  const average =
    mean === undefined ? '' : ` (${ratioText(mean / quota)} of it used on average, which says nothing of bursts)`;
  const reason = `An instance of ${component} may use ${coresText(quota)}${average}, and how much processor time one request takes is not known.`;
  return [finding({ ...base, verdict: 'unknown', reason })];
}

function checkComponent(input: RuleInput, component: string): readonly RuleFinding[] {
  const { after, condition } = input;
  const quota = quotaOf(after, component, condition);
  if (quota === undefined || quota <= 0) return [];
  const bursts = after.known('cpu-burst', 'operation').filter(({ subject }) => subject.component === component);
  const question = { input, component, quota };
  return bursts.length > 0 ? [checkBursts(question, bursts)] : checkUse(question);
}

/** What more or fewer instances do: they share what comes, and change nothing for a request that is stopped by itself. */
function scaledOut(
  { before, after }: RuleInput,
  component: string,
  quota: number,
  bursts: readonly Burst[],
): Pick<RuleRemedyAnswer, 'works' | 'because'> {
  const [was, is] = [before, after].map((view) => bursts.map((burst) => metBy(view, burst, quota))) as [Met[], Met[]];
  const [usedWas, usedIs] = [usedBy(was), usedBy(is)];
  const [replicasWas, replicasIs] = [before.replicasOf(component) ?? 1, after.replicasOf(component) ?? 1];
  const all = usedWas * replicasWas;
  const sum = `${coresText(all)} in all are ${coresText(usedWas)} for each of ${replicasWas} and ${coresText(usedIs)} for each of ${replicasIs}, of ${coresText(quota)} that one may use`;
  if (usedIs >= quota) {
    const needed = Math.floor(all / quota + 1e-9) + 1;
    return { works: 'no', because: `${sum}: it takes ${counted(needed, 'instance')} at least.` };
  }
  const still = is.filter(isSlowed);
  if (still.length > 0) {
    const worst = Math.max(...still.map(({ times }) => times.worstMs));
    const alone = `a request runs in one instance, and alone it takes up to ${amount(worst)} ms under ${coresText(quota)}`;
    return usedWas >= quota
      ? { works: 'partly', because: `${sum}: what waits no longer grows, but ${alone}.` }
      : {
          works: 'no',
          because: `${alone[0]?.toUpperCase() ?? ''}${alone.slice(1)}: more instances do not change that.`,
        };
  }
  const crowded = is.find(isCrowded);
  return crowded === undefined
    ? { works: 'yes', because: `${sum}.` }
    : {
        works: 'partly',
        because: `${sum}, and ${ratioText(crowded.crowdedRatio)} of the requests still share their period with more than fit into it.`,
      };
}

function judge(input: RuleInput): readonly RuleRemedyAnswer[] {
  const { before, after, actions, condition } = input;
  return actions.flatMap((action): RuleRemedyAnswer[] => {
    if (!('component' in action)) return [];
    const { component } = action;
    const [was, is] = [quotaOf(before, component, condition), quotaOf(after, component, [])];
    const bursts = before.known('cpu-burst', 'operation').filter(({ subject }) => subject.component === component);
    if (was === undefined || bursts.length === 0) return [];
    const mets = bursts.map((burst) => metBy(before, burst, was));
    const slowed = mets.filter(isSlowed);
    const isOverloaded = usedBy(mets) >= was;
    if (slowed.length === 0 && !isOverloaded && !mets.some(isCrowded)) return [];
    const about = [ofComponent(component)];
    if (action.kind === 'restart' || action.kind === 'recreate')
      return [{ about, action, works: 'no', because: `Each request still meets the quota of ${coresText(was)}.` }];
    if (action.kind === 'scale') return [{ about, action, ...scaledOut(input, component, was, bursts) }];
    if (action.kind !== 'set-limits' && action.kind !== 'configure') return [];
    const under = is === undefined ? [] : bursts.map((burst) => metBy(after, burst, is));
    if (is !== undefined && usedBy(under) >= is) {
      const because = `An instance needs ${coresText(usedBy(under))} on average, and may use ${coresText(is)}.`;
      return [{ about, action, works: 'no', because }];
    }
    const still = under.filter(isSlowed);
    const worst = Math.max(0, ...still.map(({ times }) => times.worstMs));
    const because =
      still.length === 0
        ? `Under ${is === undefined ? 'no limit' : coresText(is)} no request is stopped before it is done.`
        : `Under ${coresText(is ?? 0)} requests of ${listed(still.map(({ burst }) => subjectLabel(burst.subject)))} still take up to ${amount(worst)} ms.`;
    return [{ about, action, works: still.length === 0 ? 'yes' : 'no', because }];
  });
}

/** Whether requests get the processor time that they need in one period of the quota, whatever the average use. */
export const cpuQuota: Rule = {
  name: 'cpu-quota',
  question: 'Does the processor limit give one request its burst, or stop it and let it wait for later periods?',
  reads: [
    'limits',
    'cpu-burst',
    'requests',
    'replicas',
    'workers',
    'observed-peak',
    'series',
    'usage',
    'call-policy',
    'calls',
  ],
  surer: 'the processor time of one request, and on how many threads at once; averages do not show bursts',
  relevantTo: 'always',
  check: (input) => {
    const limited = input.after
      .known('limits', 'component')
      .flatMap(({ subject, value }) => (value.cpuCores === undefined ? [] : [subject.component]));
    const set = input.condition.flatMap((fault) =>
      fault.kind === 'cpu-limit' || fault.kind === 'wrong-limit' ? [fault.component] : [],
    );
    const found = [...new Set([...limited, ...set])].sort().flatMap((component) => checkComponent(input, component));
    return input.actions.length === 0
      ? unknownTogether(
          found,
          'have a processor limit, and how much processor time one request of each takes is not known',
        )
      : found;
  },
  judge,
};
