import { describe, expect, it } from '@jest/globals';
import { parseYaml, plainValue } from '../../kernel/index.ts';
import { factExampleText } from './fact-example-text.ts';
import { attributesByHand } from './written-attribute.ts';
import { factsOf, writtenFactsSchema } from './written-facts.ts';

describe('the example of a fact', () => {
  it.each(attributesByHand)('of %s can be pasted below the facts of a scenario, and tells that fact', (name) => {
    const [root] = parseYaml(factExampleText(name), 'example.yaml').documents ?? [];
    const checked = writtenFactsSchema.safeParse(root === undefined ? {} : plainValue(root));
    expect(checked.error?.issues ?? []).toEqual([]);
    const facts = checked.data === undefined ? [] : factsOf(checked.data, 'example.yaml');
    expect(facts.map(({ attribute }) => attribute)).toEqual([name]);
  });
});
