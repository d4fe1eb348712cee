import { subjectKey } from '../../../src/estate/index.ts';
import type { FoundFact } from '../../../src/estate/index.ts';
import type { Action, Fault } from '../../../src/kernel/index.ts';
import { applyChange, runPreflight } from '../../preflight/index.ts';
import type { PreflightEstate, PreflightResult } from '../../preflight/index.ts';
import type { RemedyEffect, TierAnswer } from './answer.ts';

const effects: Readonly<Record<PreflightResult['remedies'][number]['works'], RemedyEffect>> = {
  yes: 'works',
  partly: 'partly',
  no: 'fails',
  unknown: 'unknown',
};

type Finding = PreflightResult['findings'][number];

/** What preflight is asked about. */
export interface AskedOfPreflight extends PreflightEstate {
  readonly change: readonly Action[];
  readonly faults: readonly Fault[];
  readonly remedy: readonly Action[];
  readonly atMs: number;
  readonly horizonMs: number;
}

/** What a finding says, and of whom. */
const tellingKey = ({ rule, verdict, about, reason }: Finding): string =>
  [rule, verdict, reason, ...about.map(subjectKey)].join('\0');

/** Whether any rule says anything else, or at all, because of what is wrong: else what it finds well tells nothing of that. */
function hearsOf(result: PreflightResult, estate: PreflightEstate, atMs: number, horizonMs: number): boolean {
  const { findings } = runPreflight({ estate, actions: [], condition: [], atMs, horizonMs });
  const without = new Set(findings.map(tellingKey));
  return result.findings.some((each) => !without.has(tellingKey(each)));
}

/**
 * What preflight says. A remedy is judged in the estate as the change has left it. Where no rule had anything to
 * check, preflight takes no part.
 *
 * @param asked - Read and checked.
 * @param lackText - Says what is missing, and how it can be told.
 * @param derived - Facts that what else is said tells.
 */
export function askPreflight(
  { components, facts, change, faults, remedy, atMs, horizonMs }: AskedOfPreflight,
  lackText: (missing: Finding['missing'][number]) => string,
  derived: readonly FoundFact[] = [],
): TierAnswer {
  const given = { components, facts: [...facts, ...derived] };
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
  const isHeard = !isFaultAlone || result.verdict !== 'pass' || hearsOf(result, given, atMs, horizonMs);
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
