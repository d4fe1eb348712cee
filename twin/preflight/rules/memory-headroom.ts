import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { bytesText, dependantsOf, listed, observedMemory, ratioText } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';
import { unknownTogether } from '../unknown-together.ts';

/**
 * Of the limit, above the peak. With less, the growth of a week or one larger request passes the limit; with much more,
 * limits that have served for months would be called wrong.
 */
const leastHeadroomRatio = 0.1;

const stepBytes = 64 * 2 ** 20;

/** A fifth above the peak, in steps of 64 MiB. */
const roomyBytes = (peakBytes: number): number => Math.ceil((peakBytes * 1.2) / stepBytes) * stepBytes;

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** The limit that counts: what a fault sets wrong, else what is configured. */
function limitOf(view: EstateView, component: string, condition: RuleInput['condition']): number | undefined {
  const wrong = condition.flatMap((fault) =>
    fault.kind === 'wrong-limit' && fault.component === component ? (fault.memoryBytes ?? []) : [],
  );
  return wrong[0] ?? view.of(component, 'limits')?.memoryBytes;
}

/** The most memory of one host; undefined where nothing tells. */
function largestHostBytes(view: EstateView): number | undefined {
  const engine = view.ofEstate('engine')?.memoryBytes;
  const sizes = [
    ...view.known('capacity', 'component').flatMap(({ value }) => value.memoryBytes ?? []),
    ...(view.ofEstate('node-pools') ?? []).flatMap(({ nodeMemoryBytes }) => nodeMemoryBytes ?? []),
    ...(engine === undefined ? [] : [engine]),
  ];
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}

function remedyFor(component: string, bytes: number): ProposedRemedy {
  return {
    does: `Let an instance of ${component} have ${bytesText(roomyBytes(bytes))}: a fifth above the most that it was seen to use.`,
    action: { kind: 'set-limits', component, memoryBytes: roomyBytes(bytes), restarts: true },
  };
}

/** What is said of a limit that is above all that was seen. */
function roomText(view: EstateView, component: string, limit: number): string {
  const host = largestHostBytes(view);
  if (host !== undefined && limit > host) return `, and no host has more than ${bytesText(host)}`;
  const reserved = view.of(component, 'limits')?.memoryReservationBytes;
  return reserved === undefined ? '' : `; what it reserves of a node, ${bytesText(reserved)}, stays as it is`;
}

function checkComponent({ before, after: view, actions, touched, condition }: RuleInput, component: string) {
  const limit = limitOf(view, component, condition);
  if (limit === undefined) return [];
  const was = limitOf(before, component, []);
  const subject = ofComponent(component);
  const { peakBytes, nowBytes, windowMs, killed, evidence: seen } = observedMemory(view, component);
  const need = Math.max(peakBytes ?? 0, nowBytes ?? 0);
  const about = [subject];
  const evidence = [view.fact(subject, 'limits'), ...seen];
  const arithmetic: Term[] = [
    { term: 'memory limit', value: limit, unit: 'bytes' },
    ...(peakBytes === undefined ? [] : [{ term: 'observed peak', value: peakBytes, unit: 'bytes' }]),
    ...(nowBytes === undefined ? [] : [{ term: 'in use at the capture', value: nowBytes, unit: 'bytes' }]),
  ];
  const missing =
    peakBytes === undefined ? [{ subject, attribute: 'observed-peak' as const, part: 'memoryBytes' }] : [];
  const base = { about, evidence, arithmetic, missing };
  const window = windowMs === undefined || windowMs === 0 ? '' : ` in ${formatDuration(windowMs)}`;
  const killedText =
    killed.length === 0 ? '' : `; ${listed(killed)} ${killed.length === 1 ? 'was' : 'were'} ended for lack of memory`;
  const seenText =
    peakBytes !== undefined && peakBytes >= need
      ? `used up to ${bytesText(peakBytes)}${window}`
      : `uses ${bytesText(nowBytes ?? 0)} now`;
  const takesDown = [component, ...dependantsOf(view, component)];
  if (need > limit) {
    return [
      finding({
        ...base,
        verdict: 'block',
        reason: `The memory limit of ${component} is ${bytesText(limit)}, and an instance ${seenText}: it is killed at the next such peak, and again after every start${killedText}.`,
        remedies: [remedyFor(component, need)],
        effect: 'outage',
        takesDown,
        lastsMs: null,
      }),
    ];
  }
  const wasKilledThere = killed.length > 0 && was !== undefined && limit <= was;
  if (peakBytes === undefined) {
    const isFull = need > 0 && (limit - need) / limit < leastHeadroomRatio;
    if (wasKilledThere || isFull) {
      const why = isFull
        ? `an instance ${seenText}: ${ratioText((limit - need) / limit)} are left, and its peak is not known`
        : 'its peak is not known';
      return [
        finding({
          ...base,
          verdict: wasKilledThere && limit < was ? 'block' : 'warn',
          reason: `The memory limit of ${component} is ${bytesText(limit)}, and ${why}${killedText}.`,
          effect: 'outage',
          takesDown,
          ...(need === 0 ? {} : { remedies: [remedyFor(component, need)] }),
        }),
      ];
    }
    const now = nowBytes === undefined ? '' : ` (${bytesText(nowBytes)} now)`;
    const reason = `The memory limit of ${component} is ${bytesText(limit)}, and the most that an instance uses is not known${now}${killedText}.`;
    // Of a limit that stays as it was a change need not answer.
    return actions.length > 0 && (!touched.has(component) || limit === was)
      ? []
      : [finding({ ...base, verdict: 'unknown' as const, reason })];
  }
  const headroomRatio = (limit - need) / limit;
  const isTight = headroomRatio < leastHeadroomRatio;
  const host = largestHostBytes(view);
  const isBeyondHost = host !== undefined && limit > host && limit !== was;
  const left =
    limit === need
      ? 'nothing is left, and whether it wanted more cannot be seen'
      : `${ratioText(headroomRatio)} are left (${bytesText(limit - need)})`;
  return [
    finding({
      ...base,
      verdict: isTight || isBeyondHost || wasKilledThere ? 'warn' : 'pass',
      reason: `The memory limit of ${component} is ${bytesText(limit)}, and an instance ${seenText}: ${left}${killedText}${roomText(view, component, limit)}.`,
      remedies: isTight ? [remedyFor(component, need)] : [],
      ...(isTight ? { effect: 'outage' as const, takesDown } : {}),
    }),
  ];
}

