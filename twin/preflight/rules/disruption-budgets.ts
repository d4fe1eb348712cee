import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import { allowedDisruptions, isEvictable } from '../../disruption-budget.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { counted, dependantsOf, listed, readyInstances, roomFor } from '../reasoning/index.ts';
import type { ReadyInstances } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput } from '../rule.ts';
import { isAskedFor, placesElsewhere } from './places-elsewhere.ts';

type Budget = AttributeValueOf<'disruption-budget'>;

const amountText = (amount: { count: number } | { share: number }): string =>
  'count' in amount ? String(amount.count) : `${Number((amount.share * 100).toPrecision(12))} %`;

const budgetText = (budget: Budget): string =>
  `${budget.name === undefined ? 'its disruption budget' : `the disruption budget ${budget.name}`} (${
    'maxUnavailable' in budget
      ? `maxUnavailable ${amountText(budget.maxUnavailable)}`
      : `minAvailable ${amountText(budget.minAvailable)}`
  })`;

/** How long a new instance takes, where it was measured. */
const startMs = (view: EstateView, component: string): number | undefined =>
  view.of(component, 'start-up')?.p95Ms ?? view.of(component, 'start-up')?.maxMs;

interface Eviction {
  readonly view: EstateView;
  readonly disturbance: Disturbance;
  readonly subject: Subject;
  readonly leaving: number;
  readonly replicas: number | undefined;
}

/** The fewest instances more with which the budget lets one go; undefined where no number is enough. */
function enoughMore(budget: Budget, { desired, healthy }: ReadyInstances): number | undefined {
  for (let more = 1; more <= 100; more += 1)
    if (allowedDisruptions(budget, desired + more, healthy + more) >= 1) return more;
  return undefined;
}

function refused({ view, disturbance, subject }: Eviction, budget: Budget, ready: ReadyInstances): RuleFinding {
  const { desired: replicas, healthy, unready, evidence } = ready;
  const lacking = replicas - healthy;
  const { component, node = 'its node', named = [] } = disturbance;
  const takes = startMs(view, component);
  const away = takes === undefined ? 'for as long as it takes to start' : `for about ${formatDuration(takes)}`;
  const more = enoughMore(budget, ready);
  const remedies: ProposedRemedy[] = [
    ...(lacking > 0 && allowedDisruptions(budget, replicas, replicas) >= 1
      ? [
          {
            does: `Let ${unready.length > 0 ? listed(unready) : `all ${replicas} instances`} of ${component} become ready first: then the budget lets one go.`,
          },
        ]
      : []),
    {
      does: `Delete ${named[0] ?? `the instance of ${component}`} by hand: ${component} is away ${away}.`,
      action: {
        kind: 'delete-instance',
        component,
        ...(named[0] === undefined ? {} : { instance: named[0] }),
      },
    },
    {
      does: `Let the budget allow ${lacking === 0 ? 'one instance' : `${lacking + 1} instances`} to be away.`,
      action: {
        kind: 'configure',
        component,
        attribute: 'disruption-budget',
        value: { maxUnavailable: { count: lacking + 1 } },
      },
    },
    ...(more === undefined
      ? []
      : [
          {
            does: `Run ${replicas + more} instances first.`,
            action: { kind: 'scale', component, replicas: replicas + more } as const,
          },
        ]),
  ];
  const told =
    lacking === 0
      ? `lets none of ${counted(replicas, 'instance')} of ${component} go`
      : `lets none of ${component} go while ${healthy} of ${counted(replicas, 'instance')} ${healthy === 1 ? 'serves' : 'serve'}${unready.length === 0 ? '' : ` (not ${listed(unready)})`}`;
  return finding({
    verdict: 'never-completes',
    about: [subject],
    reason: `The drain of ${node} never completes: ${listed(named.length > 0 ? named : [component])} may not be evicted, because ${budgetText(budget)} ${told}.`,
    arithmetic: [
      { term: `instances of ${component}`, value: replicas },
      { term: 'of them ready', value: healthy },
      { term: 'that may go at once', value: 0 },
    ],
    evidence: [view.fact(subject, 'disruption-budget'), view.fact(subject, 'replicas'), ...evidence],
    remedies,
    lastsMs: null,
  });
}

