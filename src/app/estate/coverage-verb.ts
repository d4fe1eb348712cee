import { z } from 'zod';
import { formatDuration } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import type { Block, Text } from '../document.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { estateOption } from './estate-options.ts';

const resultSchema = z.strictObject({
  estate: z.string(),
  sources: z.array(
    z.strictObject({
      collector: z.string(),
      place: z.string(),
      sha256: z.string(),
      ageMs: z.number(),
      read: z.record(z.string(), z.number()).describe('how much was read, by kind'),
      notUnderstood: z.array(z.strictObject({ what: z.string(), place: z.string(), count: z.number() })),
    }),
  ),
});

type Result = z.output<typeof resultSchema>;

/** A person is shown where the first file is, and how many more there are. */
const shortPlace = (place: string): string => {
  const [first = '', ...more] = place.split(', ');
  return more.length === 0 ? first : `${first} and ${more.length} more`;
};

const readText = (read: Result['sources'][number]['read']): string =>
  Object.entries(read)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ') || '-';

/** So many kinds of gaps a person reads of one source; all are in the JSON output. */
const mostGaps = 20;

/** Which variables have no value says little, one by one. */
const folded = (what: string): string => what.replace(/^variable \S+ without a value$/, 'variables without a value');

/** The most frequent first. */
function rowsOf(gaps: Result['sources'][number]['notUnderstood']): readonly (readonly Text[])[] {
  const byKind = new Map<string, { place: string; count: number }>();
  for (const { what, place, count } of gaps) {
    const known = byKind.get(folded(what));
    if (known === undefined) byKind.set(folded(what), { place, count });
    else known.count += count;
  }
  const sorted = [...byKind].sort(([, left], [, right]) => right.count - left.count);
  const rows = sorted
    .slice(0, mostGaps)
    .map(([what, { place, count }]) => [what, count.toLocaleString('en'), { text: place, tone: 'quiet' } as const]);
  const rest = sorted.length - mostGaps;
  return rest > 0 ? [...rows, [`and ${rest} more kinds: --output json has them`, '', '']] : rows;
}

/** `backlot estate coverage`: what was read of each source, and what was not understood. */
export const coverageVerb = defineVerb({
  path: ['estate', 'coverage'],
  summary: 'show what was read of each source, and what of it was not understood',
  examples: [{ line: 'backlot estate coverage --estate shop', does: 'shows what a prediction could miss' }],
  parameters: z.object({ estate: estateOption }),
  result: resultSchema,
  run: ({ estate }, context) =>
    withFacts(context, async (facts) => {
      await facts.snapshot(estate);
      const nowMs = context.clock.nowMs();
      const readings = await facts.readings(estate);
      return {
        estate,
        sources: readings.map(({ collector, place, sha256, asOfMs, coverage }) => ({
          collector,
          place,
          sha256,
          ageMs: Math.max(0, nowMs - asOfMs),
          read: { ...coverage.read },
          notUnderstood: coverage.notUnderstood.map(({ what, place: at, count }) => ({ what, place: at, count })),
        })),
      };
    }),
  present: ({ sources }) => [
    {
      kind: 'table',
      columns: [{ heading: 'source' }, { heading: 'read' }, { heading: 'as of' }, { heading: 'not understood' }],
      rows: sources.map(({ collector, place, ageMs, read, notUnderstood }) => [
        `${collector}: ${shortPlace(place)}`,
        readText(read),
        `${formatDuration(ageMs)} ago`,
        notUnderstood.length === 0
          ? { text: '-', tone: 'good' }
          : { text: counted(notUnderstood.length, 'kind', 'kinds'), tone: 'warn' },
      ]),
    },
    ...sources
      .filter(({ notUnderstood }) => notUnderstood.length > 0)
      .flatMap(({ collector, place, notUnderstood }): Block[] => [
        { kind: 'heading', text: `Not understood of ${collector}: ${shortPlace(place)}` },
        {
          kind: 'table',
          columns: [{ heading: 'what' }, { heading: 'count', align: 'right' }, { heading: 'first at' }],
          rows: rowsOf(notUnderstood),
        },
      ]),
  ],
});
