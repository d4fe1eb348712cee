import { z } from 'zod';
import { withoutCredentials } from '../../src/kernel/index.ts';

/** Labels of a series identify it; more than this of one value is no name. */
const longestLabel = 200;

/**
 * A text from outside as it may be kept.
 *
 * @param text - Of any length.
 * @param most - Characters of it.
 */
export const boundedText = (text: string, most = longestLabel): string =>
  withoutCredentials(text.slice(0, most)).toWellFormed();

/** Sample values are texts: `+Inf` and `NaN` are no JSON. Undefined for those, which say nothing about a component. */
const value = z.union([z.string(), z.number()]).transform((given) => {
  const parsed = Number(given);
  return Number.isFinite(parsed) && String(given).trim() !== '' ? parsed : undefined;
});

/** Seconds since 1970, as milliseconds. */
const atMs = z
  .number()
  .min(0)
  .max(1e11)
  .transform((given) => Math.round(given * 1e3));

const sample = z.tuple([atMs, value]);

/** A label is met by name in a list, so that no name can be taken for a property that all objects have. */
const labels = z
  .custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given))
  .transform((given) =>
    Object.entries(given).flatMap(([name, text]): (readonly [string, string])[] =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );

/** Which of a native bucket's bounds belong to it, its bounds, and what is in it. */
const nativeBucket = z.tuple([z.number(), value, value, value]);
const nativeHistogram = z.object({ count: value, sum: value, buckets: z.array(nativeBucket).catch([]) });

/** Leaves out what is not as expected: one odd series must not hide the others. */
const listOf = <Member extends z.ZodType>(member: Member) =>
  z.array(z.unknown()).transform((members) =>
    members.flatMap((each): z.output<Member>[] => {
      const parsed = member.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** The answer to a query over a window. */
export const matrixAnswer = z.object({
  resultType: z.literal('matrix'),
  result: listOf(z.object({ metric: labels, values: listOf(sample).optional() })),
});

/** The answer to a query at one moment. */
export const vectorAnswer = z.object({
  resultType: z.literal('vector'),
  result: listOf(
    z.object({
      metric: labels,
      value: sample.optional(),
      histogram: z.tuple([atMs, nativeHistogram]).optional(),
    }),
  ),
});

/** A series at one moment, as the server tells it. */
export type VectorSeries = z.output<typeof vectorAnswer>['result'][number];

/** The answer to the question for names. */
export const namesAnswer = listOf(z.string());

/** What is read of the targets. */
export const targetsAnswer = z.object({
  activeTargets: listOf(
    z.object({ labels, health: z.string().catch(''), scrapeInterval: z.string().optional().catch(undefined) }),
  ),
});

const ruleShape = { name: z.string(), query: z.string(), labels: labels.catch([]) };

/** What is read of the rules. */
export const rulesAnswer = z.object({
  groups: listOf(
    z.object({
      name: z.string(),
      file: z.string().catch(''),
      interval: z.unknown().optional(),
      rules: listOf(
        z.discriminatedUnion('type', [
          z.object({
            type: z.literal('alerting'),
            ...ruleShape,
            duration: z.unknown().optional(),
            keepFiringFor: z.unknown().optional(),
            annotations: labels.catch([]),
            state: z.enum(['inactive', 'pending', 'firing']).optional().catch(undefined),
            alerts: z.array(z.unknown()).optional().catch(undefined),
          }),
          z.object({ type: z.literal('recording'), ...ruleShape }),
        ]),
      ),
    }),
  ),
});

/** What is read of the server's build. */
export const buildInfoAnswer = z.object({ version: z.string().max(60) });
