import { attributeEntry } from '../facts/index.ts';
import type { AttributeName, ComponentKind, Subject } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import { factExamples } from './fact-examples.ts';
import type { AttributeByHand } from './written-attribute.ts';

/** What YAML takes for a text without quotes within a mapping on one line. */
const plainText = /^(?!(?:true|false|null|yes|no|on|off)$)(?:[A-Za-z_/][\w./ -]*|\d[\w.%/]*[a-zA-Z%])$/i;

function written(value: Json): string {
  if (typeof value === 'string') return plainText.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each: Json) => written(each)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, inner]) => `${written(name)}: ${written(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Under which heading of `facts` each kind of subject stands, and one by its name there. */
const headings: Readonly<Record<Subject['kind'], readonly [heading: string, name?: string]>> = {
  component: ['components', 'orders'],
  edge: ['calls', 'orders > database'],
  operation: ['operations', 'orders/GET /list'],
  instance: ['instances', 'orders/orders-1'],
  estate: ['estate'],
};

/** Components that are of a kind of which the attribute tells something. */
const ofKind: Readonly<Partial<Record<AttributeName, readonly [name: string, kind: ComponentKind]>>> = {
  backlogs: ['broker', 'queue'],
  capacity: ['node-a', 'host'],
  certificate: ['shop-tls', 'certificate'],
  'connection-slots': ['database', 'database'],
  'connections-used': ['database', 'database'],
  disks: ['database', 'database'],
  'memory-policy': ['broker', 'queue'],
  'table-traffic': ['database', 'database'],
  volumes: ['database', 'database'],
};

/** Where an attribute stands below `facts` of a scenario: `calls`. */
export const factHeading = (name: AttributeName): string => headings[attributeEntry(name).subject][0];

/**
 * An example of a fact as it stands below `facts` of a scenario, in YAML.
 *
 * @param name - The attribute.
 */
export function factExampleText(name: AttributeByHand): string {
  const [heading, subject] = headings[attributeEntry(name).subject];
  const [component, kind] = ofKind[name] ?? [subject];
  const members = [...(kind === undefined ? [] : [`kind: ${kind}`]), `${name}: ${written(factExamples[name])}`];
  const indent = component === undefined ? '  ' : '    ';
  return [
    `${heading}:`,
    ...(component === undefined ? [] : [`  ${component}:`]),
    ...members.map((member) => indent + member),
  ].join('\n');
}
