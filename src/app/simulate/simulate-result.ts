import { z } from 'zod';
import { simulationReportSchema } from '../../../twin/model/report/index.ts';

/** What `backlot simulate` gives. */
export const simulateResultSchema = z.strictObject({
  file: z.string().describe('the model file, as it was named'),
  stoppedEarly: z.boolean().describe('Ctrl-C ended it; the report is of what was simulated until then'),
  tookMs: z.number().describe('real time'),
  remarks: z
    .array(
      z.strictObject({
        level: z.enum(['warning', 'note']),
        place: z.string(),
        key: z.string(),
        about: z.string(),
        advice: z.string(),
      }),
    )
    .describe('what is doubtful about the model, and what is to be expected of it'),
  trace: z
    .strictObject({ path: z.string(), requests: z.int(), spans: z.int() })
    .nullable()
    .describe('the trace that was written; null where none was asked for'),
  report: simulationReportSchema,
});

/** See `simulateResultSchema`. */
export type SimulateResult = z.output<typeof simulateResultSchema>;
