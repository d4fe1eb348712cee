import type { FoundFact } from '../../src/estate/index.ts';
import { askPreflight } from '../../twin/prediction/tiers/index.ts';
import type { TierAnswer } from '../../twin/prediction/tiers/index.ts';
import { modelledComponents, withNamesOfModel } from './named-by-model.ts';
import type { Member } from './read-scenario.ts';
import { lackText } from '../../src/estate/written-facts/index.ts';

/**
 * What preflight says of a member, which may name components that only what is said of the model by hand has.
 *
 * @param member - Read and checked.
 * @param derived - Facts that what else the scenario says tells.
 * @throws RegisteredError `scenario-invalid` where names are used that neither facts nor model have
 */
export function askRules(member: Member, derived: readonly FoundFact[]): TierAnswer {
  const modelled = modelledComponents(member).map((name) => ({ name, kind: 'service' as const }));
  const answer = withNamesOfModel(member, () =>
    askPreflight({ ...member, components: [...member.components, ...modelled] }, lackText, derived),
  );
  if (!('onlyInModel' in answer)) return answer;
  return {
    tier: 'preflight',
    wasAsked: false,
    verdict: 'unknown',
    reasons: [],
    remedies: [],
    missing: answer.onlyInModel.map((name) => `facts of ${name}, which only the model names`),
  };
}
