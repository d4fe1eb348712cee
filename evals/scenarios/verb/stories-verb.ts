import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { defineVerb } from '../../../src/app/index.ts';
import {
  asRegisteredError,
  exitCodeOfCategory,
  interruptedExitCode,
  RegisteredError,
} from '../../../src/kernel/index.ts';
import { readScenarioFolder, throwRefused } from '../read-folder.ts';
import type { RefusedFile } from '../read-folder.ts';
import { runScenario } from '../run-scenario.ts';
import type { ScenarioResult } from '../run-scenario.ts';
import { presentStories } from './present-stories.ts';
import { storiesResult, storiesResultSchema } from './stories-result.ts';
import { writeModels } from './write-models.ts';
import type { WrittenModels } from './write-models.ts';

/** The stories that come with the product. */
export const ownStories = fileURLToPath(new URL('../stories', import.meta.url));

/** How the folder is called that is run where none is named. */
const ownName = 'evals/scenarios/stories';

/** `backlot eval stories`: runs a folder of scenarios. */
export const storiesVerb = defineVerb({
  path: ['eval', 'stories'],
  summary: 'run scenarios through preflight and simulation, and compare with what is expected',
  description:
    'Each scenario is an estate, a change or a remedy, and what has to come out, in two or more members that differ in what ' +
    'decides. Says for each member the verdict, which rule or measure carries it and why, and whether that is right. ' +
    'docs/scenario-format.md says how to write one; nothing real is touched.',
  examples: [
    { line: 'backlot eval stories', does: 'runs the stories that come with it' },
    { line: 'backlot eval stories my-cases --strict', does: 'fails where one of them is not right' },
    {
      line: 'backlot eval stories my-cases --write-models models',
      does: 'writes the model of each member, for backlot simulate',
    },
    { line: 'backlot eval stories my-cases --output json', does: 'everything that each tier says, for a program' },
  ],
  parameters: z.object({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe('a folder of scenario files; the stories that come with it where left out')
      .meta({ positional: 0, placeholder: 'folder' }),
    writeModels: z
      .string()
      .min(1)
      .optional()
      .describe('write the model that is made of each member into this folder; `backlot simulate` runs them')
      .meta({ placeholder: 'folder' }),
    strict: z.boolean().default(false).describe('end with exit code 2 where a scenario is not right'),
  }),
  result: storiesResultSchema,
  run: async ({ folder, strict, writeModels: modelFolder }, { clock, progress, signal }) => {
    const { scenarios, refused: unread } = await readScenarioFolder(folder ?? ownStories);
    if (scenarios.length === 0) throwRefused(unread);
    const refused: RefusedFile[] = [...unread];
    let ended = 0;
    const results: ScenarioResult[] = [];
    const models = new Map<string, WrittenModels>();
    // Signals and the progress are handled between tasks only.
    const pause = async (): Promise<void> => {
      await clock.sleep(0, signal);
      if (signal.aborted) throw new RegisteredError('interrupted', { what: 'the run of a scenario' });
    };
    for (const scenario of scenarios) {
      if (signal.aborted) break;
      progress.step('scenario', `${ended + 1} of ${scenarios.length}: ${scenario.id}`);
      try {
        const result = await runScenario(scenario, pause);
        results.push(result);
        if (modelFolder !== undefined) models.set(scenario.id, await writeModels(modelFolder, result));
      } catch (thrown) {
        if (!(thrown instanceof RegisteredError)) throw thrown;
        if (thrown.code === 'interrupted') break;
        // What hinders the next one as well is no mistake of this one.
        if (thrown.code === 'file-not-written') throw thrown;
        refused.push({ file: scenario.file, error: asRegisteredError(thrown) });
      }
      ended += 1;
    }
    const how = {
      strict,
      stoppedEarly: ended < scenarios.length,
      refused: refused.map(({ file, error: { code, message } }) => ({ file, code, message })),
    };
    return storiesResult(folder ?? ownName, results, how, modelFolder === undefined ? undefined : models);
  },
  present: presentStories,
  exitCode: ({ strict, right, scenarios, stoppedEarly, refused = [] }) => {
    if (stoppedEarly) return interruptedExitCode;
    if (refused.length > 0) return exitCodeOfCategory.operator;
    return strict && right < scenarios.length ? exitCodeOfCategory.operator : 0;
  },
});
