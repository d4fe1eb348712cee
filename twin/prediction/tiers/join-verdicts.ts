import type { AttributeName } from '../../../src/estate/index.ts';
import { combineVerdicts } from '../../verdict.ts';
import type { Verdict } from '../../verdict.ts';
import type { Reason, TierAnswer } from './answer.ts';

/**
 * What a run of a model brings about by itself, from the settings and times that it is given: how much is asked and how
 * long that takes. A rule that lacks nothing but these asks what the simulation has answered.
 */
const broughtAbout: ReadonlySet<AttributeName> = new Set(['requests', 'calls', 'timeline', 'connections-used']);

/** Whether what a rule could not decide may still turn the verdict to harm. */
function isOpen({ mechanism, isStanding = false, lacks = [] }: Reason, model: TierAnswer | undefined): boolean {
  if (isStanding) return false;
  const isRun = model !== undefined && model.wasAsked && model.verdict !== 'unknown';
  // A model refuses what names nothing in it: one that was run knows the names that the rules cannot tell.
  if (isRun && mechanism === 'named-things') return false;
  return !(isRun && lacks.length > 0 && lacks.every((attribute) => broughtAbout.has(attribute)));
}

/**
 * The verdict of both tiers: what either finds wrong carries, the worst first. What a rule could not decide leaves it
 * unknown, unless it bears on nothing: it stands in the same words without the change, or the simulation has shown what
 * the rule lacks. Where nothing was found well either, it is unknown all the same.
 *
 * @param tiers - What they say; one that could not be asked takes no part.
 */
export function joinVerdicts(tiers: readonly TierAnswer[]): Verdict {
  const model = tiers.find(({ tier }) => tier === 'model');
  return combineVerdicts(
    tiers.flatMap((tier): readonly Verdict[] => {
      if (!tier.wasAsked) return [];
      if (tier.tier === 'model' || tier.verdict !== 'unknown') return [tier.verdict];
      const undecided = tier.reasons.filter(({ verdict }) => verdict === 'unknown');
      if (undecided.some((reason) => isOpen(reason, model))) return ['unknown'];
      return tier.reasons.some(({ verdict }) => verdict === 'pass') ? ['pass'] : [];
    }),
  );
}
