import { describe, expect, it } from '@jest/globals';
import { actionEntry, actionNames, faultEntry, faultNames, RegisteredError } from '../../../../src/kernel/index.ts';
import type { ErrorDetails, ModelProblem, Parameter } from '../../../../src/kernel/index.ts';
import { readModelFile } from '../../format/index.ts';
import { wordsEstate } from './words-estate.ts';

/** What the example of a word leaves out and the model has, so that a wrong name of it can be told from a right one. */
const besides: Readonly<Record<string, string>> = {
  cache: 'redis',
  lock: 'orders',
  pool: 'general',
  person: 'payments-on-call',
};

/** Texts of which a model has none, or that are new with the word: whatever they say is taken. */
const ofNoModel: ReadonlySet<string> = new Set([
  'image',
  'about',
  'address',
  'setting',
  'secret',
  'volume',
  'certificate',
]);

const naming: ReadonlySet<Parameter['quantity']> = new Set([
  'component',
  'operation',
  'instance',
  'node',
  'queue',
  'text',
]);

const nodes = Object.fromEntries(
  Object.entries(wordsEstate.nodes ?? {}).map(([name, node]) => [name, { ...node, pool: 'general' }]),
);

function problemsOf(happening: object): readonly ModelProblem[] {
  try {
    const timeline = [{ at: '10s', ...happening }];
    readModelFile(JSON.stringify({ version: 1, ...wordsEstate, nodes, timeline }), 'model.json');
    return [];
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'model-invalid') throw thrown;
    return (thrown.details as ErrorDetails<'model-invalid'>).problems;
  }
}

const words = [
  ...actionNames.map((name) => ['action', name, actionEntry(name)] as const),
  ...faultNames.map((name) => ['fault', name, faultEntry(name)] as const),
].filter(([, , { tiers }]) => tiers.model !== 'no');

const named = words.flatMap(([vocabulary, name, { parameters, example }]) =>
  Object.entries<Parameter>(parameters)
    .filter(([parameter, { quantity }]) => naming.has(quantity) && !ofNoModel.has(parameter))
    // Whoever adds a node may do so in a zone where none is yet.
    .filter(([parameter]) => !(name === 'add-node' && parameter === 'zone'))
    .map(([parameter]) => [vocabulary, name, parameter, example] as const),
);

describe('the names in a word', () => {
  it.each(words)('%s %s: those of its example are all there', (vocabulary, name, { example }) => {
    const instead = name === 'delete-instance' ? { instance: 'checkout-1' } : {};
    expect(problemsOf({ [vocabulary]: name, ...example, ...instead })).toEqual([]);
  });

  it.each(named)(
    '%s %s: an unknown %s is refused with its place and what is like it',
    (vocabulary, name, parameter, example) => {
      const right = (example as Readonly<Record<string, string>>)[parameter] ?? besides[parameter] ?? 'checkout';
      const wrong = `${right}x`;
      const problems = problemsOf({ [vocabulary]: name, ...example, [parameter]: wrong });
      const [problem] = problems.filter(({ key }) => key === `timeline.0.${parameter}`);
      expect(problem).toMatchObject({
        place: expect.stringMatching(/^model\.json:\d+:\d+$/),
        found: expect.stringContaining(wrong),
      });
      expect(problem?.accepted).toMatch(/^(such as .|the number of a version)/);
    },
  );

  it.each([
    ['whom it does not call', { action: 'set-pool', component: 'checkout', to: 'redis', size: 3 }, 'to'],
    ['who does not call it', { fault: 'latency', component: 'payment', from: 'gateway', delay: '1s' }, 'from'],
    ['who is no consumer of it', { action: 'pause-consumers', queue: 'orders', component: 'checkout' }, 'component'],
    ['what has no certificate', { action: 'renew-certificate', component: 'checkout' }, 'component'],
    ['what is no cache', { action: 'flush-cache', component: 'checkout' }, 'component'],
    [
      'an instance of another component',
      { action: 'delete-instance', component: 'checkout', instance: 'payment-1' },
      'instance',
    ],
  ])('are refused for %s', (_, happening, parameter) => {
    expect(problemsOf(happening)).toEqual([
      expect.objectContaining({ key: `timeline.0.${parameter}`, accepted: expect.stringMatching(/^such as ./) }),
    ]);
  });

  it('are those of nodes and instances that come in the run, too', () => {
    expect(problemsOf({ action: 'delete-instance', component: 'checkout', instance: 'checkout-9' })).toEqual([]);
    const timeline = [
      { at: '1s', action: 'add-node', nodes: 2 },
      { at: '20m', action: 'drain-node', node: 'added-2' },
    ];
    expect(() =>
      readModelFile(JSON.stringify({ version: 1, ...wordsEstate, timeline, run: { for: '1h' } }), 'model.json'),
    ).not.toThrow();
  });

  it('of somebody who acts when paged are checked as well', () => {
    const people = { anna: { answersAfter: '1m', acts: [{ action: 'drain-node', node: 'node-9' }] } };
    expect(() => readModelFile(JSON.stringify({ version: 1, ...wordsEstate, people }), 'model.json')).toThrow(
      /people\.anna\.acts\.0\.node.*node-1/,
    );
  });

  it('of a pool that no node says is taken, with a warning', () => {
    const timeline = [{ at: '1s', action: 'add-node', pool: 'general' }];
    const { remarks } = readModelFile(JSON.stringify({ version: 1, ...wordsEstate, timeline }), 'model.json');
    expect(remarks).toContainEqual(expect.objectContaining({ level: 'warning', key: 'timeline.0.pool' }));
  });
});
