import { formatDuration } from '../../../src/kernel/index.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { counted, dependantsOf, entryNeeds, listed } from '../reasoning/index.ts';
import type { Entry, EntryNeeds } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput } from '../rule.ts';

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** Programs that raise alarms, by the last part of their image. */
const raisesAlarms: ReadonlySet<string> = new Set(['prometheus', 'alertmanager', 'vmalert', 'mimir', 'uptime-kuma']);

const entryText = ({ component, operation }: Entry): string =>
  operation === undefined ? component : `${component} ${operation}`;

/** Something without which entries do not work, and of which there is one. */
interface SinglePoint {
  readonly component: string;
  readonly why: string;
  readonly entries: readonly Entry[];
  readonly replicas: number;
}

/** Why a component is one point of failure; undefined where it is not, or where it is not known. */
function whySingle(view: EstateView, component: string): string | undefined {
  const replicas = view.replicasOf(component);
  if (replicas === 1) return 'runs as one instance';
  if (replicas === undefined || replicas === 0) return undefined;
  const placed = view.known('placement', 'instance');
  const own = placed.filter(({ subject }) => subject.component === component).map(({ value }) => value.node);
  const [node] = own;
  // Of an estate on one host it is the host, and not worth a word for each component.
  const hasOthers =
    new Set([
      ...placed.map(({ value }) => value.node),
      ...view.known('capacity', 'component').map(({ subject }) => subject.component),
    ]).size > 1;
  return hasOthers && own.length >= replicas && node !== undefined && new Set(own).size === 1
    ? `has all its ${replicas} instances on ${node}`
    : undefined;
}

function pointsOf(view: EstateView, needs: EntryNeeds): readonly SinglePoint[] {
  return view.components.flatMap(({ name: component, kind }): SinglePoint[] => {
    if (['external', 'job', 'host', 'certificate'].includes(kind)) return [];
    const why = whySingle(view, component);
    const entries = why === undefined ? [] : needs.needing(component);
    return why === undefined || entries.length === 0
      ? []
      : [{ component, why, entries, replicas: view.replicasOf(component) ?? 1 }];
  });
}

function remedyFor(view: EstateView, { component, replicas }: SinglePoint): ProposedRemedy {
  const kind = view.kindOf(component);
  const isStateful = kind === 'database' || kind === 'queue' || (view.of(component, 'volumes') ?? []).length > 0;
  if (replicas > 1) return { does: `Let the instances of ${component} be on different hosts.` };
  if (isStateful)
    return { does: `Give ${component} a standby that takes over: two instances alone do not share its data.` };
  return {
    does: `Run two instances of ${component}, on two hosts.`,
    action: { kind: 'scale', component, replicas: 2 },
  };
}

const evidenceOf = (view: EstateView, component: string) => [
  view.fact(ofComponent(component), 'replicas'),
  ...view
    .known('placement', 'instance')
    .flatMap(({ subject, fact }) => (subject.component === component ? [fact] : [])),
];

function share(needs: EntryNeeds, entries: readonly Entry[]): string {
  const names = listed(entries.map(entryText), 3);
  return entries.length === needs.entries.length && entries.length > 1
    ? `all ${counted(entries.length, 'entry', 'entries')} of the estate`
    : `${counted(entries.length, 'entry', 'entries')} of ${needs.entries.length} (${names})`;
}

function latent(view: EstateView, needs: EntryNeeds, point: SinglePoint): RuleFinding {
  return finding({
    verdict: 'latent',
    about: [ofComponent(point.component)],
    reason: `${point.component} ${point.why}, and ${share(needs, point.entries)} ${point.entries.length === 1 ? 'does' : 'do'} not work without it.`,
    arithmetic: [
      { term: `instances of ${point.component}`, value: point.replicas },
      { term: 'entries that need it', value: point.entries.length },
      { term: 'entries in all', value: needs.entries.length },
    ],
    evidence: evidenceOf(view, point.component),
    remedies: [remedyFor(view, point)],
    effect: 'outage',
  });
}

/** Of an estate that is only looked at, one finding for all, those first on which most depends. */
function together(view: EstateView, needs: EntryNeeds, points: readonly SinglePoint[]): readonly RuleFinding[] {
  if (points.length < 4) return points.map((point) => latent(view, needs, point));
  const ranked = [...points].sort((a, b) => b.entries.length - a.entries.length);
  const texts = ranked.map(({ component, entries }) => `${component} (${entries.length} of ${needs.entries.length})`);
  return [
    finding({
      verdict: 'latent',
      about: ranked.map(({ component }) => ofComponent(component)),
      reason: `There is one instance, or one host, of each of these, and entries of the estate do not work without them: ${listed(texts, 6)}.`,
      arithmetic: ranked.map(({ component, entries }) => ({
        term: `entries that need ${component}`,
        value: entries.length,
      })),
      evidence: ranked.flatMap(({ component }) => evidenceOf(view, component)),
      remedies: ranked.slice(0, 3).map((point) => remedyFor(view, point)),
      effect: 'outage',
    }),
  ];
}

/**
 * What a change makes single, or no longer is. What was single before and stays so is told where the estate is looked at:
 * it is no reason against a change.
 */
function changed({ before, after: view, actions }: RuleInput, needs: EntryNeeds): readonly RuleFinding[] {
  if (actions.length === 0) return [];
  const [was, is] = [pointsOf(before, entryNeeds(before)), pointsOf(view, needs)];
  const isIn = (points: readonly SinglePoint[], component: string): boolean =>
    points.some((point) => point.component === component);
  const made = is.filter(({ component }) => !isIn(was, component)).map((point) => latent(view, needs, point));
  const mended = was.filter(({ component }) => !isIn(is, component) && (view.replicasOf(component) ?? 0) > 0);
  return [
    ...made,
    ...mended.map(({ component, why }) =>
      finding({
        verdict: 'pass',
        about: [ofComponent(component)],
        reason: `${component} no longer ${why}.`,
        evidence: evidenceOf(view, component),
      }),
    ),
  ];
}

