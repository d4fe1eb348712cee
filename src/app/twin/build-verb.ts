import { z } from 'zod';
import { bestGuess, calibrate, calibratedBehaviour } from '../../../twin/calibration/index.ts';
import type { ParameterKind } from '../../../twin/calibration/index.ts';
import { modelOfEstate } from '../../../twin/model/build/index.ts';
import { EstateView } from '../../../twin/preflight/index.ts';
import { subjectLabel } from '../../estate/index.ts';
import { estateOption, snapshotOption } from '../estate/index.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { writeNamedFile } from '../write-file.ts';
import { buildResultSchema } from './build-result.ts';
import { presentBuild } from './present-build.ts';

const units: Readonly<Record<ParameterKind, string>> = {
  work: 'ms',
  servers: '',
  'processor-share': '',
  'arrival-rate': '/s',
  dispersion: '',
  overhead: 'ms',
  'overhead-batch': '',
};

/** `backlot twin build`: a model of a captured estate, with where each of its numbers comes from. */
export const buildVerb = defineVerb({
  path: ['twin', 'build'],
  summary: 'learn a model of a captured estate, and say how each of its numbers is known',
  description:
    'Time in a component is divided into work and waiting by who else was there meanwhile; what is configured goes before ' +
    'what is inferred, and what is inferred before what is only bounded. What is not known exactly is a range, which a ' +
    'prediction draws from anew in each of its runs.',
  examples: [
    { line: 'backlot twin build --estate shop', does: 'shows every number that was learned, and what is lacking' },
    {
      line: 'backlot twin build --estate shop --model shop.json',
      does: 'writes the model too, for `backlot simulate shop.json`',
    },
  ],
  parameters: z.object({
    estate: estateOption,
    snapshot: snapshotOption,
    model: z.string().min(1).optional().describe('write the model to a file').meta({ placeholder: 'file' }),
  }),
  result: buildResultSchema,
  run: ({ estate, snapshot, model: path }, context) =>
    withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const view = new EstateView(document);
      const calibration = calibrate(view);
      const behaviour = calibratedBehaviour(view, bestGuess(calibration.parameters));
      const { model, missing } = modelOfEstate(view, { atMs: context.clock.nowMs(), behaviour });
      if (path !== undefined) await writeNamedFile(path, `${JSON.stringify(model, undefined, 2)}\n`);
      const told = new Set(calibration.unknown.map(({ of }) => of));
      return {
        estate,
        snapshot: sha256,
        parameters: calibration.parameters.map(({ kind, of, value, source, count, because }) => ({
          kind,
          of,
          unit: units[kind],
          ...value,
          source,
          count: count ?? null,
          because,
        })),
        unknown: [
          ...calibration.unknown,
          ...missing
            .map(({ subject, attribute, part }) => ({
              of: subjectLabel(subject),
              what: part === undefined ? attribute : `${attribute}: ${part}`,
            }))
            .filter(({ of }) => !told.has(of)),
        ],
        isRunnable: missing.every(({ isNeeded }) => !isNeeded),
        model,
      };
    }),
  present: presentBuild,
});
