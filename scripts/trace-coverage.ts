import { globSync } from 'node:fs';
import { join } from 'node:path';
import { openInput } from '../connectors/files/index.ts';
import { recogniseFormat } from '../connectors/formats/index.ts';
import type { InputFormat } from '../connectors/formats/index.ts';
import { readMetricTable } from '../connectors/metric-table/index.ts';
import { readSpans } from '../connectors/trace-files/index.ts';
import { CoverageCount } from '../src/kernel/index.ts';
import type { Coverage } from '../src/kernel/index.ts';

const words: Readonly<Record<Exclude<InputFormat, 'yaml-document'>, string>> = {
  'otlp-json': 'OTLP, JSON',
  'otlp-protobuf': 'OTLP, protobuf',
  'zipkin-v2': 'Zipkin 2',
  jaeger: 'Jaeger',
  'span-csv': 'spans as CSV',
  'metric-table': 'tables of metrics',
};

type Format = keyof typeof words;

interface Tally {
  readonly format: Format;
  readonly coverage: CoverageCount;
  files: number;
  items: number;
}

async function tallyOf(path: string, tallies: Map<Format, Tally>): Promise<void> {
  const input = await openInput(path);
  const format = recogniseFormat(input);
  if (format === undefined || format === 'yaml-document') return;
  const tally = tallies.get(format) ?? { format, coverage: new CoverageCount(), files: 0, items: 0 };
  tallies.set(format, tally);
  tally.files += 1;
  if (format === 'metric-table') tally.items += (await readMetricTable(input, tally.coverage)).length;
  else tally.items += (await readSpans(input, { onSpans: () => undefined, coverage: tally.coverage })).spanCount;
}

const gapsOf = ({ notUnderstood }: Coverage): string =>
  notUnderstood.length === 0 ? 'nothing' : notUnderstood.map(({ what, count }) => `${what}: ${count}`).join('; ');

/**
 * The section of `docs/coverage.md` on traces and tables of metrics.
 *
 * @param data - The folder of real files.
 */
export async function traceCoverage(data: string): Promise<string> {
  const tallies = new Map<Format, Tally>();
  const files = globSync('**/*.{json,csv,gz}', { cwd: data }).sort();
  for (const file of files) await tallyOf(join(data, file), tallies);
  const formats = (Object.keys(words) as Format[]).flatMap((format) => tallies.get(format) ?? []);
  return [
    '## Traces and tables of metrics',
    '',
    'Each file is recognised by its content and read alone.',
    '',
    '| format | files | spans, or series | not understood |',
    '| --- | ---: | ---: | --- |',
    ...formats.map(
      ({ format, files: count, items, coverage }) =>
        `| ${words[format]} | ${count} | ${items} | ${gapsOf(coverage.coverage)} |`,
    ),
    '',
  ].join('\n');
}
