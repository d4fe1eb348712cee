import { subjectKey } from '../../src/estate/index.ts';
import type { Subject } from '../../src/estate/index.ts';
import { compareText } from '../../src/kernel/index.ts';
import type { Action, Fault } from '../../src/kernel/index.ts';
import { combineVerdicts, compareVerdicts } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { applyChange, checkNames, disturbancesOf, touchedComponents } from './change/index.ts';
import { withDerivedFacts } from './derived-facts.ts';
import { EstateView } from './estate-view.ts';
import type { PreflightEstate } from './estate-view.ts';
import type { Finding, Missing, RemedyAnswer, Rule, RuleFinding, RuleInput } from './rule.ts';
import { rules as allRules } from './rules/index.ts';

/** What is asked of preflight. */
export interface PreflightRequest {
  readonly estate: PreflightEstate;
  /** What is to be done; none where the estate is looked at as it is. */
  readonly actions: readonly Action[];
  /** What is wrong now, or is expected to go wrong. */
  readonly condition?: readonly Fault[];
  /** What was done just before, which the estate has in it: actions may be a remedy for what came of it. */
  readonly done?: readonly Action[];
  /** Where each action stands, for messages; by their numbers where left out. */
  readonly places?: readonly string[];
  /** The time of the change, milliseconds since 1970. */
  readonly atMs: number;
  /** How far ahead what fills up, runs out or expires counts. */
  readonly horizonMs: number;
}

/** A question that could not be answered, and what would answer it. */
export interface Undecided {
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly missing: readonly Missing[];
}

/** What preflight says. */
export interface PreflightResult {
  readonly verdict: Verdict;
  /** The finding that carries the verdict, in one sentence. */
  readonly reason: string;
  /** What the change answers for, the worst first. */
  readonly findings: readonly Finding[];
  /** What is wrong elsewhere, and that the change neither makes nor mends; it does not bear on the verdict. */
  readonly elsewhere: readonly Finding[];
  /** What was wrong before the change, and is not after it. */
  readonly resolved: readonly Finding[];
  /** Whether what is done removes what is wrong now. */
  readonly remedies: readonly RemedyAnswer[];
  /** Rules that found something to check, by name. */
  readonly applied: readonly string[];
  readonly undecided: readonly Undecided[];
  /** Rules that had nothing to check: the estate tells nothing of what they ask. */
  readonly silent: readonly string[];
}

const isWrong = ({ verdict }: RuleFinding): boolean => verdict !== 'pass' && verdict !== 'unknown';

const aboutKey = ({ about }: RuleFinding): string => about.map(subjectKey).join('\n');

/** What a finding says, of whom and in which words: the figures of a rule that a fault concerns are in these. */
const tellingKey = (each: RuleFinding): string => `${each.verdict}\0${aboutKey(each)}\0${each.reason}`;

function componentsOf(subject: Subject): readonly string[] {
  if (subject.kind === 'estate') return [];
  return subject.kind === 'edge' ? [subject.component, subject.to] : [subject.component];
}

/** Where nothing is touched, everything is asked about; what is said of the whole estate bears on every change. */
function isAnsweredFor({ about, takesDown }: RuleFinding, touched: ReadonlySet<string>): boolean {
  const named = [...about.flatMap(componentsOf), ...takesDown];
  return touched.size === 0 || about.some(({ kind }) => kind === 'estate') || named.some((name) => touched.has(name));
}

/** Whether anything is done to the estate. */
const changesSomething = (actions: readonly Action[]): boolean =>
  actions.some(({ kind }) => kind !== 'do-nothing' && kind !== 'wait' && kind !== 'page-on-call');

function isRelevant({ relevantTo, reads }: Rule, { actions, condition }: RuleInput): boolean {
  if (relevantTo === 'always' || condition.length > 0) return true;
  if (!changesSomething(actions)) return true;
  return actions.some(
    (action) =>
      relevantTo.includes(action.kind) ||
      (action.kind === 'configure' && reads.some((attribute) => attribute === action.attribute)),
  );
}

function inOrder(findings: readonly Finding[]): Finding[] {
  const keyed = findings.map((each) => ({ each, key: aboutKey(each) }));
  return keyed
    .sort(
      (a, b) =>
        compareVerdicts(a.each.verdict, b.each.verdict) ||
        Number(a.each.isStanding) - Number(b.each.isStanding) ||
        compareText(a.each.rule, b.each.rule) ||
        compareText(a.key, b.key),
    )
    .map(({ each }) => each);
}

const nothingTold = 'The estate tells nothing of what the rules ask about.';
const nothingNew =
  'The change neither makes nor hastens any harm; what lies ahead without it is told as wrong elsewhere.';
const nothingByFault =
  'What goes wrong neither makes nor hastens any harm that the rules know of; what lies ahead without it is told as wrong elsewhere.';

