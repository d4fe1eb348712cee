import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { amount, brokerLoad, bytesText, counted, dependantsOf, fullAfterMs } from '../reasoning/index.ts';
import type { BrokerLoad } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** Components that hold messages: those that are said to, and queues of which a limit is known. */
function brokersOf(view: EstateView): readonly string[] {
  const withPolicy = view.known('memory-policy', 'component').filter(({ value, subject }) => {
    const hasQueues = view.of(subject.component, 'backlogs') !== undefined;
    return (
      value.role === 'broker' || (value.role === undefined && (hasQueues || view.kindOf(subject.component) === 'queue'))
    );
  });
  const withBacklogs = view
    .known('backlogs', 'component')
    .filter(({ subject }) => view.of(subject.component, 'memory-policy') === undefined);
  return [...new Set([...withPolicy, ...withBacklogs].map(({ subject }) => subject.component))].sort();
}

function missingOf({ component, limit, usedBytes, growthBytesPerSecond }: BrokerLoad): Missing[] {
  const subject = ofComponent(component);
  return [
    ...(limit === undefined ? [{ subject, attribute: 'memory-policy' as const, part: 'maxBytes' }] : []),
    ...(usedBytes === undefined ? [{ subject, attribute: 'memory-policy' as const, part: 'usedBytes' }] : []),
    ...(growthBytesPerSecond === undefined
      ? [{ subject, attribute: 'backlogs' as const, part: 'arrivalsPerSecond, servedPerSecond, bytesPerMessage' }]
      : []),
  ];
}

function remediesFor(view: EstateView, load: BrokerLoad, horizonMs: number): readonly ProposedRemedy[] {
  const { component, arrivalsPerSecond, servedPerSecond, consumers, usedBytes, growthBytesPerSecond } = load;
  const [consumer] = consumers;
  const replicas = consumer === undefined ? undefined : view.replicasOf(consumer);
  const canScale =
    consumers.length === 1 &&
    replicas !== undefined &&
    replicas > 0 &&
    (servedPerSecond ?? 0) > 0 &&
    arrivalsPerSecond !== undefined;
  const enough = canScale ? Math.ceil(((arrivalsPerSecond * 1.2) / (servedPerSecond ?? 1)) * replicas) : 0;
  const neededBytes =
    usedBytes === undefined || growthBytesPerSecond === undefined
      ? undefined
      : usedBytes + (growthBytesPerSecond * horizonMs) / 1_000;
  const step = 64 * 2 ** 20;
  const maxBytes = neededBytes === undefined ? 0 : Math.ceil((neededBytes * 1.2) / step) * step;
  const policy = view.of(component, 'memory-policy');
  return [
    ...(canScale && enough > replicas
      ? [
          {
            does: `Run ${enough} instances of ${consumer ?? ''} before it is full: they serve more than comes.`,
            action: { kind: 'scale' as const, component: consumer ?? '', replicas: enough },
          },
        ]
      : []),
    ...(maxBytes > 0 && policy !== undefined
      ? [
          {
            does: `Let it hold ${bytesText(maxBytes)}, which lasts for ${formatDuration(horizonMs)}.`,
            action: {
              kind: 'configure' as const,
              component,
              attribute: 'memory-policy',
              value: { ...policy, maxBytes } as never,
            },
          },
        ]
      : []),
  ];
}

/** Whether what is done, or is wrong, changes how the memory fills: other consumers, other bounds, other messages. */
function changesFilling(
  { before, after, actions, condition }: RuleInput,
  component: string,
  consumers: readonly string[],
): boolean {
  const those = new Set([component, ...consumers]);
  const isOther = (['memory-policy', 'backlogs', 'limits'] as const).some(
    (attribute) => before.of(component, attribute) !== after.of(component, attribute),
  );
  return (
    isOther ||
    consumers.some((consumer) => before.replicasOf(consumer) !== after.replicasOf(consumer)) ||
    actions.some(({ kind }) => kind === 'purge-queue' || kind === 'pause-consumers' || kind === 'resume-consumers') ||
    actions.some((action) => action.kind === 'stop' && those.has(action.component)) ||
    condition.some(
      (fault) => fault.kind === 'queue-backlog' || ('component' in fault && those.has(fault.component ?? '')),
    )
  );
}

