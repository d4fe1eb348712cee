import type { FoundFact } from '../../../src/estate/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { amount, bytesText, dependantsOf, listed, policyOfCalls } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

type Lookups = Known<'name-lookups', 'edge'>;

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** A whole name costs one lookup for each family of addresses; each search domain before it as many again (resolv.conf(5), ndots). */
const lookupsWithoutSearch = 2;

/** What one caller asks of a name server. */
interface Asking {
  readonly caller: string;
  readonly perCall: number;
  readonly isCached: boolean;
  /** Undefined where nobody counted its calls. */
  readonly callsPerSecond: number | undefined;
  /** Of one call to another component, the first among them, where these fail. */
  readonly attempts: number;
  /** Whether something that it calls fails now. */
  readonly isRetrying: boolean;
  readonly evidence: readonly (FoundFact | undefined)[];
}

function askingOf(view: EstateView, condition: RuleInput['condition'], { subject, value, fact }: Lookups): Asking {
  const { component: caller, to: server } = subject;
  const others = view.calledBy(caller).filter((called) => called !== server);
  const traffic = view
    .known('calls', 'edge')
    .filter(({ subject: edge }) => edge.component === caller && edge.to !== server);
  const counted = traffic.reduce((sum, { value: call }) => sum + call.perSecond, 0);
  const failing = new Set(
    condition.flatMap((fault) => ('component' in fault && fault.kind !== 'retry-storm' ? [fault.component] : [])),
  );
  const policies = others.map((called) => ({ called, known: policyOfCalls(view, caller, called) }));
  const storms = condition.flatMap((fault) =>
    fault.kind === 'retry-storm' && fault.component === caller ? [fault.attempts] : [],
  );
  const attempts = Math.max(1, ...policies.map(({ known }) => known?.policy.attempts ?? 1), ...storms);
  return {
    caller,
    perCall: value.perCall,
    isCached: value.isCached,
    callsPerSecond: value.callsPerSecond ?? (traffic.length === 0 ? undefined : counted),
    attempts,
    isRetrying: storms.length > 0 || others.some((called) => failing.has(called)),
    evidence: [fact, ...policies.flatMap(({ known }) => known?.evidence ?? []), ...traffic.map((call) => call.fact)],
  };
}

/** Lookups a second: what is cached asks nothing; each further attempt looks up again. */
const perSecondOf = ({ perCall, isCached, callsPerSecond = 0, attempts }: Asking, isRetrying: boolean): number =>
  isCached ? 0 : callsPerSecond * perCall * (isRetrying ? attempts : 1);

/** What a name server needs and has, in numbers. */
interface Demand {
  readonly askings: readonly Asking[];
  readonly replicas: number;
  /** Lookups a second of all instances: as it is now, and where every caller uses all its attempts. */
  readonly nowPerSecond: number;
  readonly mostPerSecond: number;
  readonly limitBytes: number | undefined;
  /** Memory of one instance at a number of lookups a second of all; undefined where nothing tells. */
  readonly needBytes: (perSecond: number) => number | undefined;
}

function demandOn(view: EstateView, condition: RuleInput['condition'], server: string): Demand {
  const askings = view
    .known('name-lookups', 'edge')
    .filter(({ subject }) => subject.to === server)
    .map((lookups) => askingOf(view, condition, lookups));
  const replicas = Math.max(1, view.replicasOf(server) ?? 1);
  const use = view.of(server, 'memory-use');
  const total = (isRetrying: (asking: Asking) => boolean): number =>
    askings.reduce((sum, asking) => sum + perSecondOf(asking, isRetrying(asking)), 0);
  return {
    askings,
    replicas,
    nowPerSecond: total((asking) => asking.isRetrying),
    mostPerSecond: total(() => true),
    limitBytes: view.of(server, 'limits')?.memoryBytes,
    needBytes: (perSecond) =>
      use === undefined ? undefined : use.baseBytes + ((use.bytesPerRequestPerSecond ?? 0) * perSecond) / replicas,
  };
}