function undecidedOf(findings: readonly Finding[]): Undecided[] {
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown');
  return [...Map.groupBy(unknown, ({ rule }) => rule)].map(([rule, those]) => {
    const missing = those.flatMap((each) => each.missing);
    const key = ({ subject, attribute, part }: Missing): string => [subjectKey(subject), attribute, part].join('\0');
    return {
      rule,
      reasons: those.map(({ reason }) => reason),
      missing: [...new Map(missing.map((each) => [key(each), each])).values()],
    };
  });
}

/**
 * Asks every rule of preflight about a change: arithmetic over what is known, in milliseconds, without running anything.
 *
 * @param request - The estate, the change, what is wrong now, and when.
 * @param rules - Those that are asked; all unless told otherwise.
 * @throws RegisteredError `change-names-unknown`, `vocabulary-entry-invalid`
 */
export function runPreflight(request: PreflightRequest, rules: readonly Rule[] = allRules): PreflightResult {
  const { actions, condition = [], done = [], places = [], atMs, horizonMs } = request;
  const estate = withDerivedFacts(request.estate);
  const before = new EstateView(estate);
  checkNames(
    before,
    condition.map((word, at) => ({ word, place: `fault ${at + 1}` })),
  );
  const changed = applyChange(estate, actions, atMs, places);
  // Actions that are events leave the facts as they are: what was worked out of them once is not worked out again.
  const after = changed.facts === estate.facts ? before : new EstateView(changed);
  const disturbances = disturbancesOf(actions, condition, before, after);
  const touched = touchedComponents(actions, condition, disturbances);
  const earlier = disturbancesOf(done, [], before, before);
  const input: RuleInput = { before, after, actions, condition, disturbances, earlier, touched, atMs, horizonMs };
  const asItIs: RuleInput = { ...input, after: before, actions: [], disturbances: [] };
  const isChanged = changesSomething(actions);
  const isAsItIs = actions.length === 0 && condition.length === 0;
  // What only goes wrong, and is not answered by anything done, is held against the estate without it.
  const isFaultAlone = condition.length > 0 && !isChanged;
  const withoutFaults: RuleInput = { ...asItIs, condition: [] };
  const ahead = new Set<Finding>();

  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const remedies: RemedyAnswer[] = [];
  const silent: string[] = [];
  for (const rule of rules) {
    if (!isRelevant(rule, input)) continue;
    const found = rule.check(input);
    // Of an estate that is looked at as it is, both are the same question.
    const standing = isAsItIs ? found : rule.check(asItIs);
    const wasSo = new Set(standing.map((each) => `${each.verdict}\0${aboutKey(each)}`));
    const isSo = new Set(found.filter(isWrong).map(aboutKey));
    if (found.length === 0) silent.push(rule.name);
    const told = found.map((each) => ({
      ...each,
      rule: rule.name,
      isStanding: actions.length === 0 || wasSo.has(`${each.verdict}\0${aboutKey(each)}`),
    }));
    findings.push(...told);
    // A rule that a fault concerns says something else with it; whatever it says alike lies ahead without it.
    const isSameWithout = isFaultAlone ? new Set(rule.check(withoutFaults).map(tellingKey)) : undefined;
    for (const each of told) {
      if (each.verdict !== 'latent') continue;
      if (isChanged ? each.isStanding : isSameWithout?.has(tellingKey(each))) ahead.add(each);
    }
    const gone = standing.filter((each) => isWrong(each) && !isSo.has(aboutKey(each)));
    resolved.push(...gone.map((each) => ({ ...each, rule: rule.name, isStanding: true })));
    const isAnythingWrong = condition.length > 0 || earlier.length > 0 || standing.some(isWrong);
    if (rule.judge !== undefined && actions.length > 0 && isAnythingWrong)
      remedies.push(...rule.judge(input).map((answer) => ({ ...answer, rule: rule.name })));
  }

  // Harm that lies ahead whether or not the change is made, or the fault comes, is none that these answer for.
  const isAhead = (each: Finding): boolean => ahead.has(each);
  const isOwn = (each: Finding): boolean => isAnsweredFor(each, touched) && !isAhead(each);
  const own = inOrder(findings.filter(isOwn));
  const isAnyAhead = findings.some((each) => isAnsweredFor(each, touched) && isAhead(each));
  const verdict = combineVerdicts([...own.map((each) => each.verdict), ...(isAnyAhead ? (['pass'] as const) : [])]);
  return {
    verdict,
    reason: own[0]?.reason ?? (isAnyAhead ? (isFaultAlone ? nothingByFault : nothingNew) : nothingTold),
    findings: own,
    elsewhere: inOrder(findings.filter((each) => isWrong(each) && !isOwn(each))),
    resolved: inOrder(resolved),
    remedies,
    applied: [...new Set(findings.map(({ rule }) => rule))],
    undecided: undecidedOf(own),
    silent,
  };
}
