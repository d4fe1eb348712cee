import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

interface Layer {
  readonly path: string;
  readonly notFrom?: readonly string[];
}

interface Layers {
  readonly order: readonly Layer[];
  readonly testSupport: { readonly path: string; readonly importedBy: readonly string[] };
}

const root = fileURLToPath(new URL('..', import.meta.url));
const layers = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8')) as Layers;

const files = globSync('{src,connectors,runbooks,twin,agents,evals,testing}/**/*.ts', { cwd: root }).sort();

/** The files of ours that a file imports, from the compiler's own reading of its text. */
const importsOf = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)));

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** A file's place in the order; where a layer is a single file, its tests stand beside it. */
const layerAt = (file: string): number =>
  layers.order.findIndex(({ path }) =>
    path.endsWith('.ts') ? file.startsWith(path.slice(0, -'ts'.length)) : file.startsWith(`${path}/`),
  );

const isTestSupport = (file: string): boolean => file.startsWith(`${layers.testSupport.path}/`);

const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** Follows imports from a file; returns the first way that leads back into itself. */
function cycleThrough(start: string, seen: Set<string>, way: readonly string[] = []): readonly string[] | undefined {
  if (way.includes(start)) return [...way.slice(way.indexOf(start)), start];
  if (seen.has(start)) return undefined;
  seen.add(start);
  for (const next of graph.get(start) ?? []) {
    const cycle = cycleThrough(next, seen, [...way, start]);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

describe('the layers of layers.json', () => {
  it('are walked at all: sources and imports between layers were found', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(edges.filter(({ from, to }) => layerAt(from) !== layerAt(to)).length).toBeGreaterThan(20);
  });

  it('hold every source file', () => {
    expect(files.filter((file) => layerAt(file) < 0 && !isTestSupport(file))).toEqual([]);
  });

  it('import only leftward', () => {
    const wrong = edges.filter(({ from, to }) => {
      if (isTestSupport(from) || isTestSupport(to)) return false;
      const refused = layers.order[layerAt(from)]?.notFrom ?? [];
      return layerAt(to) > layerAt(from) || refused.some((path) => to.startsWith(`${path}/`));
    });
    expect(wrong).toEqual([]);
  });

  it('import one another through the index of a folder', () => {
    const wrong = edges.filter(
      ({ from, to }) => layerAt(from) !== layerAt(to) && !isTestSupport(to) && !/\/index\.ts$/.test(to),
    );
    expect(wrong.filter(({ from }) => !from.endsWith('.test.ts') && !isTestSupport(from))).toEqual([]);
  });

  it('have no cycles', () => {
    const seen = new Set<string>();
    expect(files.map((file) => cycleThrough(file, seen)).filter((cycle) => cycle !== undefined)).toEqual([]);
  });

  it('leave test support to the tests', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        isTestSupport(to) && !layers.testSupport.importedBy.some((pattern) => matchesGlob(from, pattern)),
    );
    expect(wrong).toEqual([]);
  });

  it('import only files that are there', () => {
    const missing = edges.filter(({ to }) => to.endsWith('.ts') && !files.includes(to));
    expect(missing.map(({ from, to }) => `${from} -> ${relative('.', to)}`)).toEqual([]);
  });

  it('leave the right to change a Docker engine to its connector and to the estates of evals', () => {
    const mayChange = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return /import (?:type )?\{[^}]*\b(?:connectEngine|Engine)\b[^}]*\} from '[^']*connectors\/docker\//.test(text);
    });
    expect(mayChange.length).toBeGreaterThan(3);
    expect(mayChange.filter((file) => !file.startsWith('evals/') && !file.startsWith('connectors/docker/'))).toEqual(
      [],
    );
  });

  it('leave values in the clear to the estates of evals, which have to make containers of them', () => {
    const users = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('readComposeInTheClear'));
    expect(users).toContain('evals/estates/runner/compose/read-compose.ts');
    const others = users.filter((file) => !file.startsWith('connectors/compose/') && !isTestSupport(file));
    expect(others.filter((file) => !file.startsWith('evals/') && !file.endsWith('.test.ts'))).toEqual([]);
  });

  it('leave dockerode to the connector, and to tests', () => {
    const users = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'dockerode'"));
    expect(users).toContain('connectors/docker/client-slice.ts');
    const others = users.filter((file) => !file.startsWith('connectors/docker/') && !isTestSupport(file));
    expect(others.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
  });
});
