import { z } from 'zod';
import { defineVerb } from '../verb.ts';
import { RegisteredError, similarNames } from '../../kernel/index.ts';
import { factList } from '../../estate/written-facts/index.ts';
import type { ListedFact } from '../../estate/written-facts/index.ts';
import { factSubjects, factsResultSchema } from './facts-result.ts';
import type { FactsResult } from './facts-result.ts';
import { presentFacts } from './present-facts.ts';

/** So many names a person reads and takes one of. */
const mostSimilar = 3;

function listed({ example, members, ...fact }: ListedFact): FactsResult['facts'][number] {
  return {
    ...fact,
    members: members.map(({ isRequired, keptAs, ...member }) => ({
      ...member,
      keptAs: keptAs ?? null,
      required: isRequired,
    })),
    example: example ?? null,
  };
}

/** `backlot facts`: what can be known of an estate, and how that is written. */
export const factsVerb = defineVerb({
  path: ['facts'],
  summary: 'list what can be known of an estate, or show one fact with its members',
  description:
    'The vocabulary is closed: captures find these facts and scenarios tell them, and no others. A member whose name ends ' +
    'in a unit is written without it, its value with one.',
  examples: [
    { line: 'backlot facts', does: 'lists all, by what they can be said of' },
    { line: 'backlot facts call-policy', does: 'shows one: its members, their units, an example to paste' },
    { line: 'backlot facts --of edge', does: 'lists what can be said of the calls between two components' },
  ],
  parameters: z.object({
    name: z.string().optional().describe('one fact').meta({ positional: 0 }),
    of: z
      .enum(factSubjects, { error: `one of ${factSubjects.join(', ')}` })
      .optional()
      .describe('only those that can be said of this'),
  }),
  result: factsResultSchema,
  run: ({ name, of }) => {
    const names: readonly string[] = factList.map((fact) => fact.name);
    if (name !== undefined && !names.includes(name)) {
      throw new RegisteredError('vocabulary-name-unknown', {
        place: 'the argument name',
        vocabulary: 'fact',
        name,
        similar: similarNames(name, names, mostSimilar),
      });
    }
    const chosen = factList.filter(
      (fact) => (name === undefined || fact.name === name) && (of === undefined || fact.subject === of),
    );
    return Promise.resolve({ facts: chosen.map(listed) });
  },
  present: presentFacts,
});
