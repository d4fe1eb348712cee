import { subjectKey } from '../../src/estate/index.ts';
import type { FoundFact } from '../../src/estate/index.ts';
import { applyChange, runPreflight } from '../../twin/preflight/index.ts';
import type { PreflightEstate, PreflightResult } from '../../twin/preflight/index.ts';
import type { RemedyEffect, TierAnswer } from './answer.ts';
import { modelledComponents, withNamesOfModel } from './named-by-model.ts';
import type { Member } from './read-scenario.ts';
import { lackText } from './written-facts/index.ts';

const effects: Readonly<Record<PreflightResult['remedies'][number]['works'], RemedyEffect>> = {
  yes: 'works',
  partly: 'partly',
  no: 'fails',
  unknown: 'unknown',
};

type Finding = PreflightResult['findings'][number];

/** What a finding says, and of whom. */
const tellingKey = ({ rule, verdict, about, reason }: Finding): string =>
  [rule, verdict, reason, ...about.map(subjectKey)].join('\0');

/**
 * What preflight says of a member. A remedy is judged in the estate as the change has left it. Where no rule had anything to
 * check, preflight takes no part.
 *
 * @param member - Read and checked.
 * @param derived - Facts that what else the scenario says tells.
 * @throws RegisteredError `scenario-invalid` where names are used that neither facts nor model have
 */
export function askPreflight(member: Member, derived: readonly FoundFact[] = []): TierAnswer {
  const answer = withNamesOfModel(member, () => ask(member, derived));
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

/** Whether any rule says anything else, or at all, because of what is wrong: else what it finds well tells nothing of that. */
function hearsOf(result: PreflightResult, estate: PreflightEstate, { atMs, horizonMs }: Member): boolean {
  const { findings } = runPreflight({ estate, actions: [], condition: [], atMs, horizonMs });
  const without = new Set(findings.map(tellingKey));
  return result.findings.some((each) => !without.has(tellingKey(each)));
}

function ask(member: Member, derived: readonly FoundFact[]): TierAnswer {
  const { facts, change, faults, remedy, atMs, horizonMs } = member;
  const modelled = modelledComponents(member).map((name) => ({ name, kind: 'service' as const }));
  const given = { components: [...member.components, ...modelled], facts: [...facts, ...derived] };
  const places = {
    change: change.map((_, at) => `change ${at + 1}`),
    remedy: remedy.map((_, at) => `remedy ${at + 1}`),
  };
  const isRemedied = remedy.length > 0;
  const result = runPreflight({
    estate: isRemedied ? applyChange(given, change, atMs, places.change) : given,
    actions: isRemedied ? remedy : change,
    done: isRemedied ? change : [],
    places: isRemedied ? places.remedy : places.change,
    condition: faults,
    atMs,
    horizonMs,
  });
  // What a rule cannot decide, and could not without the change in the very same words, the change does not bear on.
  const isChange = !isRemedied && change.length > 0;
  const without = isChange
    ? runPreflight({ estate: given, actions: [], condition: faults, atMs, horizonMs }).findings
    : [];
  const isFaultAlone = !isRemedied && change.length === 0 && faults.length > 0;
  const isHeard = !isFaultAlone || result.verdict !== 'pass' || hearsOf(result, given, member);
  const standing = new Set(without.filter(({ verdict }) => verdict === 'unknown').map(tellingKey));
  return {
    tier: 'preflight',
    // A rule that could not decide has a finding, too: without any, there was nothing to check.
    wasAsked: isHeard && (result.findings.length > 0 || result.verdict !== 'unknown'),
    verdict: isHeard ? result.verdict : 'unknown',
    reasons: result.findings.map((each) => ({
      tier: 'preflight' as const,
      mechanism: each.rule,
      verdict: each.verdict,
      text: each.reason,
      takesDown: each.takesDown,
      ...(each.beginsAfterMs === undefined ? {} : { beginsAfterMs: each.beginsAfterMs }),
      ...(each.verdict === 'unknown'
        ? { isStanding: standing.has(tellingKey(each)), lacks: each.missing.map(({ attribute }) => attribute) }
        : {}),
    })),
    remedies: result.remedies.map(({ rule, works, because }) => ({
      tier: 'preflight' as const,
      mechanism: rule,
      effect: effects[works],
      text: because,
    })),
    missing: [
      ...result.undecided.flatMap(({ missing }) => missing.map(lackText)),
      ...(isHeard
        ? []
        : [`a model: no rule of preflight knows what ${faults.map(({ kind }) => kind).join(', ')} does here`]),
    ],
  };
}
