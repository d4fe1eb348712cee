import { describe, expect, it } from '@jest/globals';
import { actionEntry, actionNames, faultEntry, faultNames, readAction, readFault } from '../../../src/kernel/index.ts';
import type { Action, Fault } from '../../../src/kernel/index.ts';
import { factBetween, factOf, factOfEstate, factOfInstance, factOfOperation } from '../../../testing/made-preflight.ts';
import { EstateView } from '../estate-view.ts';
import { checkNames, untoldThings } from './check-names.ts';
import { namedThings, namesNothing } from './named-things.ts';

const words: readonly (Action | Fault)[] = [
  ...actionNames.map((name) => readAction({ action: name, ...actionEntry(name).example }, 'test')),
  ...faultNames.map((name) => readFault({ fault: name, ...faultEntry(name).example }, 'test')),
];

/** An estate that has a list of everything, and in each list one thing that no example names. */
function listing(word: Action | Fault): EstateView {
  const owners = namedThings(word).flatMap(({ kind, name, component }) => [
    ...(kind === 'component' ? [name] : []),
    ...(component === undefined ? [] : [component]),
  ]);
  const facts = [...new Set([...owners, 'other'])].flatMap((component) => [
    factOf(component, 'backlogs', [{ queue: 'other', depth: 0 }]),
    factOf(component, 'volumes', [{ name: 'other' }]),
    factOf(component, 'certificate', { name: 'other', notAfterMs: 1 }),
    factOf(component, 'table-traffic', [{ table: 'other', queriesPerSecond: 1 }]),
    factOf(component, 'secrets-used', ['other']),
    factOfOperation(component, 'other', 'cpu-burst', { cpuMsPerRequest: 1 }),
    factOfInstance(component, 'other', 'placement', { node: 'other' }),
    factBetween(component, 'else', 'declared-dependency', { via: ['traces'] }),
    factBetween('else', component, 'declared-dependency', { via: ['traces'] }),
  ]);
  return new EstateView({
    components: [{ name: 'other', kind: 'cache' }],
    facts: [
      ...facts,
      factOf('other', 'capacity', { zone: 'other' }),
      factOfEstate('node-pools', [{ pool: 'other', nodes: 1 }]),
    ],
  });
}

const refused = (view: EstateView, word: Action | Fault): string => {
  try {
    checkNames(view, [{ word, place: 'change.yaml:3:3' }]);
    return '';
  } catch (thrown) {
    return String(thrown);
  }
};

const naming = words.filter((word) => namedThings(word).length > 0);
/** Things that no fact lists by such a name, in any estate. */
const neverListed = ['region', 'revision'];

describe('names in a change', () => {
  it('are told from texts that name nothing, for every parameter of both vocabularies', () => {
    const texts = [...actionNames.map(actionEntry), ...faultNames.map(faultEntry)].flatMap(({ parameters }) =>
      Object.entries(parameters).flatMap(([name, { quantity }]) => (quantity === 'text' ? [name] : [])),
    );
    const called = new Set(words.flatMap(namedThings).map(({ parameter }) => parameter));
    const isTold = (name: string): boolean =>
      namesNothing.includes(name) ||
      called.has(name) ||
      ['volume', 'zone', 'cache', 'revision', 'secret', 'certificate', 'pool', 'lock', 'region'].includes(name);
    expect(texts.filter((name) => !isTold(name))).toEqual([]);
    expect(texts.length).toBeGreaterThan(10);
  });

  it.each(naming.map((word) => [word.kind, word] as const))(
    '%s is refused where its component is none, with place and names',
    (_kind, word) => {
      const components = namedThings(word).filter(({ kind }) => kind === 'component');
      const message = refused(new EstateView({ components: [{ name: 'other', kind: 'service' }], facts: [] }), word);
      for (const { name } of components) {
        expect(message).toContain(
          `change.yaml:3:3: ${word.kind} names the component ${name}, which the estate does not`,
        );
        expect(message).toContain('most like it: other');
      }
      expect(message === '').toBe(components.length === 0);
    },
  );

  it.each(naming.map((word) => [word.kind, word] as const))(
    '%s is refused for all else that the estate lists, and has not',
    (_kind, word) => {
      const message = refused(listing(word), word);
      for (const { kind, name } of namedThings(word)) {
        // A call names both of its ends.
        const isListed = kind !== 'component' && !neverListed.includes(kind);
        if (isListed && kind !== 'cache')
          expect(message).toMatch(
            new RegExp(`${word.kind} names the ${kind} .*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
          );
      }
    },
  );

  it.each(naming.map((word) => [word.kind, word] as const))('%s is untold where nothing lists it', (_kind, word) => {
    const things = namedThings(word);
    const components = things.flatMap(({ kind, name }) =>
      kind === 'component' ? [{ name, kind: 'service' as const }] : [],
    );
    const view = new EstateView({ components, facts: [] });
    expect(refused(view, word)).toBe('');
    const others = things.filter(({ kind }) => kind !== 'component');
    expect(untoldThings(view, [word]).map(({ thing }) => thing)).toEqual(others);
  });

  it('are all told at once', () => {
    const drains = ['a', 'b'].map((node) => readAction({ action: 'drain-node', node }, 'test'));
    const view = new EstateView({ components: [{ name: 'n1', kind: 'host' }], facts: [] });
    expect(() => {
      checkNames(
        view,
        drains.map((word, at) => ({ word, place: `line ${at + 1}` })),
      );
    }).toThrow(/line 1: .*node a.*\nline 2: .*node b/);
  });
});
