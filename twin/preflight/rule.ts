import type { AttributeName, FoundFact, Subject } from '../../src/estate/index.ts';
import type { Action, ActionName, Fault } from '../../src/kernel/index.ts';
import type { Verdict } from '../verdict.ts';
import type { Disturbance } from './change/index.ts';
import type { EstateView } from './estate-view.ts';
import type { Term } from './term.ts';

export type { Term } from './term.ts';

/** Something that is not known, and whose value would make a finding sure. */
export interface Missing {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  /** Which part of its value. */
  readonly part?: string;
}

/** What would mend it, with the values that it takes. */
export interface ProposedRemedy {
  /** One sentence, with the number. */
  readonly does: string;
  /** Where an action of the vocabulary does it. */
  readonly action?: Action;
}

/** What a rule found. */
export interface RuleFinding {
  readonly verdict: Verdict;
  /** Whom it is about; the first is who has the fault. A change that touches none of these does not answer for it. */
  readonly about: readonly Subject[];
  /** One sentence with the numbers in it. */
  readonly reason: string;
  readonly arithmetic: readonly Term[];
  /** The facts that it rests on. */
  readonly evidence: readonly FoundFact[];
  readonly missing: readonly Missing[];
  readonly remedies: readonly ProposedRemedy[];
  /** What users see; `none` where all is well or nothing is served worse. */
  readonly effect: 'none' | 'degradation' | 'outage' | 'unknown';
  /** Components that no longer serve, or serve worse, sorted: the blast radius; tenants that are no components among them. */
  readonly takesDown: readonly string[];
  /** After how long it begins, where that is known. */
  readonly beginsAfterMs?: number;
  /** How long it lasts, where that is known; null where it does not end by itself. */
  readonly lastsMs?: number | null;
}

/** A finding, as the run of all rules gives it. */
export interface Finding extends RuleFinding {
  readonly rule: string;
  /** Whether it was so before the change already. */
  readonly isStanding: boolean;
}

/** Whether what is done removes what is wrong. */
export interface RuleRemedyAnswer {
  readonly about: readonly Subject[];
  /** Which of the actions is judged. */
  readonly action: Action;
  readonly works: 'yes' | 'partly' | 'no' | 'unknown';
  /** One sentence: where what is wrong is kept, and whether the action reaches it. */
  readonly because: string;
  /** What it costs: data that is lost, requests that fail; absent where nothing. */
  readonly cost?: string;
}

/** An answer, as the run of all rules gives it. */
export interface RemedyAnswer extends RuleRemedyAnswer {
  readonly rule: string;
}

/** What a rule may ask. */
export interface RuleInput {
  readonly before: EstateView;
  /** With the actions applied, as far as they change what is known. */
  readonly after: EstateView;
  readonly actions: readonly Action[];
  /** What is wrong now. */
  readonly condition: readonly Fault[];
  /** Whose instances come, go or start anew by the actions and by what is wrong. */
  readonly disturbances: readonly Disturbance[];
  /** Whose instances came, went or started anew by what was done before the actions. */
  readonly earlier: readonly Disturbance[];
  /** Components that the actions and what is wrong reach; empty where nothing is changed: then all are looked at. */
  readonly touched: ReadonlySet<string>;
  /** The time of the change, milliseconds since 1970. */
  readonly atMs: number;
  /** How far ahead a rule looks for what fills up, runs out or expires. */
  readonly horizonMs: number;
}

/**
 * One question that facts and arithmetic can answer. A rule that has nothing to check says nothing; one that has checked
 * and found all well says `pass` with its sum; one whose question arises (some of the sum is known, or the change makes it
 * matter) and that lacks a figure says `unknown` with what is missing.
 */
export interface Rule {
  /** Kebab-case: `connection-slots`. */
  readonly name: string;
  readonly question: string;
  readonly reads: readonly AttributeName[];
  /** What makes its answer sure, for people. */
  readonly surer: string;
  /** The actions that raise the question, or always. An action that configures one of `reads` always raises it. */
  readonly relevantTo: readonly ActionName[] | 'always';
  readonly check: (input: RuleInput) => readonly RuleFinding[];
  /** Asked where something is wrong now: by `condition`, or by what the rule finds in the estate before. */
  readonly judge?: (input: RuleInput) => readonly RuleRemedyAnswer[];
}

/** What every finding has, with nothing in it. */
const nothing = { arithmetic: [], evidence: [], missing: [], remedies: [], effect: 'none', takesDown: [] } as const;

type Optional = keyof typeof nothing;

/**
 * A finding of which only what matters is given. Evidence that a rule looked for and did not find is left out.
 *
 * @param given - The finding.
 */
export function finding(
  given: Omit<RuleFinding, Optional> &
    Partial<Omit<RuleFinding, 'evidence'>> & { readonly evidence?: readonly (FoundFact | undefined)[] },
): RuleFinding {
  const evidence = [...new Set((given.evidence ?? []).filter((fact) => fact !== undefined))];
  // What nothing bounds is said in words: it is no figure.
  const arithmetic = (given.arithmetic ?? []).filter(({ value }) => Number.isFinite(value));
  return { ...nothing, ...given, arithmetic, evidence, takesDown: [...new Set(given.takesDown ?? [])].sort() };
}
