import { z } from 'zod';
import { distributionSchema } from './distribution.ts';
import { operationPathSchema } from './name.ts';
import { ratio, someTime } from './quantity.ts';
import type { Distribution } from './distribution.ts';

/** One thing that an operation does. A list of steps is done in turn. */
export type Step =
  | { readonly cpu: Distribution }
  | { readonly wait: Distribution }
  | {
      readonly call: string;
      readonly timeout?: number | undefined;
      readonly times?: number | undefined;
      readonly optional?: boolean | undefined;
    }
  | { readonly parallel: readonly (readonly Step[])[]; readonly atOnce?: number | undefined }
  | { readonly choose: readonly { readonly probability: number; readonly steps: readonly Step[] }[] }
  | { readonly detach: readonly Step[] }
  | { readonly publish: string }
  | { readonly cache: string; readonly miss: readonly Step[]; readonly hit?: readonly Step[] | undefined }
  | {
      readonly lock: string;
      readonly mode: 'shared' | 'exclusive';
      readonly timeout?: number | undefined;
      readonly steps: readonly Step[];
    }
  | { readonly fail: number };

const manyTimes = z.int().min(1).max(1_000);

/** See `Step`. */
export const stepSchema: z.ZodType<Step> = z
  .lazy(() =>
    z.union(
      [
        z.strictObject({ cpu: distributionSchema }).meta({
          description: 'works on a processor of the instance for as long as that takes when nothing is in the way',
        }),
        z
          .strictObject({ wait: distributionSchema })
          .meta({ description: 'takes time without a processor: a disk, a timer, what is outside the model' }),
        z
          .strictObject({
            call: operationPathSchema,
            timeout: someTime.optional().meta({ description: 'in place of the one of the client' }),
            times: manyTimes.optional().meta({ description: 'how often in turn; 1 unless told' }),
            optional: z
              .boolean()
              .optional()
              .meta({ description: 'goes on without an answer where the call fails; false unless told' }),
          })
          .meta({ description: 'calls an operation and waits for its answer' }),
        z
          .strictObject({
            parallel: z.array(steps).min(1).max(1_000),
            atOnce: manyTimes.optional().meta({ description: 'how many branches at most go at the same time' }),
          })
          .meta({ description: 'does all branches at once and waits for the last' }),
        z
          .strictObject({
            choose: z
              .array(z.strictObject({ probability: ratio, steps }))
              .min(1)
              .max(1_000),
          })
          .meta({ description: 'does one of several; probabilities add up to 1' }),
        z.strictObject({ detach: steps }).meta({ description: 'starts steps and does not wait for them' }),
        z.strictObject({ publish: z.string() }).meta({ description: 'puts a message into a queue' }),
        z
          .strictObject({ cache: z.string(), miss: steps, hit: steps.optional() })
          .meta({ description: 'asks a cache; what follows depends on whether it has it' }),
        z
          .strictObject({
            lock: z.string(),
            mode: z.enum(['shared', 'exclusive']),
            timeout: someTime.optional().meta({ description: 'gives up with an error after this long' }),
            steps,
          })
          .meta({ description: 'holds a lock over its steps; who waits, waits in the order of coming' }),
        z.strictObject({ fail: ratio }).meta({ description: 'ends the operation with an error, with this chance' }),
      ],
      {
        error:
          'one step: {"cpu": …}, {"wait": …}, {"call": "component/operation"}, {"parallel": [[…], […]]}, {"choose": [{"probability", "steps"}]}, {"detach": […]}, {"publish": "queue"}, {"cache": "name", "miss": […]}, {"lock": "name", "mode", "steps": […]} or {"fail": 0.01}',
      },
    ),
  )
  .meta({ id: 'step', title: 'step' });

const steps: z.ZodType<readonly Step[]> = z.lazy(() => z.array(stepSchema).max(1_000)).meta({ title: 'steps' });

/** What an operation does, in turn. */
export const stepsSchema = steps;
