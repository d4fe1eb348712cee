import { z } from 'zod';
import { openInput } from '../../../connectors/files/index.ts';
import { runPreflight } from '../../../twin/index.ts';
import type { PreflightResult } from '../../../twin/index.ts';
import { subjectLabel } from '../../estate/index.ts';
import { durationMsSchema } from '../../kernel/index.ts';
import { estateOption, snapshotOption } from '../estate/index.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { preflightResultSchema } from './preflight-result.ts';
import type { PreflightAnswer } from './preflight-result.ts';
import { actionText } from './action-text.ts';
import { presentPreflight } from './present-preflight.ts';
import { readChange } from './read-change.ts';

type Finding = PreflightResult['findings'][number];
type Missing = Finding['missing'][number];

const missingText = ({ subject, attribute, part }: Missing): string =>
  `${attribute}${part === undefined ? '' : `.${part}`} of ${subjectLabel(subject)}`;

const findingOf = (found: Finding): PreflightAnswer['findings'][number] => ({
  rule: found.rule,
  verdict: found.verdict,
  about: found.about.map(subjectLabel),
  reason: found.reason,
  arithmetic: found.arithmetic.map((term) => ({ ...term })),
  evidence: found.evidence.map(({ subject, attribute, method, place }) => ({
    about: subjectLabel(subject),
    attribute,
    method,
    place: place ?? null,
  })),
  missing: found.missing.map(missingText),
  remedies: found.remedies.map(({ does }) => does),
  effect: found.effect,
  takesDown: [...found.takesDown],
  beginsAfterMs: found.beginsAfterMs ?? null,
});

/** `backlot preflight`: what rules say of a captured estate, and of a change to it. */
export const preflightVerb = defineVerb({
  path: ['preflight'],
  summary: 'ask the rules what a change to a captured estate would do, or what is wrong with it as it is',
  description:
    'Rules over what is known of the estate, and arithmetic: docs/preflight.md lists them with what each reads. Nothing is ' +
    'run, and nothing real is touched. What cannot be decided is said, with what is missing; a rule that finds nothing to ' +
    'check says nothing.',
  examples: [
    { line: 'backlot preflight --estate shop', does: 'looks at an estate as it is' },
    { line: 'backlot preflight change.yaml --estate shop', does: 'asks what the actions in a file would do' },
    { line: 'backlot preflight change.yaml --horizon 90d', does: 'also of what fills up or expires within 90 days' },
  ],
  parameters: z.object({
    change: z
      .string()
      .optional()
      .describe('a file with a list of actions (`backlot actions`); without it the estate is looked at as it is')
      .meta({ positional: 0, placeholder: 'change' }),
    estate: estateOption,
    snapshot: snapshotOption,
    horizon: durationMsSchema
      .default(30 * 24 * 3_600_000)
      .describe('how far ahead what fills up, runs out or expires counts; 30d where left out')
      .meta({ placeholder: 'duration' }),
  }),
  result: preflightResultSchema,
  run: async ({ change, estate, snapshot, horizon }, context) => {
    const { actions, places } =
      change === undefined ? { actions: [], places: [] } : readChange(await (await openInput(change)).text(), change);
    return withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const said = runPreflight({ estate: document, actions, places, atMs: context.clock.nowMs(), horizonMs: horizon });
      return {
        estate,
        snapshot: sha256,
        actions: actions.map(actionText),
        verdict: said.verdict,
        reason: said.reason,
        findings: said.findings.map(findingOf),
        elsewhere: said.elsewhere.map(findingOf),
        resolved: said.resolved.map(findingOf),
        undecided: said.undecided.map(({ rule, reasons, missing }) => ({
          rule,
          reasons: [...reasons],
          missing: missing.map(missingText),
        })),
        silent: [...said.silent],
      };
    });
  },
  present: presentPreflight,
});
