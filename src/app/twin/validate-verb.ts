import { z } from 'zod';
import { openInput } from '../../../connectors/files/index.ts';
import { holdOuts, validate } from '../../../twin/prediction/validation/index.ts';
import type { Validated } from '../../../twin/prediction/validation/index.ts';
import { RegisteredError } from '../../kernel/index.ts';
import { estateNameSchema } from '../estate/index.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { heldOutTraces, traceStarts } from './held-out-traces.ts';
import { presentValidation } from './present-validation.ts';
import { validateResultSchema } from './validate-result.ts';
import type { ValidateResult } from './validate-result.ts';

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted.length === 0 ? 0 : ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

/** What rows of one signal say together. */
function totalsOf(rows: readonly Validated[]): ValidateResult['parts'][number]['totals'] {
  return (['p50', 'p95', 'errors'] as const).flatMap((signal) => {
    const those = rows.filter((each) => each.signal === signal);
    if (those.length === 0) return [];
    return [
      {
        signal,
        rows: those.length,
        medianAbsoluteError: middle(those.map(({ error }) => Math.abs(error))),
        coverageRatio: those.filter(({ isInside }) => isInside).length / those.length,
      },
    ];
  });
}

/** `backlot twin validate`: how well a model of an estate predicts what it has not learned from. */
export const validateVerb = defineVerb({
  path: ['twin', 'validate'],
  summary: 'hold a model of an estate against traces that it did not learn from',
  description:
    'Learns from three fifths of the traces and predicts the rest from its load alone: once the last two fifths of the ' +
    'time, once the two fifths with the highest load. Says for each operation the signed error, and whether what was ' +
    'measured lies in the predicted interval. Nothing is stored.',
  examples: [
    { line: 'backlot twin validate traces.json', does: 'from traces alone' },
    {
      line: 'backlot twin validate traces/*.json --estate shop',
      does: 'with what else was captured of an estate: limits, replicas, use of processors',
    },
  ],
  parameters: z.object({
    paths: z.array(z.string()).min(1).describe('files of traces').meta({ positional: 0, placeholder: 'file' }),
    estate: estateNameSchema
      .optional()
      .describe('an estate whose configuration and metrics are known')
      .meta({ placeholder: 'name' }),
    runs: z.int().min(5).max(10_000).default(60).describe('runs of each prediction'),
    seed: z.int().min(0).default(1).describe('what all chance comes from'),
    threads: z.int().min(1).max(256).optional().describe('how many at the same time; as many as there are processors'),
  }),
  result: validateResultSchema,
  run: async ({ paths, estate, runs, seed, threads }, context) => {
    const { signal, progress, clock } = context;
    const inputs = await Promise.all(paths.map((path) => openInput(path)));
    progress.step('traces', 'reading');
    const starts = await traceStarts(inputs, signal);
    const known =
      estate === undefined
        ? undefined
        : await withFacts(context, async (facts) => (await facts.snapshot(estate)).document);
    const parts: ValidateResult['parts'] = [];
    for (const heldOut of holdOuts) {
      const divided = await heldOutTraces(inputs, starts, heldOut, known, signal);
      if (divided === undefined) {
        const problem = `found traces of less than 50 s in ${paths.join(', ')}; accepted: traces of a minute or more`;
        throw new RegisteredError('usage-invalid', { problem, command: 'backlot twin validate' });
      }
      const { rows, unknown } = await validate(divided.learned, divided.held, {
        runs,
        seed,
        signal,
        atMs: clock.nowMs(),
        progress: (done, of) => {
          progress.step(`runs with ${heldOut} held out`, `${done} of ${of}`);
        },
        ...(threads === undefined ? {} : { threads }),
      });
      parts.push({
        heldOut,
        rows: rows.map((each) => ({ ...each, predicted: { ...each.predicted } })),
        totals: totalsOf(rows),
        unknown: [...unknown],
      });
    }
    return { files: [...paths], traces: starts.size, estate: estate ?? null, parts };
  },
  present: presentValidation,
});
