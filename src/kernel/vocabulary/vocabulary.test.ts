import { describe, expect, it } from '@jest/globals';
import { parseYaml, plainValue } from '../yaml/index.ts';
import { actionEntry, actionNames, exampleLine, faultEntry, faultNames, readAction, readFault } from './index.ts';
import { valueNameOf } from './parameter.ts';
import { acceptedOf, readParameter } from './read-parameter.ts';
import { tierNames } from './tier.ts';
import type { Word } from './word.ts';

const vocabularies: Readonly<Record<'action' | 'fault', Readonly<Record<string, Word>>>> = {
  action: Object.fromEntries(actionNames.map((name) => [name, actionEntry(name)])),
  fault: Object.fromEntries(faultNames.map((name) => [name, faultEntry(name)])),
};

/** The name of every entry with what a test needs of it. */
const words = Object.entries(vocabularies).flatMap(([vocabulary, entries]) =>
  Object.entries(entries).map(([name, word]): [string, string, Word] => [vocabulary, name, word]),
);

describe('the vocabularies', () => {
  it('have what operations changes and outages are made of', () => {
    expect(actionNames).toHaveLength(40);
    expect(faultNames).toHaveLength(68);
    expect(actionNames).toEqual(expect.arrayContaining(['scale', 'set-image', 'drain-node', 'do-nothing']));
    expect(faultNames).toEqual(expect.arrayContaining(['kill', 'latency', 'lock-held', 'on-call-unreachable']));
  });

  it.each(words)(
    '%s %s reads its own example, with all parameters that it names',
    (vocabulary, name, { example, parameters }) => {
      const read = vocabulary === 'action' ? readAction : readFault;
      const value = read({ [vocabulary]: name, ...example }, 'the example') as Readonly<Record<string, unknown>>;
      expect(value['kind']).toBe(name);
      const keys = Object.keys(example).map((key) => valueNameOf(key, parameters[key]?.quantity ?? 'text'));
      expect(Object.keys(value)).toEqual(expect.arrayContaining(keys));
    },
  );

  it.each(words)('%s %s has an example that says the same as a line of YAML', (vocabulary, name, word) => {
    const line = exampleLine(vocabulary === 'action' ? 'action' : 'fault', name, word);
    const { documents = [] } = parseYaml(line, 'example.yaml');
    expect(documents.map((document) => plainValue(document))).toEqual([{ [vocabulary]: name, ...word.example }]);
  });

  it.each(words)('%s %s has parameters that do not contradict themselves', (_vocabulary, _name, word) => {
    for (const [name, parameter] of Object.entries(word.parameters)) {
      expect(name).toMatch(/^[a-z][A-Za-z]*$/);
      expect(['kind', 'action', 'fault', 'at']).not.toContain(name);
      expect(parameter.about).toMatch(/[^.]$/);
      expect(acceptedOf(parameter)).not.toMatch(/undefined|^$/);
      expect(parameter.optional !== undefined && parameter.default !== undefined).toBe(false);
      expect(parameter.quantity === 'choice').toBe(parameter.of !== undefined);
      if (parameter.default !== undefined) expect(readParameter(parameter, parameter.default)).toBeDefined();
    }
    const keys = Object.entries(word.parameters).map(([name, { quantity }]) => valueNameOf(name, quantity));
    expect(new Set(keys).size).toBe(keys.length);
    for (const name of [...(word.atLeastOne ?? []), ...(word.exactlyOne ?? [])]) {
      expect(word.parameters[name]?.optional).toBe(true);
    }
  });

  it.each(words)(
    '%s %s says what a tier leaves out that runs it partly, and is run by some tier',
    (_vocabulary, _name, { tiers, caveat }) => {
      expect(Object.keys(tiers)).toEqual([...tierNames]);
      expect(Object.values(tiers)).not.toEqual(['no', 'no', 'no', 'no']);
      if (Object.values(tiers).includes('partly')) expect(caveat).toBeDefined();
    },
  );

  it.each(Object.entries(vocabularies))('of %ss name nothing by what another one is called', (_vocabulary, entries) => {
    const names = Object.keys(entries);
    const others = Object.values(entries).flatMap(({ alsoKnownAs = [] }: Word) => alsoKnownAs);
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter((other, at) => names.includes(other) || others.indexOf(other) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z][a-z-]+$/.test(name))).toEqual([]);
  });
});

describe('what undoes an action', () => {
  it.each(actionNames)('%s is undone by an action that there is, by itself, or says why not', (name) => {
    const { undo } = actionEntry(name);
    if (undo.kind === 'action') expect(actionNames).toContain(undo.action);
    if (undo.kind === 'none') expect(undo.why.length).toBeGreaterThan(10);
    if (undo.kind === 'previous-value') expect(Object.keys(actionEntry(name).parameters).length).toBeGreaterThan(0);
  });
});

describe('how long a fault lasts', () => {
  const momentary = faultNames.filter((name) => faultEntry(name).parameters['for'] === undefined);

  it('is a duration that may be left out, for all but those that are over at once', () => {
    expect(momentary).toEqual([
      'kill',
      'restart',
      'out-of-memory',
      'cache-flush',
      'queue-backlog',
      'poison-message',
      'clock-jump',
      'node-reboot',
    ]);
    for (const name of faultNames.filter((other) => !momentary.includes(other))) {
      expect(faultEntry(name).parameters['for']).toMatchObject({ quantity: 'duration', optional: true });
    }
  });
});
