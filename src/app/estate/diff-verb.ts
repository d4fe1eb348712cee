import { z } from 'zod';
import { declaredDifference, snapshotDifference } from '../../estate/index.ts';
import type { DeclaredDifference, FactStore } from '../../estate/index.ts';
import { formatDuration, RegisteredError } from '../../kernel/index.ts';
import type { Block, Document } from '../document.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { changeTexts } from './change-texts.ts';
import { estateOption, snapshotName } from './estate-options.ts';

import { bytesText } from './map/index.ts';

const edge = z.strictObject({ from: z.string(), to: z.string(), by: z.array(z.string()) });

const declaredSchema = z.strictObject({
  compared: z.strictObject({ configuration: z.boolean(), engine: z.boolean(), traffic: z.boolean() }),
  onlyDeclared: z.array(z.string()).describe('declared, and neither running nor in any traffic'),
  onlyCaptured: z.array(z.string()).describe('running or in traffic, and declared nowhere'),
  edgesOnlyDeclared: z.array(edge).describe('declared as needed, and no call was seen'),
  edgesOnlyCaptured: z.array(edge).describe('calls were seen that no configuration mentions'),
  conflicts: z.array(
    z.strictObject({
      component: z.string(),
      attribute: z.string(),
      part: z.string(),
      declared: z.json().describe('null where the configuration says nothing of it'),
      captured: z.json().describe('null where it was not there'),
      declaredAt: z.string().nullable(),
      capturedAt: z.string().nullable(),
    }),
  ),
});

const resultSchema = z.strictObject({
  estate: z.string(),
  before: z.string().nullable().describe('the earlier snapshot, where two are compared'),
  after: z.string(),
  declared: declaredSchema.nullable().describe('with --declared: where configuration and reality part'),
  changes: z
    .strictObject({
      componentsAdded: z.array(z.string()),
      componentsRemoved: z.array(z.string()),
      facts: z.array(
        z.strictObject({
          subject: z.string(),
          attribute: z.string(),
          method: z.enum(['captured', 'declared']),
          kind: z.string().describe('what kind of fact'),
          change: z.enum(['added', 'removed', 'changed']),
          before: z.array(z.json()).describe('each value once; several where instances or files differ'),
          after: z.array(z.json()),
        }),
      ),
    })
    .nullable(),
});

type Result = z.output<typeof resultSchema>;

/** The snapshot before the latest other one. */
async function previousOf(facts: FactStore, estate: string, latest: string): Promise<string> {
  const captures = await facts.captures(estate, 1_000);
  const earlier = captures.find(({ snapshotSha256 }) => snapshotSha256 !== latest);
  if (earlier === undefined) throw new RegisteredError('snapshot-single', { estate });
  return earlier.snapshotSha256;
}

const list = (heading: string, items: readonly string[]): Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', text: heading },
        { kind: 'list', items },
      ];

/** A value in one cell; the name of what it is of ends with its unit. */
function valueText(value: unknown, name: string): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'object' && 'secret' in value) return `secret ${String(value.secret).slice(0, 6)}`;
  if (typeof value === 'number' && name.endsWith('Bytes')) return bytesText(value);
  if (typeof value === 'number' && (name.endsWith('Ms') || name === 'stop-grace')) return formatDuration(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function notCompared({ configuration, engine, traffic }: DeclaredDifference['compared']): Block[] {
  const missing = [
    ...(configuration ? [] : ['no configuration was read (backlot capture compose.yaml)']),
    ...(engine ? [] : ['no engine was read (backlot capture --docker)']),
    ...(traffic ? [] : ['no traffic was read (backlot capture traces/, or backlot listen)']),
  ];
  return missing.map((text) => ({ kind: 'paragraph', text: { text: `Not compared: ${text}.`, tone: 'warn' } }));
}

function presentDeclared(difference: NonNullable<Result['declared']>): Document {
  const { compared, onlyDeclared, onlyCaptured, edgesOnlyDeclared, edgesOnlyCaptured, conflicts } = difference;
  const edgeText = ({ from, to, by }: { from: string; to: string; by: string[] }): string =>
    `${from} → ${to} (${by.join(', ')})`;
  const isOrder = ({ by }: { by: string[] }): boolean => by.every((reason) => reason === 'depends_on');
  const needed = edgesOnlyDeclared.filter((one) => !isOrder(one));
  const ordered = edgesOnlyDeclared.filter(isOrder);
  const isSame =
    onlyDeclared.length +
      onlyCaptured.length +
      edgesOnlyDeclared.length +
      edgesOnlyCaptured.length +
      conflicts.length ===
    0;
  return [
    ...notCompared(compared),
    ...list('Declared, and not seen', onlyDeclared),
    ...list('Seen, and declared nowhere', onlyCaptured),
    ...list('Declared as needed, and no call seen', needed.map(edgeText)),
    ...list(
      'Merely started first, and no call seen',
      ordered.map(({ from, to }) => `${from} → ${to}`),
    ),
    ...list('Calls that no configuration mentions', edgesOnlyCaptured.map(edgeText)),
    ...(conflicts.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Declared one way, seen another' } satisfies Block,
          {
            kind: 'table',
            columns: [
              { heading: 'component' },
              { heading: 'what' },
              { heading: 'declared' },
              { heading: 'seen' },
              { heading: 'where' },
            ],
            rows: conflicts.map(({ component, attribute, part, declared, captured, declaredAt, capturedAt }) => [
              component,
              part === '' ? attribute : `${attribute} ${part}`,
              valueText(declared, part === '' ? attribute : part),
              valueText(captured, part === '' ? attribute : part),
              { text: [declaredAt, capturedAt].filter((place) => place !== null).join(', '), tone: 'quiet' },
            ]),
          } satisfies Block,
        ]),
    ...(isSame && compared.configuration && (compared.engine || compared.traffic)
      ? [
          {
            kind: 'paragraph',
            text: { text: 'Configuration and reality agree in all that was compared.', tone: 'good' },
          } as const,
        ]
      : []),
  ];
}