function judge({ before, after, actions, condition }: RuleInput): readonly RuleRemedyAnswer[] {
  return actions.flatMap((action): RuleRemedyAnswer[] => {
    if (!('component' in action)) return [];
    const { component } = action;
    const seen = observedMemory(before, component);
    const need = Math.max(seen.peakBytes ?? 0, seen.nowBytes ?? 0);
    const was = limitOf(before, component, condition);
    const isKilled =
      seen.killed.length > 0 ||
      condition.some((fault) => fault.kind === 'out-of-memory' && fault.component === component);
    if (was === undefined || (need <= was && !isKilled)) return [];
    const about = [ofComponent(component)];
    switch (action.kind) {
      case 'set-limits':
      case 'configure': {
        const limit = limitOf(after, component, []);
        if (limit === undefined || limit === was)
          return [{ about, action, works: 'no', because: `The memory limit stays ${bytesText(was)}.` }];
        if (seen.peakBytes === undefined || limit <= was)
          return [
            {
              about,
              action,
              works: limit <= was ? 'no' : 'unknown',
              because:
                limit <= was
                  ? `${bytesText(limit)} is no more than the ${bytesText(was)} that were too little.`
                  : `How much more than ${bytesText(was)} an instance wants is not known.`,
            },
          ];
        const works = limit < need ? 'no' : (limit - need) / limit < leastHeadroomRatio ? 'partly' : 'yes';
        const because = `An instance was seen to use ${bytesText(need)}, and the limit becomes ${bytesText(limit)}.`;
        return [{ about, action, works, because }];
      }
      case 'restart':
      case 'recreate':
      case 'delete-instance': {
        const because = `It starts with the same limit of ${bytesText(was)} and grows to the same size.`;
        return [{ about, action, works: 'no', because }];
      }
      default:
        return [];
    }
  });
}

/** Whether what an instance was seen to use at most fits into its memory limit, and with how much to spare. */
export const memoryHeadroom: Rule = {
  name: 'memory-headroom',
  question: 'Is the memory limit above the most that an instance was seen to use, and by how much?',
  reads: ['limits', 'observed-peak', 'series', 'usage', 'state', 'capacity', 'node-pools', 'engine'],
  surer: 'the peak (no quantile) over days that hold the busiest hour',
  relevantTo: 'always',
  check: (input) => {
    const { after, actions, condition } = input;
    const limited = after.known('limits', 'component').map(({ subject }) => subject.component);
    const wrong = condition.flatMap((fault) => (fault.kind === 'wrong-limit' ? [fault.component] : []));
    const found = [...new Set([...limited, ...wrong])].sort().flatMap((component) => checkComponent(input, component));
    return actions.length === 0
      ? unknownTogether(found, 'have a memory limit, and the most that an instance of each uses is not known')
      : found;
  },
  judge,
};