function checkBroker(input: RuleInput, component: string): readonly RuleFinding[] {
  const { after: view, actions, touched, horizonMs } = input;
  const load = brokerLoad(input, component);
  const {
    limit,
    eviction = 'none',
    usedBytes,
    growthBytesPerSecond,
    arrivalsPerSecond,
    servedPerSecond,
    consumers,
  } = load;
  const subject = ofComponent(component);
  const isTouched = touched.has(component) || consumers.some((consumer) => touched.has(consumer));
  const fullMs = fullAfterMs(load);
  const base = {
    about: [subject, ...consumers.map(ofComponent)],
    evidence: load.evidence,
    arithmetic: [
      ...(limit === undefined ? [] : [{ term: 'memory that it may use', value: limit.bytes, unit: 'bytes' }]),
      ...(usedBytes === undefined ? [] : [{ term: 'in use', value: usedBytes, unit: 'bytes' }]),
      { term: 'messages that wait', value: load.waiting },
      ...(arrivalsPerSecond === undefined
        ? []
        : [{ term: 'messages that come', value: arrivalsPerSecond, unit: '/s' }]),
      ...(servedPerSecond === undefined
        ? []
        : [{ term: 'messages that are served', value: servedPerSecond, unit: '/s' }]),
      ...(growthBytesPerSecond === undefined ? [] : [{ term: 'growth', value: growthBytesPerSecond, unit: 'bytes/s' }]),
    ] satisfies Term[],
  };
  if (fullMs === undefined) {
    const isDraining =
      (growthBytesPerSecond !== undefined && growthBytesPerSecond <= 0) ||
      (arrivalsPerSecond !== undefined && servedPerSecond !== undefined && arrivalsPerSecond <= servedPerSecond);
    if (isDraining || (actions.length > 0 && !changesFilling(input, component, consumers))) return [];
    const missing = missingOf(load);
    const holds = limit === undefined ? 'what it may hold' : `when it reaches ${bytesText(limit.bytes)}`;
    const reason = `${component} holds messages that wait, and ${holds} is not known.`;
    return [finding({ ...base, verdict: 'unknown', reason, missing })];
  }
  const rates =
    arrivalsPerSecond === undefined || servedPerSecond === undefined
      ? ''
      : `${amount(arrivalsPerSecond)} messages a second come to ${component} and ${amount(servedPerSecond)} are served`;
  const holds = `it holds ${bytesText(usedBytes ?? 0)} of ${bytesText(limit?.bytes ?? 0)}`;
  if (fullMs === Infinity) {
    const why =
      growthBytesPerSecond === undefined || growthBytesPerSecond > 0
        ? `The queues of ${component} take no more than ${bytesText(load.mostBytes)}, and it may hold ${bytesText(limit?.bytes ?? 0)}.`
        : `${rates}: what waits does not grow, and ${holds}.`;
    return [finding({ ...base, verdict: 'pass', reason: why })];
  }
  const losesMessages = eviction !== 'none' && limit?.isRefused === true;
  const outcome =
    limit?.isRefused === false
      ? 'it is killed for lack of memory, and fills again from what it has kept'
      : losesMessages
        ? 'it throws messages away, which nobody is told'
        : 'it refuses every write, and acknowledgements of consumers among them: nothing comes in and nothing is finished';
  const when =
    fullMs === 0 ? `${holds}, and so it is full` : `${rates}: ${holds}, and is full in ${formatDuration(fullMs)}`;
  const isSoon = fullMs <= horizonMs;
  const verdict = losesMessages
    ? 'warn'
    : fullMs === 0 || (isSoon && isTouched && actions.length > 0)
      ? 'block'
      : 'latent';
  return [
    finding({
      ...base,
      verdict,
      reason: `${when}; then ${outcome}.`,
      remedies: remediesFor(view, load, horizonMs),
      effect: losesMessages ? 'degradation' : 'outage',
      takesDown: [component, ...consumers, ...dependantsOf(view, component)],
      beginsAfterMs: fullMs,
      lastsMs: null,
    }),
  ];
}