function remediesFor(server: string, { askings, mostPerSecond, needBytes }: Demand): readonly ProposedRemedy[] {
  const [largest] = [...askings].sort((a, b) => perSecondOf(b, true) - perSecondOf(a, true));
  const need = needBytes(mostPerSecond);
  const step = 64 * 2 ** 20;
  const memoryBytes = need === undefined ? undefined : Math.ceil((need * 1.2) / step) * step;
  return [
    ...(memoryBytes === undefined
      ? []
      : [
          {
            does: `Let an instance of ${server} have ${bytesText(memoryBytes)}: enough where every attempt is used.`,
            action: { kind: 'set-limits' as const, component: server, memoryBytes, restarts: true },
          },
        ]),
    ...(largest === undefined || largest.perCall <= lookupsWithoutSearch
      ? []
      : [
          {
            does: `Let ${largest.caller} ask for whole names (ndots:1): ${lookupsWithoutSearch} lookups for a call instead of ${largest.perCall}.`,
            action: {
              kind: 'configure' as const,
              component: largest.caller,
              to: server,
              attribute: 'name-lookups',
              value: {
                perCall: lookupsWithoutSearch,
                isCached: false,
                ...(largest.callsPerSecond === undefined ? {} : { callsPerSecond: largest.callsPerSecond }),
              },
            },
          },
        ]),
    ...(largest === undefined
      ? []
      : [{ does: `Let ${largest.caller} keep answers, or put a cache for names on each node.` }]),
  ];
}

function checkServer({ after: view, touched, condition }: RuleInput, server: string): readonly RuleFinding[] {
  const demand = demandOn(view, condition, server);
  const { askings, nowPerSecond, mostPerSecond, limitBytes, needBytes, replicas } = demand;
  const subject = ofComponent(server);
  const callers = askings.map(({ caller }) => caller).sort();
  const base = {
    about: [subject, ...callers.map((caller) => ({ kind: 'edge', component: caller, to: server }) as const)],
    evidence: [
      ...askings.flatMap(({ evidence }) => evidence),
      view.fact(subject, 'limits'),
      view.fact(subject, 'memory-use'),
      view.fact(subject, 'replicas'),
    ],
    arithmetic: [
      ...askings.flatMap(({ caller, callsPerSecond, perCall, attempts }) => [
        ...(callsPerSecond === undefined ? [] : [{ term: `calls of ${caller}`, value: callsPerSecond, unit: '/s' }]),
        { term: `lookups for a call of ${caller}`, value: perCall },
        { term: `attempts of ${caller} at most`, value: attempts },
      ]),
      { term: 'lookups now', value: nowPerSecond, unit: '/s' },
      { term: 'lookups where every attempt is used', value: mostPerSecond, unit: '/s' },
      { term: `instances of ${server}`, value: replicas },
      ...(limitBytes === undefined ? [] : [{ term: 'memory limit', value: limitBytes, unit: 'bytes' }]),
    ] satisfies Term[],
  };
  const [now, most] = [needBytes(nowPerSecond), needBytes(mostPerSecond)];
  const uncounted = askings.filter(({ callsPerSecond, isCached }) => callsPerSecond === undefined && !isCached);
  const missing: Missing[] = [
    ...(limitBytes === undefined ? [{ subject, attribute: 'limits' as const, part: 'memoryBytes' }] : []),
    ...(most === undefined ? [{ subject, attribute: 'memory-use' as const }] : []),
    ...uncounted.map(({ caller }) => ({
      subject: { kind: 'edge', component: caller, to: server } as const,
      attribute: 'name-lookups' as const,
      part: 'callsPerSecond',
    })),
  ];
  const amplified = askings.filter((asking) => !asking.isCached && asking.perCall > lookupsWithoutSearch);
  const shape =
    amplified.length === 0
      ? ''
      : `, ${amount(Math.max(...amplified.map(({ perCall }) => perCall)))} for each call of ${listed(amplified.map(({ caller }) => caller))}, which keep${amplified.length === 1 ? 's' : ''} no answers`;
  const sumText = `${amount(nowPerSecond)} lookups a second reach ${server}${shape}${mostPerSecond > nowPerSecond ? `, and ${amount(mostPerSecond)} where what they call fails and every attempt is used` : ''}`;
  const alerting = view.known('alerting', 'component').map(({ subject: { component } }) => component);
  const takesDown = [server, ...dependantsOf(view, server)];
  const blind = alerting.filter((component) => takesDown.includes(component));
  const silent = blind.length === 0 ? '' : `; ${listed(blind)}, which would tell of it, needs it too`;
  const isTouched = touched.size === 0 || touched.has(server) || callers.some((caller) => touched.has(caller));
  if (limitBytes !== undefined && most !== undefined && most > limitBytes) {
    const isNow = now !== undefined && now > limitBytes;
    return [
      finding({
        ...base,
        missing,
        verdict: isNow ? 'block' : 'latent',
        reason: `${sumText}: one of its ${replicas} instances needs ${bytesText(isNow ? now : most)} for that and may have ${bytesText(limitBytes)}. All are killed together, and each again as soon as it starts, for as long as that is asked; ${listed(callers)} and whatever needs names stop${silent}.`,
        remedies: remediesFor(server, demand),
        effect: 'outage',
        takesDown,
        lastsMs: null,
      }),
    ];
  }
  if (missing.length > 0) {
    if (!isTouched) return [];
    const what =
      most === undefined
        ? 'how its memory grows with them'
        : limitBytes === undefined
          ? 'what it may use'
          : `how many calls ${listed(uncounted.map(({ caller }) => caller))} make`;
    return [finding({ ...base, missing, verdict: 'unknown', reason: `${sumText}, and ${what} is not known.` })];
  }
  return [
    finding({
      ...base,
      verdict: 'pass',
      reason: `${sumText}: an instance needs ${bytesText(most ?? 0)} at most and may have ${bytesText(limitBytes ?? 0)}.`,
    }),
  ];
}

