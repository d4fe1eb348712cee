import { z } from 'zod';
import { bytesSchema, coresSchema, durationMsSchema, ratioSchema } from '../../../src/kernel/index.ts';
import { arrivalsSchema } from './arrivals.ts';
import { componentSchema } from './component.ts';
import { distributionSchema } from './distribution.ts';

const queue = z.strictObject({
  broker: z
    .string()
    .optional()
    .meta({ description: 'the component that holds it; where that is down, so is the queue' }),
  most: z.int().min(1).max(10_000_000).default(1_000_000).meta({ description: 'messages that it holds' }),
  message: bytesSchema.default(0).meta({ description: 'size of one' }),
  memory: bytesSchema.optional().meta({ description: 'that its messages may fill' }),
  whenFull: z.enum(['refuse', 'drop-oldest']).default('refuse'),
  holds: z.int().min(0).default(0).meta({ description: 'messages at the start of the run' }),
});

const cache = z.strictObject({
  hits: ratioSchema.meta({ description: 'share of hits once it is warm' }),
  warmAfter: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'misses until about 63 % of that is reached; each brings one entry in' }),
  startsCold: z.boolean().default(false),
  component: z.string().optional().meta({ description: 'where it lives: a restart of it makes the cache cold' }),
});

const node = z.strictObject({
  cores: coresSchema,
  memory: bytesSchema,
  zone: z.string().optional(),
});

/** What happens in the run, beside the load: an action or a fault of the vocabularies, and when. */
const happening = z
  .looseObject({ at: durationMsSchema })
  .refine((given) => 'action' in given !== 'fault' in given, 'has either an "action" or a "fault"')
  .meta({ description: 'an action or a fault of docs/vocabulary.md with its parameters, and when' });

const person = z.strictObject({
  answersAfter: distributionSchema,
  answers: ratioSchema.default(1).meta({ description: 'chance that they answer at all' }),
  acts: z
    .array(z.looseObject({ action: z.string() }))
    .default([])
    .meta({ description: 'what they then do, in turn' }),
});

const objective = z
  .strictObject({
    operation: z.string(),
    p50: durationMsSchema.optional(),
    p95: durationMsSchema.optional(),
    p99: durationMsSchema.optional(),
    errors: ratioSchema.optional().meta({ description: 'share that may fail' }),
  })
  .meta({ description: 'what an operation must keep to' });

/** A model of an estate that can be run: `docs/model-format.md`. */
export const modelSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().optional(),
  about: z.string().optional(),
  components: z.record(z.string().regex(/^[^/\s][^/]*$/, 'a name without "/"'), componentSchema),
  arrivals: z.array(arrivalsSchema).min(1),
  queues: z.record(z.string(), queue).default({}),
  caches: z.record(z.string(), cache).default({}),
  locks: z.array(z.string()).default([]),
  nodes: z
    .record(z.string(), node)
    .default({})
    .meta({ description: 'where instances are placed; without any, anywhere' }),
  people: z.record(z.string(), person).default({}).meta({ description: 'whom a page reaches' }),
  timeline: z.array(happening).default([]),
  objectives: z.array(objective).default([]),
  run: z
    .strictObject({
      for: durationMsSchema.default(600_000),
      warmUp: durationMsSchema.default(0).meta({ description: 'at the start, left out of what is reported' }),
    })
    .prefault({}),
});

/** See `modelSchema`; all quantities are numbers: milliseconds, bytes, cores, per second, ratios. */
export type Model = z.output<typeof modelSchema>;

/** A model as it stands in a file, quantities with their units. */
export type ModelFile = z.input<typeof modelSchema>;
