import { z } from 'zod';
import { faultEntry, faultNamed, faultNames } from '../../kernel/index.ts';
import { defineVerb } from '../verb.ts';
import { presentWords } from './present-words.ts';
import { familyOption, isChosen, tierOption } from './word-options.ts';
import { listedWord, wordSchema } from './word-schema.ts';

const faultSchema = wordSchema.extend({
  target: z.string().describe('what it hits'),
  lasts: z.boolean().describe('whether it has a duration, the parameter for; if not, it is over at once'),
});

type ListedFault = z.output<typeof faultSchema>;

const listed = faultNames.map((name): ListedFault => {
  const entry = faultEntry(name);
  return { ...listedWord('fault', name, entry), target: entry.target, lasts: entry.parameters['for'] !== undefined };
});

/** `backlot faults`: what can go wrong with an estate, and how that is written. */
export const faultsVerb = defineVerb({
  path: ['faults'],
  summary: 'list the faults that a rehearsal can inject, or show one with its parameters',
  description:
    'The vocabulary is closed: scenarios and rehearsals use these names and no others. A parameter in brackets may be ' +
    'left out. A fault lasts as long as its parameter for says, and to the end of the run without it.',
  examples: [
    { line: 'backlot faults', does: 'lists all by family, with what each tier of the twin can run' },
    { line: 'backlot faults latency', does: 'shows one: parameters and an example to paste' },
    { line: 'backlot faults --family network --tier model', does: 'lists those of the network that can be simulated' },
  ],
  parameters: z.object({
    name: z.string().optional().describe('one fault').meta({ positional: 0 }),
    family: familyOption(listed.map(({ family }) => family)),
    tier: tierOption,
  }),
  result: z.strictObject({ faults: z.array(faultSchema) }),
  run: ({ name, family, tier }) => {
    const wanted = name === undefined ? undefined : faultNamed(name, 'the argument name');
    return Promise.resolve({ faults: listed.filter((word) => isChosen(word, { name: wanted, family, tier })) });
  },
  present: ({ faults }) =>
    presentWords('backlot faults', faults, ({ target, lasts }) => [
      { label: 'hits', value: target },
      { label: 'lasts', value: lasts ? 'as long as for says, or until the end' : 'for a moment' },
    ]),
});
