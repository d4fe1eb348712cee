import { z } from 'zod';
import { estateGraph, subjectLabel } from '../../estate/index.ts';
import type { Fact, GraphNode, SnapshotDocument } from '../../estate/index.ts';
import { RegisteredError, similarNames } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import type { Block, Text } from '../document.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { estateOption, snapshotOption } from './estate-options.ts';
import { factText } from './fact-text/index.ts';
import { limitsText, trafficText } from './map/index.ts';
import { statesText } from './states-text.ts';

const trafficSchema = z.strictObject({
  perSecond: z.number(),
  errorRatio: z.number(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});

const nodeSchema = z.strictObject({
  name: z.string(),
  kind: z.string(),
  group: z.string().nullable(),
  owner: z.string().nullable(),
  collectors: z.array(z.string()),
  image: z.string().nullable(),
  replicas: z.number().nullable(),
  states: z
    .array(
      z.strictObject({
        state: z.string(),
        exitCode: z.number().nullable(),
        outOfMemory: z.boolean(),
        instances: z.int(),
      }),
    )
    .describe('how many instances are in which state; empty where no engine was read'),
  cpuCores: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  operations: z.array(z.string()),
  traffic: trafficSchema.nullable(),
  isEntry: z.boolean(),
});

const edgeSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  protocols: z.array(z.string()),
  traffic: trafficSchema.nullable(),
  declaredBy: z.array(z.string()),
  isInferred: z.boolean().describe('an end is a proxy that sends no spans, and that callers address'),
});

/** The graph of an estate, as JSON output has it. */
export const graphSchema = z.strictObject({ nodes: z.array(nodeSchema), edges: z.array(edgeSchema) });

const factSchema = z.strictObject({
  subject: z.string(),
  attribute: z.string(),
  value: z.json(),
  method: z.enum(['captured', 'declared']),
  collector: z.string(),
  reading: z.string().describe('SHA-256 of what says so'),
  place: z.string().nullable(),
  count: z.number().nullable().describe('how many observations it rests on'),
});

const resultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  ...graphSchema.shape,
  component: z
    .strictObject({
      name: z.string(),
      names: z.array(z.strictObject({ scheme: z.string(), value: z.string() })),
      joints: z
        .array(z.strictObject({ because: z.string(), name: z.string(), collectors: z.array(z.string()) }))
        .describe('why the things that were seen are taken for one component'),
      facts: z.array(factSchema),
    })
    .nullable(),
  history: z.array(z.strictObject({ capturedAt: z.iso.datetime(), snapshot: z.string(), readings: z.int() })),
});

type Result = z.output<typeof resultSchema>;

/** A person reads this many names that may have been meant, and takes one. */
const mostSimilar = 8;

/** How many captures `--history` goes back. */
const mostCaptures = 50;

const isAbout = ({ subject }: Fact, component: string): boolean =>
  subject.kind !== 'estate' &&
  (subject.component === component || (subject.kind === 'edge' && subject.to === component));

function componentOf({ components, facts }: SnapshotDocument, name: string): NonNullable<Result['component']> {
  const component = components.find((candidate) => candidate.name === name);
  if (component === undefined) {
    const names = components.map((other) => other.name);
    throw new RegisteredError('component-unknown', {
      name,
      similar: similarNames(name, names, mostSimilar),
      count: names.length,
    });
  }
  return {
    name: component.name,
    names: component.names.map(({ scheme, value }) => ({ scheme, value })),
    joints: component.joints.map(({ because, name: by, collectors }) => ({
      because,
      name: by,
      collectors: [...collectors],
    })),
    facts: facts
      .filter((fact) => isAbout(fact, name))
      .map(({ subject, attribute, value, method, collector, reading, place = null, count = null }) => ({
        subject: subjectLabel(subject),
        attribute,
        value: value as z.output<typeof factSchema>['value'],
        method,
        collector,
        reading,
        place,
        count,
      })),
  };
}

const ownerText = (owner: string | null): Text => owner ?? { text: 'none', tone: 'warn' };

