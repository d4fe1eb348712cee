import { listed } from './reasoning/index.ts';
import { finding } from './rule.ts';
import type { RuleFinding } from './rule.ts';

/**
 * Findings of an estate that nothing changes, with those that could not be decided made one: a reader wants to know once
 * what is not known, not once for each component.
 *
 * @param findings - Of one rule.
 * @param what - What is not known of all of them, as the rest of a sentence: `have a limit whose …`.
 */
export function unknownTogether(findings: readonly RuleFinding[], what: string): readonly RuleFinding[] {
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown');
  if (unknown.length < 2) return findings;
  const about = unknown.flatMap((each) => each.about);
  const names = new Set(about.flatMap((subject) => (subject.kind === 'estate' ? [] : [subject.component])));
  return [
    ...findings.filter(({ verdict }) => verdict !== 'unknown'),
    finding({
      verdict: 'unknown',
      about,
      reason: `${listed([...names].sort())} ${what}.`,
      evidence: unknown.flatMap(({ evidence }) => evidence),
      missing: unknown.flatMap(({ missing }) => missing),
    }),
  ];
}
