import { z } from 'zod';
import { openInput } from '../../../connectors/files/index.ts';
import { runPreflight } from '../../../twin/index.ts';
import type { PreflightResult } from '../../../twin/index.ts';
import { subjectLabel } from '../../estate/index.ts';
import { durationMsSchema, exitCodeOfCategory } from '../../kernel/index.ts';
import { estateOption, snapshotOption } from '../estate/index.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { actionText } from './action-text.ts';
import { howToTell } from './how-to-tell.ts';
import { preflightResultSchema } from './preflight-result.ts';
import type { PreflightAnswer } from './preflight-result.ts';
import { presentPreflight } from './present-preflight.ts';
import { readChange } from './read-change.ts';

type Finding = PreflightResult['findings'][number];

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
  missing: found.missing.map((lack) => howToTell(lack).missing),
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
    { line: 'backlot preflight change.yaml --strict', does: 'fails where the verdict is any but pass: for a pipeline' },
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
    strict: z.boolean().default(false).describe('end with exit code 2 where the verdict is any but pass'),
  }),
  result: preflightResultSchema,
  run: async ({ change, estate, snapshot, horizon, strict }, context) => {
    const placed = change === undefined ? [] : readChange(await (await openInput(change)).text(), change);
    const actions = placed.map(({ action }) => action);
    const places = placed.map(({ place }) => place);
    return withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const said = runPreflight({
        estate: document,
        actions,
        places,
        atMs: context.clock.nowMs(),
        horizonMs: horizon,
      });
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
          missing: missing.map((lack) => {
            const told = howToTell(lack);
            return { ...told, commands: [...told.commands] };
          }),
        })),
        strict,
        silent: [...said.silent],
      };
    });
  },
  present: presentPreflight,
  exitCode: ({ strict, verdict }) => (strict && verdict !== 'pass' ? exitCodeOfCategory.operator : 0),
});
