import { z } from 'zod';
import { arrivalsSchema } from './arrivals.ts';
import { componentSchema } from './component.ts';
import { distributionSchema } from './distribution.ts';
import { componentNameSchema, nameSchema, operationPathSchema } from './name.ts';
import { bytes, duration, ratio, someCores, someTime } from './quantity.ts';

const queue = z.strictObject({
  broker: z
    .string()
    .optional()
    .meta({ description: 'the component that holds it; where that is down, so is the queue' }),
  most: z.int().min(1).max(10_000_000).default(1_000_000).meta({ description: 'messages that it holds at most' }),
  message: bytes.default(0).meta({ description: 'size of one' }),
  memory: bytes.optional().meta({ description: 'that its messages may fill' }),
  whenFull: z
    .enum(['refuse', 'drop-oldest'])
    .default('refuse')
    .meta({ description: 'refuse: whoever publishes gets an error' }),
  holds: z.int().min(0).default(0).meta({ description: 'messages at the start of the run' }),
});

const cache = z.strictObject({
  hits: ratio.meta({ description: 'share of hits once it is warm' }),
  warmAfter: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'misses until about 63 % of that is reached; each brings one entry in' }),
  startsCold: z.boolean().default(false).meta({ description: 'nothing is in it at the start' }),
  component: z.string().optional().meta({ description: 'where it lives: a restart of it makes the cache cold' }),
});

const node = z.strictObject({
  cores: someCores.optional().meta({ description: 'that instances may reserve; without it any number' }),
  memory: bytes.optional().meta({ description: 'that instances may reserve; without it any amount' }),
  zone: nameSchema.optional().meta({ description: 'what is lost together with others' }),
  pool: nameSchema.optional().meta({ description: 'what `add-node` may name: the new node is like the first of it' }),
  cordoned: z
    .boolean()
    .default(false)
    .meta({ description: 'takes no new instance, as after a cordon; what is placed on it at the start is there' }),
});

/** What happens in the run, beside the load: an action or a fault of the vocabularies, and when. */
const happening = z
  .looseObject({ at: duration })
  .refine(
    (given) => 'action' in given !== 'fault' in given,
    'either an "action" or a "fault", as docs/vocabulary.md lists them',
  )
  .meta({ description: 'an action or a fault of docs/vocabulary.md with its parameters, and when' });

const person = z.strictObject({
  answersAfter: distributionSchema.meta({ description: 'of a page' }),
  answers: ratio.default(1).meta({ description: 'chance that they answer at all' }),
  acts: z
    .array(z.looseObject({ action: z.string().meta({ description: 'with its parameters, as in the timeline' }) }))
    .default([])
    .meta({ description: 'what they then do, in turn' }),
});

const objective = z
  .strictObject({
    operation: operationPathSchema.meta({ description: 'that must keep to it' }),
    p50: someTime.optional().meta({ description: 'half of the answers take at most so long' }),
    p95: someTime.optional().meta({ description: '95 % of them' }),
    p99: someTime.optional().meta({ description: '99 % of them' }),
    errors: ratio.optional().meta({ description: 'share that may fail' }),
  })
  .meta({ description: 'what an operation must keep to' });

/** A model of an estate that can be run: `docs/model-format.md`. */
export const modelSchema = z.strictObject({
  version: z.literal(1).meta({ description: 'of this format' }),
  name: z.string().max(200).optional().meta({ description: 'for people' }),
  about: z.string().max(10_000).optional().meta({ description: 'what it is a model of, for people' }),
  components: z.record(componentNameSchema, componentSchema).meta({ description: 'what has instances of its own' }),
  arrivals: z.array(arrivalsSchema).min(1).meta({ description: 'where requests come from' }),
  queues: z.record(nameSchema, queue).default({}).meta({ description: 'where messages wait for consumers' }),
  caches: z.record(nameSchema, cache).default({}).meta({ description: 'what steps may ask first' }),
  locks: z
    .array(nameSchema)
    .default([])
    .meta({ description: 'names of what only one at a time may hold, or many to read' }),
  nodes: z
    .record(nameSchema, node)
    .default({})
    .meta({ description: 'where instances are placed; without any, anywhere' }),
  people: z.record(nameSchema, person).default({}).meta({ description: 'whom a page reaches' }),
  timeline: z
    .array(happening)
    .max(10_000)
    .default([])
    .meta({ description: 'what happens in the run, beside the load' }),
  objectives: z.array(objective).default([]).meta({ description: 'what is to be kept to' }),
  run: z
    .strictObject({
      for: someTime.default(600_000).meta({ description: 'how much time of the model, the warm-up included' }),
      warmUp: duration.default(0).meta({ description: 'at the start, left out of what is reported' }),
    })
    .prefault({})
    .meta({ description: 'how long it is run' }),
});

/** See `modelSchema`; all quantities are numbers: milliseconds, bytes, cores, per second, ratios. */
export type Model = z.output<typeof modelSchema>;

/** A model as it stands in a file, quantities with their units. */
export type ModelFile = z.input<typeof modelSchema>;
