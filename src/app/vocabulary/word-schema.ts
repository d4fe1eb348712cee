import { z } from 'zod';
import { acceptedOf, exampleLine, tierNames, valueNameOf } from '../../kernel/index.ts';
import type { actionEntry, faultEntry, Parameter } from '../../kernel/index.ts';

const parameterSchema = z.strictObject({
  name: z.string().describe('as it stands in files'),
  valueName: z.string().describe('of the value that is read, its unit with it'),
  quantity: z.string(),
  about: z.string(),
  accepted: z.string(),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});

/** What is listed of an action and a fault alike. */
export const wordSchema = z.strictObject({
  name: z.string(),
  family: z.string(),
  about: z.string(),
  alsoKnownAs: z.array(z.string()).describe('names that others have for it; they are not accepted'),
  parameters: z.array(parameterSchema),
  atLeastOne: z
    .array(z.string())
    .describe('of these parameters at least one must be given; empty where that is not so'),
  exactlyOne: z.array(z.string()).describe('of these parameters exactly one must be given; empty where that is not so'),
  tiers: z.record(z.enum(tierNames), z.enum(['yes', 'partly', 'no'])).describe('which tier of the twin can run it'),
  caveat: z.string().nullable().describe('what is left out by a tier that runs it partly'),
  example: z.record(z.string(), z.json()).describe('as it stands in a file'),
  exampleLine: z.string().describe('the same as one line of YAML'),
});

/** An action or a fault, as far as both are told alike. */
export type ListedWord = z.output<typeof wordSchema>;

type Entry = ReturnType<typeof actionEntry> | ReturnType<typeof faultEntry>;

const listedParameter = ([name, parameter]: [string, Parameter]): z.output<typeof parameterSchema> => ({
  name,
  valueName: valueNameOf(name, parameter.quantity),
  quantity: parameter.quantity,
  about: parameter.about,
  accepted: acceptedOf(parameter),
  required: parameter.optional !== true && parameter.default === undefined,
  default: parameter.default ?? null,
});

/**
 * An entry of a vocabulary in the form in which it is listed.
 *
 * @param vocabulary - Which: the member that names it in files.
 * @param name - Its name.
 * @param entry - Its entry.
 */
export function listedWord(vocabulary: 'action' | 'fault', name: string, entry: Entry): ListedWord {
  return {
    name,
    family: entry.family,
    about: entry.about,
    alsoKnownAs: [...(entry.alsoKnownAs ?? [])],
    parameters: Object.entries(entry.parameters).map(listedParameter),
    atLeastOne: [...(entry.atLeastOne ?? [])],
    exactlyOne: [...(entry.exactlyOne ?? [])],
    tiers: { ...entry.tiers },
    caveat: entry.caveat ?? null,
    example: { [vocabulary]: name, ...structuredClone(entry.example) } as ListedWord['example'],
    exampleLine: exampleLine(vocabulary, name, entry),
  };
}
