import { subjectLabel } from '../../src/estate/index.ts';
import { applyChange, runPreflight } from '../../twin/preflight/index.ts';
import type { PreflightResult } from '../../twin/preflight/index.ts';
import type { RemedyEffect, TierAnswer } from './answer.ts';
import type { Member } from './read-scenario.ts';

const effects: Readonly<Record<PreflightResult['remedies'][number]['works'], RemedyEffect>> = {
  yes: 'works',
  partly: 'partly',
  no: 'fails',
  unknown: 'unknown',
};

/**
 * What preflight says of a member. A remedy is judged in the estate as the change has left it. Where no rule had anything to
 * check, preflight takes no part.
 *
 * @param member - Read and checked.
 */
export function askPreflight({ components, facts, change, faults, remedy, atMs, horizonMs }: Member): TierAnswer {
  const given = { components, facts };
  const isRemedied = remedy.length > 0;
  const result = runPreflight({
    estate: isRemedied ? applyChange(given, change, atMs) : given,
    actions: isRemedied ? remedy : change,
    condition: faults,
    atMs,
    horizonMs,
  });
  return {
    tier: 'preflight',
    // A rule that could not decide has a finding, too: without any, there was nothing to check.
    wasAsked: result.findings.length > 0 || result.verdict !== 'unknown',
    verdict: result.verdict,
    reasons: result.findings.map(({ rule, verdict, reason, takesDown, beginsAfterMs }) => ({
      tier: 'preflight' as const,
      mechanism: rule,
      verdict,
      text: reason,
      takesDown,
      ...(beginsAfterMs === undefined ? {} : { beginsAfterMs }),
    })),
    remedies: result.remedies.map(({ rule, works, because }) => ({
      tier: 'preflight' as const,
      mechanism: rule,
      effect: effects[works],
      text: because,
    })),
    missing: result.undecided.flatMap(({ missing }) =>
      missing.map(({ subject, attribute, part }) =>
        [subjectLabel(subject), attribute, part].filter((word) => word !== undefined).join(' '),
      ),
    ),
  };
}
