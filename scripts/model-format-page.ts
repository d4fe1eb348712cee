import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import {
  arrivalsSchema,
  clientSchema,
  componentSchema,
  distributionSchema,
  modelSchema,
  probeSchema,
  stepSchema,
} from '../twin/model/format/index.ts';
import { alternativesTable, fieldsOf, fieldTable, kindTables } from './schema-fields.ts';

const template = new URL('model-format.template.md', import.meta.url);
const models = new URL('../docs/models/', import.meta.url);

/** What stands in a record of a model: of `queues`, one queue. */
function memberOf(key: 'queues' | 'caches' | 'nodes' | 'people'): z.core.$ZodType {
  return modelSchema.shape[key].unwrap().valueType;
}

const tables: Readonly<Record<string, () => string>> = {
  model: () =>
    fieldTable(
      fieldsOf(modelSchema, '', ['components', 'arrivals', 'queues', 'caches', 'nodes', 'people', 'timeline']),
    ),
  component: () => fieldTable(fieldsOf(componentSchema, '', ['clients'])),
  client: () => fieldTable(fieldsOf(clientSchema)),
  arrivals: () => kindTables(arrivalsSchema, '###'),
  probes: () => fieldTable(fieldsOf(probeSchema)),
  steps: () => alternativesTable(stepSchema),
  distributions: () => alternativesTable(distributionSchema),
  queues: () => fieldTable(fieldsOf(memberOf('queues'))),
  caches: () => fieldTable(fieldsOf(memberOf('caches'))),
  nodes: () => fieldTable(fieldsOf(memberOf('nodes'))),
  people: () => fieldTable(fieldsOf(memberOf('people'))),
};

/** Replaces what stands in a comment by itself: `<!-- fields: component -->`, `<!-- model: tandem -->`. */
function filled(line: string): string {
  const [, kind, name = ''] = /^<!-- (fields|model): ([a-z-]+) -->$/.exec(line) ?? [];
  if (kind === 'fields') return tables[name]?.() ?? line;
  if (kind !== 'model') return line;
  return ['```json', readFileSync(new URL(`${name}.json`, models), 'utf8').trimEnd(), '```'].join('\n');
}

/** `docs/model-format.md`: the words of the template, with the fields as the schemas have them and the models as they are. */
export function modelFormatPage(): string {
  const text = readFileSync(template, 'utf8');
  return [
    '<!-- Generated from scripts/model-format.template.md, twin/model/format/ and docs/models/ by `npm run generate`. -->',
    '',
    ...text.trimEnd().split('\n').map(filled),
    '',
  ].join('\n');
}