/** So many changed facts a person reads; the whole is in the JSON output. */
const mostFacts = 60;

function presentChanges({ componentsAdded, componentsRemoved, facts }: NonNullable<Result['changes']>): Document {
  const rest = facts.length - mostFacts;
  return [
    ...list('Components that came', componentsAdded),
    ...list('Components that went', componentsRemoved),
    {
      kind: 'table',
      columns: [{ heading: 'of' }, { heading: 'fact' }, { heading: 'before' }, { heading: 'after' }],
      rows: facts
        .slice(0, mostFacts)
        .map(({ subject, attribute, method, before, after }) => [
          subject,
          `${attribute} (${method})`,
          ...changeTexts(attribute, before, after),
        ]),
    },
    ...(rest > 0 ? [{ kind: 'paragraph', text: `And ${rest} more; --output json has them all.` } as const] : []),
  ];
}

/** `backlot estate diff`: between two times, or between configuration and reality. */
export const diffVerb = defineVerb({
  path: ['estate', 'diff'],
  summary: 'show what differs: between two captures, or between configuration and reality',
  examples: [
    { line: 'backlot estate diff --declared', does: 'what configuration says and was not seen, and the reverse' },
    { line: 'backlot estate diff', does: 'what is new since the snapshot before' },
    { line: 'backlot estate diff 3f9c 76da', does: 'what differs between two snapshots' },
  ],
  parameters: z.object({
    before: snapshotName.optional().describe('the earlier snapshot').meta({ positional: 0, placeholder: 'sha256' }),
    after: snapshotName.optional().describe('the later snapshot').meta({ positional: 1, placeholder: 'sha256' }),
    declared: z.boolean().default(false).describe('compare what is declared with what was captured'),
    estate: estateOption,
  }),
  result: resultSchema,
  run: ({ before, after, declared, estate }, context) =>
    withFacts(context, async (facts): Promise<Result> => {
      const later = await facts.snapshot(estate, declared ? before : after);
      if (declared) {
        const difference = structuredClone(declaredDifference(later.document)) as Result['declared'];
        return { estate, before: null, after: later.sha256, declared: difference, changes: null };
      }
      const earlier = await facts.snapshot(estate, before ?? (await previousOf(facts, estate, later.sha256)));
      const changes = structuredClone(snapshotDifference(earlier.document, later.document)) as Result['changes'];
      return { estate, before: earlier.sha256, after: later.sha256, declared: null, changes };
    }),
  present: ({ estate, before, after, declared, changes }) => [
    {
      kind: 'paragraph',
      text:
        before === null
          ? `Estate ${estate}, snapshot ${after.slice(0, 16)}: what is declared against what was captured.`
          : `Estate ${estate}: from snapshot ${before.slice(0, 16)} to ${after.slice(0, 16)}.`,
    },
    ...(declared === null ? [] : presentDeclared(declared)),
    ...(changes === null ? [] : presentChanges(changes)),
  ],
});