function judge({ before, after, actions, condition }: RuleInput): readonly RuleRemedyAnswer[] {
  const servers = new Set(before.known('name-lookups', 'edge').map(({ subject }) => subject.to));
  return [...servers].flatMap((server) => {
    const was = demandOn(before, condition, server);
    const need = was.needBytes(was.nowPerSecond);
    const isHit = condition.some((fault) => 'component' in fault && fault.component === server);
    const isDown = need !== undefined && was.limitBytes !== undefined && need > was.limitBytes;
    if (!isDown && !isHit) return [];
    const is = demandOn(after, condition, server);
    const then = is.needBytes(is.nowPerSecond);
    const about = [ofComponent(server)];
    return actions.flatMap((action): RuleRemedyAnswer[] => {
      if (!('component' in action)) return [];
      if (
        action.component === server &&
        (action.kind === 'restart' || action.kind === 'recreate' || action.kind === 'delete-instance')
      ) {
        const because = `The ${amount(was.nowPerSecond)} lookups a second are still asked: it is killed again as soon as it starts.`;
        return [{ about, action, works: isDown ? 'no' : 'unknown', because }];
      }
      const isAbout = action.component === server || was.askings.some(({ caller }) => caller === action.component);
      const changes = ['set-limits', 'scale', 'configure', 'set-retries'].includes(action.kind);
      if (!isAbout || !changes) return [];
      if (then === undefined || is.limitBytes === undefined)
        return [
          { about, action, works: 'unknown', because: `How the memory of ${server} grows with lookups is not known.` },
        ];
      const because = `${amount(is.nowPerSecond)} lookups a second need ${bytesText(then)} in each instance, which may have ${bytesText(is.limitBytes)}.`;
      return [{ about, action, works: then <= is.limitBytes ? 'yes' : 'no', because }];
    });
  });
}

/** Whether a name server has the memory for what callers ask when they repeat what fails. */
export const lookupAmplification: Rule = {
  name: 'lookup-amplification',
  question: 'Does a name server stand what callers ask of it, search domains, missing caches and retries multiplied?',
  reads: ['name-lookups', 'memory-use', 'limits', 'replicas', 'call-policy', 'calls', 'alerting'],
  surer: 'lookups for each call, calls a second, attempts, and how the memory of the server grows with lookups',
  relevantTo: 'always',
  check: (input) => {
    const servers = new Set(input.after.known('name-lookups', 'edge').map(({ subject }) => subject.to));
    return [...servers].sort().flatMap((server) => checkServer(input, server));
  },
  judge,
};
