import { z } from 'zod';
import { freshnessOf } from '../../estate/index.ts';
import { formatDuration } from '../../kernel/index.ts';
import { defineVerb } from '../verb.ts';
import type { Tone } from '../document.ts';
import { withFacts } from '../with-facts.ts';
import { estateOption, snapshotOption } from './estate-options.ts';

const resultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  parts: z.array(
    z.strictObject({
      component: z.string().nullable().describe('null for what is said of the estate as a whole'),
      kind: z.string().describe('what kind of facts: each has its own half-life'),
      facts: z.int(),
      oldestMs: z.number().describe('age of the oldest'),
      halfLifeMs: z.number(),
      freshness: z.number().describe('of the oldest: 1 when just seen, a half after one half-life'),
    }),
  ),
});

/** Above it a fact is no older than one half-life; below a tenth, older than three. */
const goodFreshness = 0.5;
const poorFreshness = 0.1;

const toneOf = (freshness: number): Tone =>
  freshness >= goodFreshness ? 'good' : freshness >= poorFreshness ? 'warn' : 'bad';

/** `backlot estate freshness`: what is still worth how much by its age. */
export const freshnessVerb = defineVerb({
  path: ['estate', 'freshness'],
  summary: 'show how old what is known is, by component and kind of fact',
  description:
    'Every kind of fact has a half-life: after it, a fact is worth half as much as when it was seen. A plan is as fresh ' +
    'as the stalest fact that it rests on.',
  examples: [{ line: 'backlot estate freshness --estate shop', does: 'shows what should be captured again' }],
  parameters: z.object({ estate: estateOption, snapshot: snapshotOption }),
  result: resultSchema,
  run: ({ estate, snapshot }, context) =>
    withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const parts = freshnessOf(document.facts, await facts.ages(estate), context.clock.nowMs());
      return { estate, snapshot: sha256, parts: parts.map((part) => ({ ...part })) };
    }),
  present: ({ estate, snapshot, parts }) => [
    { kind: 'paragraph', text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}.` },
    {
      kind: 'table',
      columns: [
        { heading: 'component' },
        { heading: 'kind of facts' },
        { heading: 'facts', align: 'right' },
        { heading: 'oldest', align: 'right' },
        { heading: 'half-life', align: 'right' },
        { heading: 'worth', align: 'right' },
      ],
      // What most needs to be captured again comes first.
      rows: parts
        .toSorted((left, right) => left.freshness - right.freshness)
        .map(({ component, kind, facts, oldestMs, halfLifeMs, freshness }) => [
          component ?? 'the estate',
          kind,
          String(facts),
          formatDuration(oldestMs),
          formatDuration(halfLifeMs),
          { text: `${(freshness * 100).toFixed(0)} %`, tone: toneOf(freshness) },
        ]),
    },
  ],
});
