import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { looksLikeCompose, readComposeProject } from '../connectors/compose/index.ts';
import { RegisteredError, sealWith } from '../src/kernel/index.ts';
import type { ComposeProblemKind, Coverage } from '../src/kernel/index.ts';

/** In the page's words, what kinds of mistakes a project was refused for. */
const kindsInWords: Readonly<Record<ComposeProblemKind, string>> = {
  yaml: 'no YAML',
  'not-compose': 'not a compose file',
  form: 'a form that is not taken, or a service without image and build',
  value: 'a value that is not taken; mostly a port or a path of a variable that has none',
  variable: 'a required variable without a value',
  reference: 'a name of what is not there; mostly a layer that does not stand alone',
  circle: 'a circle',
  contradiction: 'a contradiction',
  file: 'a file that is not there',
};

interface Reading {
  readonly file: string;
  readonly coverage?: Coverage;
  readonly kinds: readonly ComposeProblemKind[];
}

function readingOf(data: string, file: string): Reading {
  const request = { files: [join(data, file)], environment: {}, profiles: ['*'], seal: sealWith(new Uint8Array(16)) };
  try {
    return { file, coverage: readComposeProject(request).coverage, kinds: [] };
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'compose-invalid') throw thrown;
    const { problems } = (thrown as RegisteredError<'compose-invalid'>).details;
    return { file, kinds: [...new Set(problems.map(({ kind }) => kind))] };
  }
}

/** Variables are counted as one: which ones have no value says nothing of the reader. */
const folded = (what: string): string => what.replace(/^variable \S+ without a value$/, 'variables without a value');

function notUnderstood(readings: readonly Reading[], data: string): readonly string[] {
  const counts = new Map<string, { files: number; count: number; place: string }>();
  for (const { coverage } of readings) {
    const inFile = new Set<string>();
    for (const { what: written, place, count } of coverage?.notUnderstood ?? []) {
      const what = folded(written);
      const known = counts.get(what) ?? { files: 0, count: 0, place: place.replace(`${data}/`, '') };
      counts.set(what, known);
      known.count += count;
      if (!inFile.has(what)) known.files += 1;
      inFile.add(what);
    }
  }
  const ordered = [...counts].sort(([a, left], [b, right]) => right.count - left.count || (a < b ? -1 : 1));
  return ordered.map(([what, { files, count, place }]) => `| \`${what}\` | ${count} | ${files} | \`${place}\` |`);
}

/**
 * The section of `docs/coverage.md` on compose files.
 *
 * @param data - The folder of real files.
 */
export function composeCoverage(data: string): string {
  const files = globSync('**/*.{yml,yaml}', { cwd: data })
    .filter((file) => statSync(join(data, file)).size < 1_000_000)
    .filter((file) => looksLikeCompose(readFileSync(join(data, file), 'utf8')))
    .sort();
  const readings = files.map((file) => readingOf(data, file));
  const resolved = readings.filter(({ coverage }) => coverage !== undefined);
  const refused = readings.filter(({ coverage }) => coverage === undefined);
  const kinds = Object.keys(kindsInWords) as ComposeProblemKind[];
  const services = resolved.reduce((sum, { coverage }) => sum + (coverage?.read['services'] ?? 0), 0);
  return [
    '## Compose files',
    '',
    'Each file that looks like a compose file is read alone, with all profiles and no variables.',
    '',
    '| | files |',
    '| --- | ---: |',
    `| read | ${readings.length} |`,
    `| resolved, giving ${services} services | ${resolved.length} |`,
    `| refused | ${refused.length} |`,
    '',
    'Refused, by reason; a file may have several:',
    '',
    '| reason | files |',
    '| --- | ---: |',
    ...kinds.flatMap((kind) => {
      const count = refused.filter((reading) => reading.kinds.includes(kind)).length;
      return count === 0 ? [] : [`| ${kindsInWords[kind]} | ${count} |`];
    }),
    '',
    'Not understood, or only noted, in those that resolve:',
    '',
    '| what | times | files | first in |',
    '| --- | ---: | ---: | --- |',
    ...notUnderstood(resolved, data),
    '',
  ].join('\n');
}
