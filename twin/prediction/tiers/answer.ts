import type { AttributeName } from '../../../src/estate/index.ts';
import type { Verdict } from '../../verdict.ts';

/** The tiers of the twin that answer without touching anything. */
export type AskedTier = 'preflight' | 'model';

/** One thing that a tier found, and why. */
export interface Reason {
  readonly tier: AskedTier;
  /** The rule of preflight, or the measure of the simulation. */
  readonly mechanism: string;
  readonly verdict: Verdict;
  /** One sentence, with the numbers. */
  readonly text: string;
  readonly takesDown: readonly string[];
  readonly beginsAfterMs?: number;
  /** Of what could not be decided: whether it is so in the same words without the change, which then does not bear on it. */
  readonly isStanding?: boolean;
  /** Of what could not be decided: the attributes that are not known. */
  readonly lacks?: readonly AttributeName[];
}

/** What a remedy does about what is wrong. */
export type RemedyEffect = 'works' | 'partly' | 'fails' | 'unknown';

/** What a tier says of a remedy. */
export interface RemedyReason {
  readonly tier: AskedTier;
  readonly mechanism: string;
  readonly effect: RemedyEffect;
  readonly text: string;
}

/** What a tier says of what it is asked about. */
export interface TierAnswer {
  readonly tier: AskedTier;
  /** Whether it takes part: a simulation needs load and times, preflight a rule that has something to check. */
  readonly wasAsked: boolean;
  /** `unknown` where it was not asked. */
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly remedies: readonly RemedyReason[];
  /** What would make it answer, or answer surely. */
  readonly missing: readonly string[];
  /** The model that was run, as a file has it, with what is judged in its timeline; absent where none was. */
  readonly model?: Readonly<Record<string, unknown>>;
}

const effects: readonly RemedyEffect[] = ['unknown', 'works', 'partly', 'fails'];

/** Of several answers about a remedy the worst carries: whoever relies on it must know where it fails. */
export function worstEffect(remedies: readonly RemedyReason[]): RemedyEffect {
  return remedies.reduce<RemedyEffect>(
    (worst, { effect }) => (effects.indexOf(effect) > effects.indexOf(worst) ? effect : worst),
    'unknown',
  );
}