/** What is lost meanwhile, where every instance that there is leaves at once. */
function allLeave(eviction: Eviction, isByAutoscaler: boolean): RuleFinding {
  const { view, disturbance, subject, replicas = 1 } = eviction;
  const { component, node = 'its node', by } = disturbance;
  const room = roomFor(view, component, [node]);
  const cannotReturn = (room.fits === 0 || room.fits === undefined) && room.canGrow === false;
  const takes = startMs(view, component);
  const lasts = cannotReturn
    ? `and there is no place for it elsewhere: ${room.told}`
    : takes === undefined
      ? 'until it has started elsewhere'
      : `for about ${formatDuration(takes)}`;
  const keep: ProposedRemedy[] = isByAutoscaler
    ? [
        {
          does: 'Say that it is not safe to evict.',
          action: { kind: 'configure', component, attribute: 'eviction', value: { isSafe: false } },
        },
      ]
    : [];
  return finding({
    verdict: cannotReturn ? 'block' : 'warn',
    about: [subject],
    reason: `${by} of ${node} takes ${replicas === 1 ? 'the only instance' : `all ${replicas} instances`} of ${component} away, with no disruption budget, ${lasts}.`,
    arithmetic: [
      { term: `instances of ${component}`, value: replicas },
      { term: `of them on ${node}`, value: eviction.leaving },
      ...room.arithmetic,
    ],
    evidence: [
      view.fact(subject, 'replicas'),
      view.fact(subject, 'eviction'),
      view.fact(subject, 'start-up'),
      ...room.evidence,
    ],
    missing: takes === undefined ? [{ subject, attribute: 'start-up' }] : [],
    remedies: [
      ...keep,
      { does: 'Run two instances, on two nodes.', action: { kind: 'scale', component, replicas: 2 } },
    ],
    effect: 'outage',
    takesDown: [component, ...dependantsOf(view, component)],
    ...(cannotReturn ? { lastsMs: null } : takes === undefined ? {} : { lastsMs: takes }),
  });
}

/**
 * What comes of it where more instances have left than find a place elsewhere: those stay pending, and use up what the
 * budget allows, so that a drain that asks for one more is refused for as long as there is no room.
 */
function tooFewPlaces(
  input: RuleInput,
  { view, disturbance, subject, replicas = 0 }: Eviction,
  bound?: { readonly budget: Budget; readonly allowed: number },
): RuleFinding | undefined {
  const { component, node = 'its node' } = disturbance;
  const then = placesElsewhere(input, disturbance, 'then');
  if (then === undefined || then.pending === 0) return undefined;
  const isStuck = bound !== undefined && then.pending > bound.allowed;
  // A node that takes instances again later ends the shortage, but no drain that waits for it to end.
  if (!isStuck && placesElsewhere(input, disturbance, 'in the end')?.pending === 0) return undefined;
  const { room, left, nodes, places, pending, isCertain } = then;
  const told = `${counted(left, 'instance')} of ${component} ${left === 1 ? 'has' : 'have'} to leave ${listed(nodes)}, and ${places === 0 ? 'there is no place elsewhere' : `only ${places} ${places === 1 ? 'finds' : 'find'} a place elsewhere`}: ${room.told}${isCertain ? '' : '; whether a node can be added is not known'}`;
  const isAll = !isStuck && pending >= replicas;
  const shared = {
    about: [subject],
    arithmetic: [
      { term: `instances of ${component}`, value: replicas },
      ...(bound === undefined ? [] : [{ term: 'that may go at once', value: bound.allowed }]),
      { term: 'that have to leave', value: left },
      { term: 'places for them', value: places },
      ...room.arithmetic,
    ],
    evidence: [view.fact(subject, 'disruption-budget'), view.fact(subject, 'replicas'), ...room.evidence],
    missing: isCertain ? [] : [{ subject: { kind: 'estate' } as const, attribute: 'node-pools' as const }],
    remedies: [
      { does: 'Add a node first.', action: { kind: 'add-node', nodes: 1, afterMs: 180_000 } } satisfies ProposedRemedy,
    ],
    effect: isAll ? ('outage' as const) : ('degradation' as const),
    takesDown: isAll ? [component, ...dependantsOf(view, component)] : [component],
    lastsMs: null,
  };
  if (isStuck)
    return finding({
      ...shared,
      verdict: isCertain ? 'never-completes' : 'warn',
      reason: `The drain of ${node} stops: ${told}. ${budgetText(bound.budget)} lets no more than ${bound.allowed} of ${component} be away, and what is pending counts as away.`,
    });
  return finding({
    ...shared,
    verdict: isAll && isCertain ? 'block' : 'warn',
    reason: `After the drain of ${node}, ${component} has ${Math.max(0, replicas - pending)} of ${counted(replicas, 'instance')} for as long as there is no room: ${told}.`,
  });
}

