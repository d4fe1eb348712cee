import { z } from 'zod';
import { defineVerb } from '../../../src/app/index.ts';
import { interruptedExitCode } from '../../../src/kernel/index.ts';
import { runFolder } from '../run-folder.ts';
import { nezhaResult, nezhaResultSchema } from './nezha-result.ts';
import { presentNezha } from './present-nezha.ts';

/** `backlot eval nezha`: diagnoses injected faults whose place is known. */
export const nezhaVerb = defineVerb({
  path: ['eval', 'nezha'],
  summary: 'diagnose injected faults whose place is known, and count how often it is found',
  description:
    'For each fault of the list: which component or edge would have to be healthy for the symptom to go. The diagnosis is ' +
    'told when it began and which minute of traces was recorded then, and has the traces and metrics of other times; where ' +
    'the fault was injected it is not told. The folder is laid out as SYSTEM/DAY/fault, normal and metric, in the format of ' +
    'Nezha (https://github.com/IntelligentDDS/Nezha). Compared with the ranking by growth of self time on the same cases.',
  examples: [
    { line: 'backlot eval nezha data/nezha', does: 'diagnoses the cases of the one list in the folder' },
    { line: 'backlot eval nezha data/nezha --cases other.csv', does: 'diagnoses the cases of another list' },
    {
      line: 'backlot eval nezha data/nezha --output json',
      does: 'everything that speaks for each answer, for a program',
    },
  ],
  parameters: z.object({
    folder: z.string().min(1).describe('a folder of recorded faults').meta({ positional: 0, placeholder: 'folder' }),
    cases: z
      .string()
      .min(1)
      .optional()
      .describe(
        'the list of cases, CSV with case, system, inject_time, inject_pod, inject_type and trace_file; cases*.csv of the folder where left out',
      )
      .meta({ placeholder: 'file' }),
  }),
  result: nezhaResultSchema,
  run: async ({ folder, cases }, { clock, progress, signal }) => {
    let isWhole = true;
    const outcomes = await runFolder(folder, cases, {
      onStep: async (what) => {
        if (signal.aborted) {
          isWhole = false;
          return false;
        }
        progress.step('faults', what);
        // Signals and the progress are handled between tasks only.
        await clock.sleep(0, signal);
        return true;
      },
    });
    return nezhaResult(folder, outcomes, !isWhole);
  },
  present: presentNezha,
  exitCode: ({ stoppedEarly }) => (stoppedEarly ? interruptedExitCode : 0),
});