function nodesTable(nodes: readonly GraphNode[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: 'component' },
      { heading: 'kind' },
      { heading: 'owner' },
      { heading: 'image' },
      { heading: 'replicas', align: 'right' },
      { heading: 'state' },
      { heading: 'limits' },
      { heading: 'traffic' },
      { heading: 'seen by' },
    ],
    rows: nodes.map((node) => [
      node.name,
      node.kind,
      ownerText(node.owner),
      node.image ?? '-',
      node.replicas === null ? '-' : String(node.replicas),
      statesText(node),
      limitsText(node) || '-',
      node.traffic === null ? '-' : trafficText(node.traffic),
      { text: node.collectors.join(', '), tone: 'quiet' },
    ]),
  };
}

function componentBlocks({ names, joints, facts }: NonNullable<Result['component']>, node: GraphNode): Block[] {
  const fields: { label: string; value: Text }[] = [
    { label: 'component', value: node.kind === 'service' ? node.name : `${node.name} (${node.kind})` },
    { label: 'owner', value: ownerText(node.owner) },
    { label: 'state', value: statesText(node) },
    { label: 'traffic', value: node.traffic === null ? '-' : trafficText(node.traffic) },
  ];
  return [
    { kind: 'fields', fields: fields.filter(({ value }) => value !== '-') },
    { kind: 'heading', text: 'Known as' },
    { kind: 'list', items: names.map(({ scheme, value }) => `${value} (${scheme})`) },
    ...(joints.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Taken for one, because' } as const,
          { kind: 'list', items: joints.map(({ because, name }) => `${because}: ${name}`) } as const,
        ]),
    { kind: 'heading', text: 'Facts' },
    {
      kind: 'table',
      columns: [{ heading: 'of' }, { heading: 'what' }, { heading: 'value' }, { heading: 'how known' }],
      rows: facts.map(({ subject, attribute, value, method, collector, place }) => [
        subject,
        attribute,
        factText(attribute, value),
        { text: `${method} by ${collector}${place === null ? '' : `, ${place}`}`, tone: 'quiet' },
      ]),
    },
  ];
}

/** `backlot estate show`: what is known, of all components or of one. */
export const showVerb = defineVerb({
  path: ['estate', 'show'],
  summary: 'show what is known of an estate, or all facts of one component',
  examples: [
    { line: 'backlot estate show', does: 'lists the components with their owners, limits and traffic' },
    { line: 'backlot estate show checkout --estate shop', does: 'shows every fact of checkout, and how each is known' },
    { line: 'backlot estate show --history', does: 'lists the captures' },
  ],
  parameters: z.object({
    component: z.string().optional().describe('one component').meta({ positional: 0 }),
    estate: estateOption,
    snapshot: snapshotOption,
    history: z.boolean().default(false).describe('list the captures, the latest first'),
  }),
  result: resultSchema,
  run: ({ component, estate, snapshot, history }, context) =>
    withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const { nodes, edges } = estateGraph(document);
      const shown = component === undefined ? undefined : componentOf(document, component);
      const captures = history ? await facts.captures(estate, mostCaptures) : [];
      return {
        estate,
        snapshot: sha256,
        // The published form has mutable lists.
        nodes: structuredClone(nodes) as Result['nodes'],
        edges: structuredClone(edges) as Result['edges'],
        component: shown ?? null,
        history: captures.map(({ capturedAtMs, snapshotSha256, readings }) => ({
          capturedAt: new Date(capturedAtMs).toISOString(),
          snapshot: snapshotSha256,
          readings,
        })),
      };
    }),
  present: ({ estate, snapshot, nodes, component, history }) => [
    {
      kind: 'paragraph',
      text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}: ${counted(nodes.length, 'component')}.`,
    },
    ...(component === null
      ? [nodesTable(nodes as readonly GraphNode[])]
      : nodes
          .filter(({ name }) => name === component.name)
          .flatMap((node) => componentBlocks(component, node as GraphNode))),
    ...(history.length === 0
      ? []
      : [
          {
            kind: 'table',
            columns: [{ heading: 'captured' }, { heading: 'snapshot' }, { heading: 'readings', align: 'right' }],
            rows: history.map(({ capturedAt, snapshot: sha256, readings }) => [
              capturedAt,
              sha256.slice(0, 16),
              String(readings),
            ]),
          } as const,
        ]),
  ],
});