function checkEviction(input: RuleInput, disturbance: Disturbance): readonly RuleFinding[] {
  const { after: view } = input;
  const { component, node = 'its node', by, instances: leaving = 1 } = disturbance;
  const subject = { kind: 'component', component } as const;
  const replicas = view.replicasOf(component);
  const budget = view.of(component, 'disruption-budget');
  const evidence = [view.fact(subject, 'disruption-budget'), view.fact(subject, 'replicas')];
  const about = [subject];
  if (by === 'node-drain' && view.of(component, 'eviction')?.isSafe === false) {
    const reason = `${component} is not safe to evict: an autoscaler of nodes leaves it and ${node} alone; an upgrade of nodes would not.`;
    return [finding({ verdict: 'pass', about, reason, evidence: [view.fact(subject, 'eviction')] })];
  }
  const eviction = { view, disturbance, subject, leaving, replicas };
  if (budget !== undefined && isAskedFor(disturbance)) {
    const ready = readyInstances(view, component, input.condition);
    if (replicas === undefined || ready === undefined) {
      const reason = `Whether ${budgetText(budget)} lets an instance of ${component} go depends on how many there are, which is not known.`;
      return [finding({ verdict: 'unknown', about, reason, evidence, missing: [{ subject, attribute: 'replicas' }] })];
    }
    const counts = allowedDisruptions(budget, replicas, ready.healthy);
    const named = disturbance.named ?? [];
    const isAllUnready = named.length > 0 && named.every((name) => ready.unready.includes(name));
    if (!isEvictable(counts, !isAllUnready)) return [refused(eviction, budget, ready)];
    if (isAllUnready) {
      const reason = `${listed(named)} of ${component} ${named.length === 1 ? 'does' : 'do'} not serve, and ${ready.healthy} others do: ${budgetText(budget)} lets ${named.length === 1 ? 'it' : 'them'} go.`;
      return [finding({ verdict: 'pass', about, reason, evidence: [...evidence, ...ready.evidence] })];
    }
    const allowed = Math.min(replicas, counts);
    const arithmetic = [
      { term: `instances of ${component}`, value: replicas },
      { term: 'that may go at once', value: allowed },
      { term: `of them on ${node}`, value: leaving },
    ];
    const short = tooFewPlaces(input, eviction, { budget, allowed });
    if (short !== undefined) return [short];
    const reason = `${budgetText(budget)} lets ${allowed} of ${counted(replicas, 'instance')} of ${component} go at a time; ${leaving === 1 ? 'one has' : `${leaving} have`} to leave ${node}.`;
    const isAll = allowed >= replicas;
    return [
      finding({
        verdict: 'pass',
        about,
        reason,
        arithmetic,
        evidence,
        effect: isAll ? 'outage' : 'none',
        takesDown: isAll ? [component] : [],
      }),
    ];
  }
  if (replicas !== undefined && leaving >= replicas) return [allLeave(eviction, by === 'node-drain')];
  if (replicas === undefined) return [];
  const short = isAskedFor(disturbance) ? tooFewPlaces(input, eviction) : undefined;
  if (short !== undefined) return [short];
  const reason = `${leaving} of ${counted(replicas, 'instance')} of ${component} ${leaving === 1 ? 'leaves' : 'leave'} ${node}; ${replicas - leaving} serve on.`;
  const arithmetic = [
    { term: `instances of ${component}`, value: replicas },
    { term: `of them on ${node}`, value: leaving },
  ];
  return [
    finding({ verdict: 'pass', about, reason, arithmetic, evidence, effect: 'degradation', takesDown: [component] }),
  ];
}

