import { resolve } from 'node:path';
import { z } from 'zod';
import { openInput } from '../../../connectors/files/index.ts';
import { readModelFile } from '../../../twin/model/format/index.ts';
import { durationMsSchema, formatDuration, interruptedExitCode, RegisteredError } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import { defineVerb } from '../verb.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { presentSimulation } from './present-simulation.ts';
import { runInPieces } from './run-in-pieces.ts';
import type { RunningSimulation, StartSimulation } from './running-simulation.ts';
import { simulateResultSchema } from './simulate-result.ts';
import type { SimulateResult } from './simulate-result.ts';
import { isSameFile, TraceFile } from './trace-file.ts';

const seedPattern = /^\d{1,15}$/;

const parameters = z.object({
  model: z.string().describe('the model: docs/model-format.md').meta({ positional: 0, placeholder: 'model' }),
  seed: z
    .string()
    .min(1, { error: 'a whole number, or any text' })
    .max(200, { error: 'at most 200 characters' })
    .default('1')
    .describe('what all chance comes from: the same seed gives the same run')
    .meta({ placeholder: 'seed' }),
  for: durationMsSchema
    .refine((durationMs) => durationMs > 0, { error: 'a duration above 0, such as 30s or 10m' })
    .optional()
    .describe('how much time of the model, in place of what the model says')
    .meta({ placeholder: 'duration' }),
  requests: z.int().min(1).optional().describe('end when so many requests from outside have ended'),
  trace: z
    .string()
    .min(1)
    .optional()
    .describe('write spans of requests as OTLP JSON, which `backlot capture` reads')
    .meta({ placeholder: 'file' }),
  traceRequests: z.int().min(1).max(100_000).default(1_000).describe('of so many requests spans are written'),
});

type Parameters = z.output<typeof parameters>;

/** As a number where it is one, so that `--seed 7` is the seed 7 of a program that calls the engine. */
const seedOf = (text: string): number | string => (seedPattern.test(text) ? Number(text) : text);

function start({ seed, requests, trace, traceRequests, ...rest }: Parameters, model: SimulateModel): RunningSimulation {
  return model.start(model.read.model, {
    seed: seedOf(seed),
    ...(rest.for === undefined ? {} : { forMs: rest.for }),
    ...(requests === undefined ? {} : { requests }),
    ...(trace === undefined ? {} : { traceRequests }),
  });
}

interface SimulateModel {
  readonly start: StartSimulation;
  readonly read: ReturnType<typeof readModelFile>;
}

async function writeTrace(
  file: TraceFile | undefined,
  simulation: RunningSimulation,
  { clock }: VerbContext,
): Promise<SimulateResult['trace']> {
  if (file === undefined) return null;
  const spans = simulation.spans();
  // The run ends now: what is captured from it is as fresh as the run.
  await file.write(spans, clock.nowMs() - simulation.nowMs);
  return { path: file.path, spans: spans.length, requests: new Set(spans.map(({ traceId }) => traceId)).size };
}

async function simulate(
  given: Parameters,
  startSimulation: StartSimulation,
  context: VerbContext,
): Promise<SimulateResult> {
  const { clock, progress } = context;
  const read = readModelFile(await (await openInput(given.model)).text(), given.model);
  const { warmUp } = read.model.run;
  if (given.for !== undefined && given.for <= warmUp) {
    const problem = `--for: found ${formatDuration(given.for)}; accepted: longer than the warm-up of the model, ${formatDuration(warmUp)}`;
    throw new RegisteredError('usage-invalid', { problem, command: 'backlot simulate' });
  }
  if (given.trace !== undefined && (await isSameFile(resolve(given.trace), resolve(given.model)))) {
    const problem = `--trace: found ${given.trace}, which is the model; accepted: a file that may be written over`;
    throw new RegisteredError('usage-invalid', { problem, command: 'backlot simulate' });
  }
  if (read.remarks.length > 0) progress.step('model', counted(read.remarks.length, 'remark'));
  const file = given.trace === undefined ? undefined : await TraceFile.open(resolve(given.trace));
  try {
    const startMs = clock.monotonicMs();
    const simulation = start(given, { start: startSimulation, read });
    const stoppedEarly = await runInPieces(simulation, context);
    if (stoppedEarly && simulation.nowMs <= warmUp) {
      // Of the warm-up nothing is counted, so there is nothing to show.
      throw new RegisteredError('interrupted', { what: `simulating ${given.model}` });
    }
    return {
      file: given.model,
      stoppedEarly,
      tookMs: clock.monotonicMs() - startMs,
      remarks: [...read.remarks],
      trace: await writeTrace(file, simulation, context),
      report: simulation.report(),
    };
  } finally {
    await file?.close();
  }
}

/**
 * `backlot simulate`: runs a model of an estate from a file.
 *
 * @param startSimulation - The engine.
 */
export const simulateVerb = (startSimulation: StartSimulation): Verb =>
  defineVerb({
    path: ['simulate'],
    summary: 'run a model of a system from a file, and see what it does under its load',
    description:
      'Runs requests through a model event by event: queues, processors, pools, retries, rollouts, faults. Says how long ' +
      'requests take, what fails and why, what was busy, and whether the run obeys the laws that real systems obey. ' +
      'Nothing real is touched. Ctrl-C ends it and shows what was seen until then.',
    examples: [
      { line: 'backlot simulate docs/models/web-shop.json', does: 'runs a shop for ten minutes of its time' },
      { line: 'backlot simulate shop.yaml --seed 7 --for 1h', does: 'runs another hour, by other chance' },
      {
        line: 'backlot simulate shop.yaml --trace spans.json && backlot capture spans.json',
        does: 'captures the model as if it were real',
      },
      { line: 'backlot simulate shop.yaml --output json', does: 'the whole report, for a program' },
    ],
    parameters,
    result: simulateResultSchema,
    run: (given, context) => simulate(given, startSimulation, context),
    present: presentSimulation,
    // Whoever runs it in a script must not take a part for the whole.
    exitCode: ({ stoppedEarly }) => (stoppedEarly ? interruptedExitCode : 0),
  });
