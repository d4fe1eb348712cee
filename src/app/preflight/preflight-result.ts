import { z } from 'zod';
import { verdicts } from '../../../twin/index.ts';

const verdict = z.enum(verdicts);

const finding = z.strictObject({
  rule: z.string(),
  verdict,
  about: z.array(z.string()),
  reason: z.string(),
  arithmetic: z.array(z.strictObject({ term: z.string(), value: z.number(), unit: z.string().optional() })),
  evidence: z.array(
    z.strictObject({ about: z.string(), attribute: z.string(), method: z.string(), place: z.string().nullable() }),
  ),
  missing: z.array(z.string()).describe('what would make it sure'),
  remedies: z.array(z.string()),
  effect: z.enum(['none', 'degradation', 'outage', 'unknown']),
  takesDown: z.array(z.string()).describe('components that no longer serve, or serve worse'),
  beginsAfterMs: z.number().nullable(),
});

/** What `backlot preflight` prints. */
export const preflightResultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  actions: z.array(z.string()).describe('what is to be done; empty where the estate is looked at as it is'),
  verdict,
  reason: z.string(),
  findings: z.array(finding).describe('what the change answers for, the worst first'),
  elsewhere: z.array(finding).describe('what is wrong besides, and what the change neither makes nor mends'),
  resolved: z.array(finding).describe('what is wrong now, and would not be afterwards'),
  undecided: z.array(
    z.strictObject({
      rule: z.string(),
      reasons: z.array(z.string()),
      missing: z.array(
        z.strictObject({
          missing: z.string().describe('which fact of what'),
          says: z.string().describe('what it would tell'),
          commands: z.array(z.string()).describe('what reads it from the real system; empty where nothing does'),
          byHand: z.string().describe('where it stands in a scenario (docs/facts.md shows its form)'),
        }),
      ),
    }),
  ),
  strict: z.boolean().describe('whether any verdict but pass ends with an exit code that is not 0'),
  silent: z.array(z.string()).describe('rules that had nothing to check'),
});

/** See `preflightResultSchema`. */
export type PreflightAnswer = z.output<typeof preflightResultSchema>;
