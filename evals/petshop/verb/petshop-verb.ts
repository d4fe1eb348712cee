import { z } from 'zod';
import { defineVerb } from '../../../src/app/index.ts';
import { interruptedExitCode } from '../../../src/kernel/index.ts';
import { runFolder } from '../run-folder.ts';
import { petshopResult, petshopResultSchema } from './petshop-result.ts';
import { presentPetshop } from './present-petshop.ts';

/** `backlot eval petshop`: predicts changes of known amount in a system of which only metrics are known. */
export const petshopVerb = defineVerb({
  path: ['eval', 'petshop'],
  summary: 'predict changes of known amount from metrics without traces, and compare with what was measured',
  description:
    'For each case: the latency and the availability at the front door under the change, as an 80 % interval. Predicted ' +
    'twice: from metrics of usual times alone, and with the smallest dose of the same knob seen. Each case is compared over ' +
    'the windows that lie wholly within the change, by the series of the changed component and the recorded time, not by the ' +
    'front door; the same for two baselines, no change and the amount added once. The folder is laid out as in PetShop ' +
    '(https://github.com/amazon-science/petshop-root-cause-analysis): graph.csv, noissue/metrics.csv, and train and test ' +
    'with a folder for each case; or it holds such folders.',
  examples: [
    { line: 'backlot eval petshop data/petshop', does: 'predicts the changes of all traffics in the folder' },
    { line: 'backlot eval petshop data/petshop/low_traffic', does: 'predicts those of one' },
    {
      line: 'backlot eval petshop data/petshop --output json',
      does: 'every interval, with the windows compared, for a program',
    },
  ],
  parameters: z.object({
    folder: z.string().min(1).describe('a folder of measured changes').meta({ positional: 0, placeholder: 'folder' }),
  }),
  result: petshopResultSchema,
  run: async ({ folder }, { clock, progress, signal }) => {
    let isWhole = true;
    const outcome = await runFolder(folder, async (id) => {
      if (signal.aborted) {
        isWhole = false;
        return false;
      }
      progress.step('changes', id);
      // Signals and the progress are handled between tasks only.
      await clock.sleep(0, signal);
      return true;
    });
    return petshopResult(folder, outcome, !isWhole);
  },
  present: presentPetshop,
  exitCode: ({ stoppedEarly }) => (stoppedEarly ? interruptedExitCode : 0),
});
