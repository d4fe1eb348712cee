import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { locate, plainValue } from './locate.ts';
import { parseYaml } from './parse-yaml.ts';
import { formatPlace } from './yaml-node.ts';
import type { YamlNode } from './yaml-node.ts';

function parsed(text: string): YamlNode {
  const { documents, problem } = parseYaml(text, 'f.yaml');
  expect(problem).toBeUndefined();
  return documents![0]!;
}

const value = (text: string): unknown => JSON.parse(JSON.stringify(plainValue(parsed(text))));

describe('parseYaml', () => {
  it('takes scalars as the tools written in Go do', () => {
    expect(value('[1, 0755, 0o17, 0x1F, 1_000, 08, 1.50, 1e3, true, yes, on, ~, "", 2001-01-01, .inf]')).toEqual([
      1,
      493,
      15,
      31,
      1000,
      8,
      1.5,
      1000,
      true,
      'yes',
      'on',
      null,
      '',
      '2001-01-01',
      '.inf',
    ]);
    expect(value('[!!str 12, !!int "5", "07", 12:30, 1.2.3]')).toEqual(['12', 5, '07', '12:30', '1.2.3']);
  });

  it('keeps the text of numbers that a number cannot hold', () => {
    const list = parsed('[12345678901234567890, 0.00001, 1.10]');
    expect(list.kind === 'list' && list.items.map((item) => item.kind === 'scalar' && item.text)).toEqual([
      '12345678901234567890',
      '1e-05',
      '1.1',
    ]);
  });

  it('merges maps: own keys win, then the earlier of a list', () => {
    const text = `
a: &a { x: 1, y: 1 }
b: &b { y: 2, z: 2 }
all: { z: own, <<: [*a, *b] }
tagged:
  !!merge <<: *a
  x: 3
`;
    expect(value(text)).toMatchObject({ all: { x: 1, y: 1, z: 'own' }, tagged: { x: 3, y: 1 } });
  });

  it('knows where keys and values stand, through aliases at the anchor', () => {
    const root = parsed('a: &a\n  x: [1, two]\nb: *a\nc: { <<: *a, y: 1 }\n');
    expect(locate(root, ['b', 'x', 1])).toEqual({ file: 'f.yaml', line: 2, column: 10 });
    expect(locate(root, ['c', 'x'], 'key')).toMatchObject({ line: 2, column: 3 });
    expect(locate(root, ['c', 'absent'])).toMatchObject({ line: 4, column: 4 });
    expect(locate(root, ['b'], 'key')).toMatchObject({ line: 3, column: 1 });
  });

  it('keeps tags of the application', () => {
    const root = parsed('a: !reset null\nb: !override [1]\n');
    expect(root.kind === 'map' && [...root.entries.values()].map((entry) => entry.value.tag)).toEqual([
      '!reset',
      '!override',
    ]);
  });

  it('reads all documents of a file, a byte order mark and line ends of Windows', () => {
    const { documents } = parseYaml('\uFEFFa: 1\r\n---\r\n---\r\nb: "x\r\n  y"\r\n', 'f.yaml');
    expect(documents?.map((node) => ({ ...(plainValue(node) as object) }))).toEqual([{ a: 1 }, { b: 'x y' }]);
    expect(parseYaml('# nothing\n', 'f.yaml').documents).toEqual([]);
  });

  it.each([
    ['a tab as indentation', 'a:\n\tb: 1\n', 'syntax', '2:1'],
    ['what does not end', 'a: [1\n', 'syntax', '2:1'],
    ['a key that stands twice', 'a: 1\nb: 1\na: 2\n', 'duplicate-key', '3:1'],
    ['a number as key', 'a:\n  80: 1\n', 'key', '2:3'],
    ['a list as key', '? [a]\n: 1\n', 'key', '1:3'],
    ['an alias to nothing', 'a: *b\n', 'alias', '1:4'],
    ['an alias inside its anchor', 'a: &a [*a]\n', 'alias', '1:8'],
    ['a merge of a text', 'a: { <<: b }\n', 'merge', '1:6'],
    ['a control character', 'a: 1\nb: \u0000\n', 'binary', '2:4'],
  ])('refuses %s', (_what, text, problem, place) => {
    const { problem: found } = parseYaml(text, 'f.yaml');
    expect(found?.problem).toBe(problem);
    expect(`${found?.place.line}:${found?.place.column}`).toBe(place);
    expect(found?.accepted).not.toBe('');
  });

  it('goes on after keys that stand twice where somebody wants to know of all of them', () => {
    const places: string[] = [];
    const { documents } = parseYaml('a: 1\na: 2\nb: { c: 1, c: 2 }\n', 'f.yaml', ({ place }) =>
      places.push(formatPlace(place)),
    );
    expect(places).toEqual(['f.yaml:2:1', 'f.yaml:3:12']);
    expect(JSON.stringify(plainValue(documents![0]!))).toBe('{"a":1,"b":{"c":1}}');
  });

  it('refuses what would fill the memory or the stack, quickly', () => {
    const layers = Array.from({ length: 40 }, (_, at) => `b${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`);
    for (const text of [`b0: &a0 [x]\n${layers.join('\n')}`, '['.repeat(20_000), '{a: '.repeat(5_000)]) {
      expect(parseYaml(text, 'f.yaml').problem?.problem).toBe('size');
    }
  });

  it('repeats no text of the file where it is not YAML', () => {
    const { problem } = parseYaml('PASSWORD: "hunter2\nb: hunter2: [', 'f.yaml');
    expect(problem).toBeDefined();
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });

  it('gives values or one problem whatever the text', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&x ',
      '*x',
      '<<',
      '"',
      "'",
      '!t ',
      '#',
      '|',
      '1',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { documents, problem } = parseYaml(pieces.join(''), 'f.yaml');
        expect(documents === undefined).toBe(problem !== undefined);
        expect(problem === undefined || (problem.place.line >= 1 && problem.place.column >= 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('gives no key a meaning of its own', () => {
    const plain = plainValue(parsed('__proto__: { polluted: 1 }\nconstructor: 2\n')) as Record<string, unknown>;
    expect(Object.keys(plain)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
