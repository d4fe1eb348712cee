import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { counted, ratioText, rolloutPlan, roomFor } from '../reasoning/index.ts';
import type { RolloutPlan } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/** A rollout that is under way, and what is known of it. */
interface Rollout {
  readonly view: EstateView;
  readonly component: string;
  readonly subject: Subject;
  readonly replicas: number;
  readonly plan: RolloutPlan;
  readonly arithmetic: readonly Term[];
}

const basisText: Readonly<Record<RolloutPlan['basis'], string>> = {
  told: '',
  'kubernetes-default': ' (the default of 25 % each)',
  docker: '',
  assumed: ' (taken for granted: 25 % each)',
};

function lessRemedy({ component }: Rollout): ProposedRemedy {
  const action: Action = {
    kind: 'set-rollout',
    component,
    strategy: 'rolling',
    maxSurge: { count: 0 },
    maxUnavailable: { count: 1 },
  };
  return { does: 'Let an old instance go before its successor comes: maxSurge 0, maxUnavailable 1.', action };
}

/** How many nodes could take a new instance; undefined where nothing tells. */
function nodeCount(view: EstateView): number | undefined {
  const open = view.known('capacity', 'component').filter(({ value }) => value.isSchedulable !== false);
  const pools = view.ofEstate('node-pools');
  const inPools = (pools ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
  // Where something runs there is a node: pools without any do not tell of it.
  if (inPools > 0) return inPools;
  if (open.length > 0) return open.length;
  const placed = new Set(view.known('placement', 'instance').map(({ value }) => value.node));
  return placed.size > 1 ? placed.size : undefined;
}

function volumeFinding(rollout: Rollout, volumes: AttributeValueOf<'volumes'>): readonly RuleFinding[] {
  const { view, component, subject, plan, replicas, arithmetic } = rollout;
  const once = volumes.find(({ accessMode }) => accessMode === 'single-instance' || accessMode === 'single-node');
  if (once === undefined || plan.surge === 0 || plan.strategy !== 'rolling') return [];
  const evidence = [view.fact(subject, 'volumes'), view.fact(subject, 'rollout'), view.fact(subject, 'replicas')];
  const name = once.name ?? once.target ?? 'its volume';
  const shared = { about: [subject], evidence, remedies: [lessRemedy(rollout)] };
  if (plan.unavailable > 0) {
    const reason = `A new instance of ${component} waits for ${name} until an old one has let go of it: ${plan.unavailable} of ${replicas} may go first.`;
    return [finding({ ...shared, verdict: 'pass', reason, arithmetic, remedies: [] })];
  }
  const stalls = `no old one may go before it is ready${basisText[plan.basis]}`;
  if (once.accessMode === 'single-instance') {
    const reason = `The new instance of ${component} can never attach ${name}: only one instance may have it, and ${stalls}.`;
    return [finding({ ...shared, verdict: 'never-completes', reason, arithmetic, lastsMs: null })];
  }
  const nodes = nodeCount(view);
  if (nodes === 1) {
    const reason = `${name} of ${component} is attached to one node, and there is no other that the new instance could come to.`;
    return [finding({ ...shared, verdict: 'pass', reason, arithmetic, remedies: [] })];
  }
  if (nodes === undefined) {
    const reason = `The rollout of ${component} stalls if its new instance comes to another node than ${name} is attached to; how many nodes there are is not known.`;
    const missing = [{ subject: { kind: 'estate' } as const, attribute: 'node-pools' as const }];
    return [finding({ ...shared, verdict: 'warn', reason, arithmetic, missing, lastsMs: null })];
  }
  const elsewhere = (nodes - 1) / nodes;
  return [
    finding({
      ...shared,
      verdict: 'never-completes',
      reason: `The rollout of ${component} stalls if its new instance comes to another node than ${name} is attached to: ${ratioText(elsewhere)} with ${nodes} equally likely nodes, and ${stalls}; the old instance serves on.`,
      arithmetic: [
        ...arithmetic,
        { term: 'nodes', value: nodes },
        { term: 'chance of another node', value: elsewhere },
      ],
      lastsMs: null,
    }),
  ];
}

/** All go before any comes: no room is needed, and nothing serves until the first new one is ready. */
function inPlaceFindings({ view, component, subject, replicas, plan, arithmetic }: Rollout): readonly RuleFinding[] {
  const start = view.of(component, 'start-up');
  const lastsMs = start?.p95Ms ?? start?.maxMs;
  // Of every container that an engine replaces the same could be said; how long it is away is what a reader asks.
  if (plan.basis === 'docker' && lastsMs === undefined) return [];
  const how =
    plan.basis === 'docker'
      ? 'The engine takes each container away before it makes the next'
      : 'All go before new ones come';
  return [
    finding({
      verdict: 'pass',
      about: [subject],
      reason: `${how}: replacing ${replicas === 1 ? 'the instance' : `the ${replicas} instances`} of ${component} needs no further room, and it does not serve meanwhile${lastsMs === undefined ? '' : `, about ${formatDuration(lastsMs)}`}.`,
      arithmetic,
      evidence: [view.fact(subject, 'rollout'), view.fact(subject, 'replicas'), view.fact(subject, 'start-up')],
      missing: lastsMs === undefined ? [{ subject, attribute: 'start-up' }] : [],
      effect: 'outage',
      takesDown: [component],
      ...(lastsMs === undefined ? {} : { lastsMs }),
    }),
  ];
}

function roomFinding(rollout: Rollout): readonly RuleFinding[] {
  const { view, component, subject, plan, replicas, arithmetic } = rollout;
  if (plan.strategy === 'recreate') return inPlaceFindings(rollout);
  if (plan.strategy !== 'rolling') return [];
  const room = roomFor(view, component);
  const terms = [...arithmetic, ...room.arithmetic];
  const shared = {
    about: [subject],
    arithmetic: terms,
    evidence: [view.fact(subject, 'rollout'), view.fact(subject, 'replicas'), ...room.evidence],
  };
  if (plan.unavailable > 0 || plan.surge === 0) {
    if (room.fits === undefined && plan.basis === 'assumed') return [];
    const start = view.of(component, 'start-up');
    const lasts = start?.p95Ms ?? start?.maxMs;
    const isAll = plan.unavailable >= replicas;
    const reason = `${counted(plan.unavailable, 'instance')} of ${component} of ${replicas} may go before a successor is ready: the rollout of ${component} needs no further room${isAll ? ', and nothing serves meanwhile' : ''}.`;
    return [
      finding({
        ...shared,
        verdict: 'pass',
        reason,
        effect: isAll ? 'outage' : 'none',
        takesDown: isAll ? [component] : [],
        ...(lasts === undefined || !isAll ? {} : { lastsMs: lasts }),
      }),
    ];
  }
  if (room.fits === undefined) {
    if (room.evidence.every(({ attribute }) => attribute === 'limits')) return [];
    const reason = `The rollout of ${component} needs room for one more instance, and whether there is any is not known.`;
    const missing = [
      { subject, attribute: 'limits' as const },
      { subject: { kind: 'estate' } as const, attribute: 'node-pools' as const },
    ];
    return [finding({ ...shared, verdict: 'unknown', reason, missing })];
  }
  if (room.fits >= 1 || room.canGrow === true) {
    const where = room.fits >= 1 ? 'there is room for one more' : 'a node can be added';
    return [
      finding({
        ...shared,
        verdict: 'pass',
        reason: `The rollout of ${component} adds instances first, and ${where}.`,
      }),
    ];
  }
  const rounded = `of ${replicas}, at most ${plan.surge} more and ${plan.unavailable} fewer${basisText[plan.basis]}`;
  return [
    finding({
      ...shared,
      verdict: room.canGrow === false || view.ofEstate('node-pools') === undefined ? 'never-completes' : 'warn',
      reason: `The rollout of ${component} never completes: it may remove no instance before a new one is ready (${rounded}), and no node has room for one: ${room.told}. The old ${replicas === 1 ? 'instance serves' : 'instances serve'} on.`,
      remedies: [
        lessRemedy(rollout),
        { does: 'Add a node first.', action: { kind: 'add-node', nodes: 1, afterMs: 180_000 } },
      ],
      lastsMs: null,
    }),
  ];
}

function growthFinding(view: EstateView, component: string, more: number): readonly RuleFinding[] {
  const room = roomFor(view, component);
  const subject = { kind: 'component', component } as const;
  const shared = { about: [subject], evidence: [view.fact(subject, 'replicas'), ...room.evidence] };
  const arithmetic = [...room.arithmetic, { term: 'instances more', value: more }];
  // What the emptiest node takes is a lower bound: others may take some too.
  const isBound = view.known('capacity', 'component').length === 0;
  if (room.fits === undefined || (isBound && room.fits > 0 && room.fits < more)) return [];
  if (room.fits >= more || room.canGrow === true) {
    const reason = `${counted(more, 'more instance')} of ${component} ${room.fits >= more ? 'find' : 'need nodes that can be added, or find'} a place.`;
    return [finding({ ...shared, arithmetic, verdict: 'pass', reason })];
  }
  return [
    finding({
      ...shared,
      arithmetic,
      verdict: 'never-completes',
      reason: `Of ${counted(more, 'more instance')} of ${component}, ${more - room.fits} ${more - room.fits === 1 ? 'finds' : 'find'} no place and ${more - room.fits === 1 ? 'stays' : 'stay'} pending: ${room.told}.`,
      remedies: [{ does: 'Add nodes first.', action: { kind: 'add-node', nodes: 1, afterMs: 180_000 } }],
      lastsMs: null,
    }),
  ];
}

function check({ after: view, disturbances }: RuleInput): readonly RuleFinding[] {
  const rolled = new Set(disturbances.flatMap(({ how, component }) => (how === 'rolled-out' ? [component] : [])));
  const grown = disturbances.filter(({ how, instances }) => how === 'added' && instances !== undefined);
  return [
    ...[...rolled].flatMap((component) => {
      const replicas = view.replicasOf(component);
      if (replicas === undefined || replicas === 0) return [];
      const plan = rolloutPlan(view, component, replicas);
      const arithmetic = [
        { term: `instances of ${component}`, value: replicas },
        { term: 'more meanwhile, rounded up', value: plan.surge },
        { term: 'fewer meanwhile, rounded down', value: plan.unavailable },
      ];
      const subject = { kind: 'component', component } as const;
      const rollout = { view, component, subject, replicas, plan, arithmetic };
      if (plan.strategy === 'on-delete') {
        const reason = `Nothing replaces the instances of ${component}: they go on as they are until somebody deletes them, and then start as they are declared by then.`;
        return [
          finding({
            verdict: 'latent',
            about: [subject],
            reason,
            arithmetic,
            evidence: [view.fact(subject, 'rollout')],
          }),
        ];
      }
      const ofVolume = volumeFinding(rollout, view.of(component, 'volumes') ?? []);
      return [...ofVolume, ...roomFinding(rollout)];
    }),
    ...grown.flatMap(({ component, instances = 0 }) => growthFinding(view, component, instances)),
  ];
}

/** Whether a rollout, or more instances, find the room that they need. */
export const rolloutRoom: Rule = {
  name: 'rollout-room',
  question: 'Does a rollout find room for the instances that it adds first, and for volumes that attach only once?',
  reads: ['rollout', 'replicas', 'limits', 'node-pools', 'capacity', 'volumes', 'placement', 'start-up'],
  surer: 'what an instance reserves, what is free on the emptiest node, and whether nodes can be added',
  relevantTo: 'always',
  check,
};
