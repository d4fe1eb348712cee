import type { RuleGroup } from '../../../connectors/prometheus/index.ts';
import type { Coverage } from '../../kernel/index.ts';
import type { Findings } from '../findings.ts';
import { ruleFacts } from './rule-facts.ts';

/** A file of rules that was read. */
export interface RuleFileRead {
  readonly place: string;
  readonly sha256: string;
  /** When the file was changed. */
  readonly changedMs: number;
  readonly ruleGroups: readonly RuleGroup[];
  readonly coverage: Coverage;
}

/**
 * What a file of alert and recording rules declares, in the estate's words. It names no component.
 *
 * @param read - The file.
 */
export function findingsOfRuleFile({ place, sha256, changedMs, ruleGroups, coverage }: RuleFileRead): Findings {
  return {
    collector: 'prometheus',
    place,
    sha256,
    asOfMs: changedMs,
    isComplete: true,
    sightings: [],
    facts: ruleFacts(ruleGroups, 'declared', place.replace(/^.*\//, '')),
    coverage,
  };
}
