import { z } from 'zod';
import { preflightRules, verdicts } from '../../twin/index.ts';
import { durationMsSchema, similarNames } from '../../src/kernel/index.ts';
import { modelMeasures } from '../../twin/prediction/judgement/index.ts';
import { writtenFactsSchema } from '../../src/estate/written-facts/index.ts';

const text = z.string().min(1).max(10_000);
const duration = durationMsSchema.meta({ title: 'duration', examples: ['30s', '7d'] });

const momentAccepted = 'a moment with its zone, such as 2026-06-01T12:00:00Z';
const moment = z
  .string({ error: momentAccepted })
  .refine((given) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(given) && !Number.isNaN(Date.parse(given)), {
    error: momentAccepted,
  })
  .transform((given) => Date.parse(given))
  .meta({ title: 'moment', examples: ['2026-06-01T12:00:00Z'] });

/** A mapping that is merged over another one: RFC 7396. */
const patch = z.record(z.string(), z.unknown());

const actions = z.array(z.looseObject({ action: z.string() }));

/** The names that a mechanism may be expected by: the rules of preflight, and what a simulation is judged by. */
export const mechanisms: readonly string[] = [...preflightRules.map(({ name }) => name), ...modelMeasures];

const mechanism = z.string().superRefine((given, context) => {
  if (mechanisms.includes(given)) return;
  const similar = similarNames(given, mechanisms, 3).join(', ');
  context.addIssue({
    code: 'custom',
    message: `a rule of preflight or a measure of the simulation, such as ${similar}`,
  });
});

const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema.transform((one) => [one]), z.array(schema).min(1)]);

const expectation = z
  .strictObject({
    verdict: oneOrMore(z.enum(verdicts)).optional().meta({ description: 'the verdict, or those that are acceptable' }),
    remedy: oneOrMore(z.enum(['works', 'partly', 'fails', 'unknown']))
      .optional()
      .meta({ description: 'what the remedy does about what is wrong' }),
    because: oneOrMore(mechanism).optional().meta({
      description: 'the mechanism: a rule of preflight, or a measure of the simulation; one of them must carry',
    }),
    takesDown: z
      .array(z.string())
      .optional()
      .meta({ description: 'components or tenants that must be among those that it takes down' }),
    begins: z
      .strictObject({ from: duration.optional(), to: duration.optional() })
      .optional()
      .meta({ description: 'after how long it must begin' }),
  })
  .refine(({ verdict, remedy }) => verdict !== undefined || remedy !== undefined, {
    error: 'a verdict, or what the remedy does',
  })
  .refine(({ verdict, remedy }) => verdict === undefined || remedy === undefined, {
    error: 'one of verdict and remedy: beside a remedy, what it does is what is judged',
    path: ['verdict'],
  });

const circumstances = {
  at: moment.optional().meta({ description: 'the time of the change' }),
  horizon: duration.optional().meta({ description: 'how far ahead counts what fills up, runs out or expires' }),
  load: z
    .array(z.looseObject({ operation: z.string() }))
    .optional()
    .meta({ description: 'requests from outside, as arrivals of docs/model-format.md' }),
  model: patch
    .optional()
    .meta({ description: 'what facts do not say, merged over the model that is made of them (docs/model-format.md)' }),
};

const member = z.strictObject({
  name: text.max(200).meta({ description: 'what is different about it' }),
  about: text.optional(),
  ...circumstances,
  facts: patch.optional().meta({ description: 'what is otherwise, merged over the facts of the scenario' }),
  change: actions.optional().meta({ description: 'what is to be done: actions of docs/vocabulary.md, in turn' }),
  faults: z
    .array(z.looseObject({ fault: z.string() }))
    .optional()
    .meta({ description: 'what is wrong now: faults of docs/vocabulary.md' }),
  remedy: actions.optional().meta({ description: 'what is done about that: actions of docs/vocabulary.md, in turn' }),
  expect: expectation.meta({ description: 'what has to come out, and by which mechanism' }),
});

/** One scenario: an estate, and two or more members that differ in what decides: `docs/scenario-format.md`. */
export const scenarioSchema = z.strictObject({
  version: z.literal(1).meta({ description: 'of this format' }),
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/, { error: 'a short name without blanks, such as F10' }),
  title: text.max(200),
  source: text.optional().meta({ description: 'where the case is told, or where its expectation comes from' }),
  about: text.optional().meta({ description: 'what happened, for people' }),
  chosen: z.array(text).default([]).meta({
    description: 'figures that the source does not tell, and that were chosen so that the case is what it tells',
  }),
  ...circumstances,
  capture: oneOrMore(z.string().min(1))
    .optional()
    .meta({ description: 'compose files beside it, whose facts stand where none are given by hand' }),
  facts: writtenFactsSchema.prefault({}).meta({ description: 'what is known of the estate' }),
  members: z.array(member).min(2).meta({ description: 'two or more, of which one must not come out as another' }),
});

/** See `scenarioSchema`. */
export type ScenarioFile = z.output<typeof scenarioSchema>;