/** All instances that there are leave at once, by what is done. */
function checkAway(
  { before: view, actions }: RuleInput,
  needs: EntryNeeds,
  disturbance: Disturbance,
): readonly RuleFinding[] {
  const { component, how, instances, by } = disturbance;
  const replicas = view.replicasOf(component);
  const comesBack = how === 'restarted' || how === 'recreated';
  if ((!comesBack && how !== 'ended') || replicas === undefined || replicas === 0) return [];
  const isOneByOne = actions.some(
    (action) => action.kind === 'restart' && action.component === component && action.oneByOne,
  );
  if ((instances ?? replicas) < replicas || (isOneByOne && replicas > 1)) return [];
  const entries = needs.needing(component);
  if (entries.length === 0) return [];
  const started = view.of(component, 'start-up');
  const takes = started?.p95Ms ?? started?.maxMs ?? started?.p50Ms;
  const lasts = !comesBack
    ? 'and nothing brings it back'
    : takes === undefined
      ? 'until it has started again'
      : `for about ${formatDuration(takes)}`;
  const subject = ofComponent(component);
  return [
    finding({
      verdict: comesBack ? 'warn' : 'block',
      about: [subject],
      reason: `${by} takes ${replicas === 1 ? 'the only instance' : `all ${replicas} instances`} of ${component} away at once, ${lasts}: meanwhile ${share(needs, entries)} ${entries.length === 1 ? 'does' : 'do'} not work.`,
      arithmetic: [
        { term: `instances of ${component}`, value: replicas },
        { term: 'that leave at once', value: replicas },
        { term: 'entries that need it', value: entries.length },
      ],
      evidence: [...evidenceOf(view, component), view.fact(subject, 'start-up')],
      missing: comesBack && takes === undefined ? [{ subject, attribute: 'start-up' }] : [],
      effect: 'outage',
      takesDown: [component, ...dependantsOf(view, component)],
      ...(comesBack ? (takes === undefined ? {} : { lastsMs: takes }) : { lastsMs: null }),
    }),
  ];
}

/** Whom a component needs at work, and those whom these need; what only orders starts is no need. */
function neededBy(view: EstateView, component: string): ReadonlySet<string> {
  const isAtWork = (from: string, to: string): boolean => {
    const declared = view.between(from, to, 'declared-dependency');
    return declared === undefined || declared.via.some((via) => via !== 'depends_on');
  };
  const reached = new Set([component]);
  for (const name of reached) for (const to of view.calledBy(name)) if (isAtWork(name, to)) reached.add(to);
  reached.delete(component);
  return reached;
}

/** Alarms that go silent together with what they are about. */
function checkAlerting(view: EstateView, needs: EntryNeeds): readonly RuleFinding[] {
  const told = view.known('alerting', 'component').map(({ subject }) => subject.component);
  const seen = view
    .known('image', 'component')
    .flatMap(({ subject, value }) =>
      raisesAlarms.has(value.repository.replace(/^.*\//, '')) ? [subject.component] : [],
    );
  const rules = (view.ofEstate('alert-rules') ?? []).map(
    ({ expression, labels }) =>
      new Set([expression, ...Object.values(labels)].flatMap((text) => text.split(/[^\w.-]+/))),
  );
  return [...new Set([...told, ...seen])].sort().flatMap((alerting) => {
    const watches = (view.of(alerting, 'alerting')?.watches ?? []).map(({ component }) => component);
    const isWatched = (component: string): boolean =>
      watches.includes(component) || rules.some((words) => words.has(component));
    const blind = [...neededBy(view, alerting)]
      .filter((component) => isWatched(component) || needs.needing(component).length > 0)
      .sort();
    if (blind.length === 0) return [];
    const subject = ofComponent(alerting);
    return [
      finding({
        verdict: 'latent',
        about: [subject],
        reason: `${alerting} raises the alarms and needs ${listed(blind)}, on which it is to tell: when ${blind.length === 1 ? 'that fails' : 'one of these fails'} nobody is told.`,
        arithmetic: [{ term: 'components that it needs and watches', value: blind.length }],
        evidence: [
          view.fact(subject, 'alerting'),
          ...blind.map((component) =>
            view.fact({ kind: 'edge', component: alerting, to: component }, 'declared-dependency'),
          ),
        ],
        remedies: [
          {
            does: `Watch ${listed(blind)} from outside, by something that does not need ${blind.length === 1 ? 'it' : 'them'}.`,
          },
        ],
      }),
    ];
  });
}

/** Which components there is only one of, and what of the estate does not work without them. */
export const singlePoints: Rule = {
  name: 'single-points',
  question:
    'On which single instance or host do the entries of the estate depend, and do alarms depend on what they watch?',
  reads: [
    'replicas',
    'placement',
    'declared-dependency',
    'calls',
    'call-policy',
    'requests',
    'ports',
    'start-up',
    'alerting',
    'alert-rules',
    'image',
  ],
  surer: 'how many instances run on which hosts, and traces that show which operations need what',
  relevantTo: 'always',
  check: (input) => {
    const { after: view, touched, disturbances } = input;
    const needs = entryNeeds(view);
    return [
      ...(touched.size === 0 ? together(view, needs, pointsOf(view, needs)) : changed(input, needs)),
      ...disturbances.flatMap((disturbance) => checkAway(input, needs, disturbance)),
      ...checkAlerting(view, needs),
    ];
  },
};
