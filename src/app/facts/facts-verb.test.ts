import { describe, expect, it } from '@jest/globals';
import { attributeNames } from '../../estate/index.ts';
import type { VerbContext } from '../verb.ts';
import { factsResultSchema } from './facts-result.ts';
import { factsVerb } from './facts-verb.ts';

/** Runs the verb as a surface does: parameters and result through its own schemas. */
async function run(given: Readonly<Record<string, string>> = {}) {
  // It lists what is in the program, and so asks nothing of where it runs.
  const result = factsResultSchema.parse(await factsVerb.run(factsVerb.parameters.parse(given), {} as VerbContext));
  return { facts: result.facts, text: JSON.stringify(factsVerb.present(result)) };
}

describe('backlot facts', () => {
  it('lists every attribute, in the order of its name', async () => {
    const { facts, text } = await run();
    expect(facts.map(({ name }) => name)).toEqual(attributeNames);
    for (const name of attributeNames) expect(text).toContain(`"${name}"`);
  });

  it('shows one in full: its members, what each takes, an example to paste', async () => {
    const { facts, text } = await run({ name: 'connection-slots' });
    expect(facts).toMatchObject([{ subject: 'component', heading: 'components' }]);
    expect(facts[0]?.members.slice(0, 2)).toMatchObject([
      { name: 'total', required: true, keptAs: null },
      { name: 'reserved', required: false },
    ]);
    expect(text).toContain('connection-slots: { total: 100');
  });

  it('says of what only telemetry can tell that no scenario gives it', async () => {
    const { facts, text } = await run({ name: 'trace-quality' });
    expect(facts).toMatchObject([{ members: [], example: null }]);
    expect(text).toContain('Only telemetry');
  });

  it('lists what can be said of one kind of thing', async () => {
    const { facts } = await run({ of: 'edge' });
    expect(facts.length).toBeGreaterThan(5);
    expect(new Set(facts.map(({ subject }) => subject))).toEqual(new Set(['edge']));
    expect(() => factsVerb.parameters.parse({ of: 'wire' })).toThrow(/one of component/);
  });

  it('leads from an unknown name to what is like it', () => {
    expect(() => factsVerb.run({ name: 'call-polcy', of: undefined }, {} as VerbContext)).toThrow(
      /unknown fact call-polcy; .* most like it call-policy/,
    );
  });
});