/** What an action does for a broker that is full, or fills. */
function judgeFor(input: RuleInput, component: string): readonly RuleRemedyAnswer[] {
  const { before, actions, condition, horizonMs } = input;
  const was = brokerLoad({ before, after: before, actions: [], condition }, component);
  const wasFullMs = fullAfterMs(was);
  const isHit = condition.some((fault) => 'component' in fault && fault.component === component);
  const isFull = wasFullMs === 0 || isHit;
  if (!isFull && (wasFullMs === undefined || wasFullMs === Infinity)) return [];
  const is = fullAfterMs(brokerLoad(input, component));
  const about = [ofComponent(component)];
  const then =
    is === undefined
      ? ''
      : is === Infinity
        ? ' It does not fill again.'
        : ` At these rates it is full again in ${formatDuration(is)}.`;
  const lost = `${counted(was.waiting, 'message')} ${was.waiting === 1 ? 'is' : 'are'} lost`;
  return actions.flatMap((action): RuleRemedyAnswer[] => {
    const queues = (before.of(component, 'backlogs') ?? []).map(({ queue }) => queue ?? component);
    const isEmptied =
      (action.kind === 'purge-queue' && queues.includes(action.queue)) ||
      (action.kind === 'flush-cache' && action.component === component);
    if (isEmptied)
      return [
        {
          about,
          action,
          works: 'yes',
          because: `It empties the memory of ${component}, which takes writes again.${then}`,
          cost: lost,
        },
      ];
    if (!('component' in action)) return [];
    const isRestart = action.kind === 'restart' || action.kind === 'recreate';
    if (was.consumers.includes(action.component)) {
      if (isFull && (isRestart || action.kind === 'scale')) {
        const because = `What is full is the memory of ${component}: it refuses the writes of new instances of ${action.component} as those of the old.`;
        return [{ about, action, works: 'no', because }];
      }
      if (isRestart) return [{ about, action, works: 'no', because: 'They serve no more than before.' }];
      if (action.kind === 'scale') {
        const works = is === Infinity ? 'yes' : is !== undefined && is > horizonMs ? 'partly' : 'no';
        return [
          {
            about,
            action,
            works,
            because:
              works === 'yes' ? 'More is served than comes.' : `It is full in ${formatDuration(is ?? 0)} all the same.`,
          },
        ];
      }
      return [];
    }
    if (action.component !== component) return [];
    if (isRestart) {
      const keeps = before.of(component, 'volumes') !== undefined || before.of(component, 'mounts') !== undefined;
      const because = keeps
        ? `${component} loads what it has kept on its volume, and is as full as before.`
        : `Whether ${component} keeps its messages over a restart is not known: if it does it is as full as before, if not they are lost.`;
      return [{ about, action, works: keeps ? 'no' : 'unknown', because }];
    }
    if (action.kind === 'set-limits' || action.kind === 'configure') {
      const policy = input.after.of(component, 'memory-policy')?.eviction ?? 'none';
      if (policy !== 'none' && (was.eviction ?? 'none') === 'none')
        return [
          {
            about,
            action,
            works: 'partly',
            because: `${component} takes writes again by throwing messages away.`,
            cost: 'messages are lost',
          },
        ];
      const works =
        is === Infinity ? 'yes' : is === undefined ? 'unknown' : is > horizonMs ? 'yes' : is > 0 ? 'partly' : 'no';
      const because =
        is === 0 ? `${component} holds more than that already.` : `${component} takes writes again.${then}`;
      return [{ about, action, works, because }];
    }
    return [];
  });
}

/** Whether the messages that wait fill the memory of a broker, and what empties it. */
export const brokerMemory: Rule = {
  name: 'broker-memory',
  question:
    'Do messages that wait fill the memory of a broker, which then refuses writes, loses messages or is killed?',
  reads: ['memory-policy', 'backlogs', 'limits', 'replicas', 'volumes', 'mounts', 'command', 'declared-dependency'],
  surer: 'what comes, what is served, and how large a message is, at the busiest hour',
  relevantTo: 'always',
  check: (input) => brokersOf(input.after).flatMap((component) => checkBroker(input, component)),
  judge: (input) => brokersOf(input.before).flatMap((component) => judgeFor(input, component)),
};