/** The share of a node that is reserved; undefined where it is not known. */
function usedRatio(view: EstateView, node: string): number | undefined {
  const known = view.of(node, 'capacity');
  const shares = [
    [known?.reservedCpuCores, known?.cpuCores],
    [known?.reservedMemoryBytes, known?.memoryBytes],
  ].flatMap(([reserved, whole]) =>
    reserved === undefined || whole === undefined || whole === 0 ? [] : [reserved / whole],
  );
  return shares.length === 0 ? undefined : Math.max(...shares);
}

/** Singletons that an autoscaler of nodes may move by itself, at any time. */
function consolidations(view: EstateView): readonly RuleFinding[] {
  const ratios = (view.ofEstate('node-pools') ?? []).flatMap(({ consolidatesBelowRatio: ratio }) => ratio ?? []);
  if (ratios.length === 0) return [];
  const below = Math.max(...ratios);
  return view.known('placement', 'instance').flatMap(({ subject, value }): RuleFinding[] => {
    const { component, instance } = subject;
    const used = usedRatio(view, value.node);
    const isKept =
      view.replicasOf(component) !== 1 ||
      view.of(component, 'disruption-budget') !== undefined ||
      view.of(component, 'eviction')?.isSafe === false;
    if (isKept || (used !== undefined && used >= below)) return [];
    const disturbance: Disturbance = {
      component,
      how: 'evicted',
      instances: 1,
      named: [instance],
      node: value.node,
      by: 'Consolidation',
    };
    const about = { kind: 'component', component } as const;
    return [allLeave({ view, disturbance, subject: about, leaving: 1, replicas: 1 }, true)];
  });
}

/** A drain of a node of which nobody knows what is on it, or of one that is known to be empty. */
function checkDrain({ after: view, actions, disturbances }: RuleInput): readonly RuleFinding[] {
  return actions.flatMap((action): RuleFinding[] => {
    if (action.kind !== 'drain-node' || disturbances.some(({ node }) => node === action.node)) return [];
    const subject: Subject = { kind: 'component', component: action.node };
    const about = [subject];
    const placed = view.known('placement', 'instance');
    if (placed.length > 0) {
      const reason = `None of ${counted(placed.length, 'instance')} whose node is known is on ${action.node}.`;
      return [finding({ verdict: 'pass', about, reason, evidence: placed.map(({ fact }) => fact) })];
    }
    const reason = `What has to leave ${action.node} is not known: of no instance is it known on which node it is.`;
    const missing = [{ subject, attribute: 'placement' as const }];
    return [finding({ verdict: 'unknown', about, reason, missing })];
  });
}

function check(input: RuleInput): readonly RuleFinding[] {
  const { after, actions, disturbances } = input;
  const evictions = disturbances.filter(({ how }) => how === 'evicted');
  return [
    ...checkDrain(input),
    ...evictions.flatMap((disturbance) => checkEviction(input, disturbance)),
    // A change that moves instances is about these; what may happen at any time is asked of the estate as it is.
    ...(evictions.length === 0 && actions.every(({ kind }) => kind !== 'drain-node') ? consolidations(after) : []),
  ];
}

/** Whether evictions are allowed and bearable: disruption budgets, singletons, and a place to come back to. */
export const disruptionBudgets: Rule = {
  name: 'disruption-budgets',
  question: 'Does a drain come to an end, and does something serve meanwhile?',
  reads: [
    'disruption-budget',
    'replicas',
    'state',
    'placement',
    'eviction',
    'node-pools',
    'capacity',
    'limits',
    'start-up',
  ],
  surer: 'which instances are on which node, the budgets, and what is free on the other nodes',
  relevantTo: 'always',
  check,
};
