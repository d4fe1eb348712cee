import { z } from 'zod';
import { counted } from '../counted.ts';
import type { Block, Document, Text } from '../document.ts';

const notUnderstood = z.strictObject({
  place: z.string(),
  what: z.string(),
  count: z.number(),
});

/** What `backlot capture` gives. */
export const captureResultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string().describe('SHA-256 of the canonical JSON of all that is known now'),
  changed: z.boolean().describe('whether that differs from the snapshot before'),
  components: z.int(),
  connections: z.int(),
  facts: z.int(),
  unowned: z.array(z.string()).describe('components for which nobody is known to answer'),
  ambiguities: z.array(z.strictObject({ name: z.string(), candidates: z.array(z.string()) })),
  sources: z.array(
    z.strictObject({
      place: z.string(),
      format: z.string().nullable(),
      read: z.string(),
      error: z
        .strictObject({ code: z.string(), message: z.string(), remedy: z.string() })
        .nullable()
        .describe('why nothing was read of it'),
    }),
  ),
  passedOver: z.array(z.strictObject({ path: z.string(), what: z.string() })),
  notUnderstood: z.array(notUnderstood).describe('what was met in what was read and not understood'),
});

/** The same, as a value. */
export type CaptureResult = z.output<typeof captureResultSchema>;

/** What a person is shown of a long list; the whole is in the JSON output and in `estate coverage`. */
const mostShown = 8;

function bounded(items: readonly string[], more: string): readonly string[] {
  const rest = items.length - mostShown;
  return rest <= 0 ? items : [...items.slice(0, mostShown), `and ${rest} more: ${more}`];
}

/** So many sources a person reads one by one. */
const mostSources = 12;

/** The folder that all of some paths are in. */
function commonFolder(paths: readonly string[]): string {
  const [parts = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  const shared = parts.findIndex((part, index) => rest.some((other) => other[index] !== part));
  return (shared < 0 ? parts : parts.slice(0, shared)).join('/');
}

/** Sums up what was read of many files: `183,000 spans` of several rows like `1,200 spans`. */
function sumOf(reads: readonly string[]): string {
  const counts = reads.map((read) => /^([\d,]+) (.*)$/.exec(read));
  const total = counts.reduce((sum, match) => sum + Number((match?.[1] ?? '0').replaceAll(',', '')), 0);
  const words = counts.flatMap((match) => match?.[2] ?? []);
  const [word = ''] = words;
  const plural = words.find((other) => other.endsWith('s')) ?? `${word}s`;
  return `${total.toLocaleString('en')} ${total === 1 ? word : plural}`;
}

type Row = readonly [place: string, format: string, read: Text];

function rowsOf(sources: CaptureResult['sources']): readonly Row[] {
  const failed = sources.filter(({ error }) => error !== null);
  const read = sources.filter(({ error }) => error === null);
  const single = ({ place, format, read: much, error }: CaptureResult['sources'][number]): Row => [
    place,
    format ?? '-',
    error === null ? much : { text: `failed (${error.code})`, tone: 'bad' },
  ];
  if (sources.length <= mostSources) return sources.map(single);
  const groups = [...Map.groupBy(read, ({ format }) => format)];
  return [
    ...groups.flatMap(([format, members]): readonly Row[] =>
      members.length === 1
        ? members.map(single)
        : [
            [
              `${counted(members.length, 'file')} in ${commonFolder(members.map(({ place }) => place))}`,
              format ?? '-',
              sumOf(members.map(({ read: much }) => much)),
            ],
          ],
    ),
    ...failed.map(single),
  ];
}

function sourcesTable({ sources }: CaptureResult): Block {
  return {
    kind: 'table',
    columns: [{ heading: 'source' }, { heading: 'format' }, { heading: 'read' }],
    rows: rowsOf(sources),
  };
}

/** A folder holds many files that are no captures: they are told by what they are, not one by one. */
function passedOverBlocks(files: CaptureResult['passedOver']): Block[] {
  if (files.length === 0) return [];
  const kinds = [...Map.groupBy(files, ({ what }) => what)].sort(([, a], [, b]) => b.length - a.length);
  const items = kinds.map(([what, [first, ...more]]) => {
    const rest = more.length === 0 ? '' : ` and ${counted(more.length, 'other file')}`;
    return `${first?.path ?? ''}${rest}: ${what}`;
  });
  return [
    { kind: 'heading', text: 'Passed over' },
    { kind: 'list', items: bounded(items, '--output json names them all') },
  ];
}

/**
 * Says to a person what a capture gave.
 *
 * @param result - What it gave.
 */
export function presentCapture(result: CaptureResult): Document {
  const { estate, snapshot, changed, components, connections, facts, unowned, ambiguities, sources } = result;
  const failed = sources.flatMap(({ error }) => error ?? []);
  const gaps = result.notUnderstood.map(({ what, count, place }) => `${what}: ${count}, first at ${place}`);
  return [
    sourcesTable(result),
    ...failed.map(({ code, message, remedy }): Block => ({
      kind: 'paragraph',
      text: { text: `error (${code}): ${message}\nremedy: ${remedy}`, tone: 'bad' },
    })),
    {
      kind: 'fields',
      fields: [
        { label: 'estate', value: estate },
        { label: 'snapshot', value: `${snapshot.slice(0, 16)} (${changed ? 'new' : 'as before'})` },
        {
          label: 'known',
          value: `${counted(components, 'component')}, ${counted(connections, 'connection')}, ${counted(facts, 'fact')}`,
        },
        {
          label: 'owners',
          value:
            components === 0
              ? '-'
              : unowned.length === 0
                ? { text: 'every component has one', tone: 'good' }
                : { text: `none for ${unowned.length} of ${components}`, tone: 'warn' },
        },
      ],
    },
    ...passedOverBlocks(result.passedOver),
    ...(gaps.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Not understood' } as const,
          { kind: 'list', items: bounded(gaps, `backlot estate coverage --estate ${estate}`) } as const,
        ]),
    ...(ambiguities.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Names that could mean several components' } as const,
          {
            kind: 'list',
            items: bounded(
              ambiguities.map(({ name, candidates }) => `${name}: ${candidates.join(' or ')}`),
              `backlot estate show --estate ${estate}`,
            ),
          } as const,
        ]),
    { kind: 'paragraph', text: `Look at it: backlot estate map --estate ${estate}` },
  ];
}
