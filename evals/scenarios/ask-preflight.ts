import { subjectKey } from '../../src/estate/index.ts';
import type { FoundFact } from '../../src/estate/index.ts';
import { applyChange, runPreflight } from '../../twin/preflight/index.ts';
import type { PreflightResult } from '../../twin/preflight/index.ts';
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
  const standing = new Set(without.filter(({ verdict }) => verdict === 'unknown').map(tellingKey));
  return {
    tier: 'preflight',
    // A rule that could not decide has a finding, too: without any, there was nothing to check.
    wasAsked: result.findings.length > 0 || result.verdict !== 'unknown',
    verdict: result.verdict,
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
    missing: result.undecided.flatMap(({ missing }) => missing.map(lackText)),
  };
}
