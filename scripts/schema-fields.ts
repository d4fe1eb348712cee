import { z } from 'zod';
import { formatDuration } from '../src/kernel/index.ts';
import { definitionOf, optionsOf, unwrapped } from '../twin/model/format/reading/index.ts';

type Schema = z.core.$ZodType;

/** One field of a file, in words. */
export interface Field {
  /** Dotted from the part that is described. */
  readonly key: string;
  readonly takes: string;
  /** Undefined where it must be given or has no value unless it is. */
  readonly byDefault: string | undefined;
  readonly isRequired: boolean;
  readonly about: string;
}

/** Parts that have a section of their own, by their title. */
const sections: Readonly<Record<string, string>> = {
  steps: '[steps](#steps)',
  step: '[step](#steps)',
  distribution: '[distribution](#distributions)',
  probe: '[probe](#probes)',
};

const bounds = (schema: Schema): string => {
  const { minimum, maximum, exclusiveMinimum } = z.toJSONSchema(schema, { io: 'input' });
  const isBounded = (value: number | boolean | undefined): value is number =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const most = isBounded(maximum) ? maximum.toLocaleString('en') : undefined;
  if (isBounded(exclusiveMinimum))
    return ` above ${exclusiveMinimum}${most === undefined ? '' : ` and at most ${most}`}`;
  if (isBounded(minimum)) return most === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${most}`;
  return most === undefined ? '' : ` of at most ${most}`;
};

function takesOf(given: Schema): string {
  const { schema, title } = unwrapped(given);
  if (title !== undefined) return sections[title] ?? title;
  const { type, element, valueType, items = [], options = [], entries, values = [], format } = definitionOf(schema);
  switch (type) {
    case 'array':
      return `list of ${element === undefined ? 'anything' : takesOf(element)}`;
    case 'tuple':
      return `pair of ${items.map(takesOf).join(' and ')}`;
    case 'record':
      return `by name: ${valueType === undefined ? 'anything' : takesOf(valueType)}`;
    case 'union':
      return [...new Set(options.map(takesOf))].join(', or ');
    case 'enum':
      return Object.values(entries ?? {})
        .map((value) => `\`${value}\``)
        .join(', ');
    case 'literal':
      return values.map((value) => `\`${String(value)}\``).join(', ');
    case 'number':
      return `${format === 'safeint' ? 'whole number' : 'number'}${bounds(schema)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'object':
      return 'mapping';
    default:
      return 'text';
  }
}

function defaultText(value: unknown, title: string | undefined): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  if (typeof value === 'object' && value !== null) {
    const [[key, amount] = []] = Object.entries(value);
    if (key === undefined) return undefined;
    return key === 'share' ? `${Number(amount) * 100} %` : String(amount);
  }
  if (typeof value === 'number' && (title === 'duration' || title === 'distribution')) {
    return value === 0 ? '0 ms' : formatDuration(value);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Whether a mapping's own fields are listed below it. */
const isMapping = (schema: Schema): boolean => definitionOf(schema).shape !== undefined;

/**
 * The fields of a part of a file, those of mappings inside it too.
 *
 * @param given - The part.
 * @param prefix - Where it stands in what is described, with a dot behind.
 * @param without - Keys that are described elsewhere.
 */
export function fieldsOf(given: Schema, prefix = '', without: readonly string[] = []): readonly Field[] {
  const { schema } = unwrapped(given);
  return Object.entries(definitionOf(schema).shape ?? {}).flatMap(([name, field]) => {
    const key = `${prefix}${name}`;
    if (without.includes(key)) return [];
    const { schema: inner, about, title, isRequired, defaultValue } = unwrapped(field);
    const own: Field = {
      key,
      takes: takesOf(field),
      byDefault: defaultText(defaultValue, title),
      isRequired,
      about,
    };
    const { element } = definitionOf(inner);
    const nested = element === undefined ? inner : unwrapped(element).schema;
    return isMapping(nested) && title === undefined
      ? [own, ...fieldsOf(nested, element === undefined ? `${key}.` : `${key}[].`, without)]
      : [own];
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/**
 * Fields as a table of Markdown.
 *
 * @param fields - As `fieldsOf` gives them.
 */
export function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map(({ key, takes, byDefault, isRequired, about }) => {
    const otherwise = isRequired ? '*required*' : (byDefault ?? '');
    return `| \`${key}\` | ${cell(takes)} | ${cell(otherwise)} | ${cell(about)} |`;
  });
  return ['| field | takes | unless given | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/**
 * The alternatives of a union as a table of Markdown.
 *
 * @param given - A union of mappings and other things.
 */
export function alternativesTable(given: Schema): string {
  const rows = optionsOf(given).map((option) => {
    const { schema, about } = unwrapped(option);
    const fields = fieldsOf(schema);
    const keys = fields.map(({ key, isRequired }) => (isRequired ? `\`${key}\`` : `\`${key}\`?`)).join(', ');
    const details = fields
      .filter((field) => field.about !== '')
      .map((field) => `\`${field.key}\`: ${field.takes}, ${field.about}`)
      .join('; ');
    return `| ${keys === '' ? cell(takesOf(option)) : keys} | ${cell([about, details].filter((text) => text !== '').join('. '))} |`;
  });
  return ['| keys | meaning |', '| --- | --- |', ...rows].join('\n');
}

/**
 * The kinds of which something may be, each under a heading of its own with what it means and its fields.
 *
 * @param given - A union of mappings, each described as `kind: meaning`.
 * @param level - What a heading begins with: `###`.
 */
export function kindTables(given: Schema, level: string): string {
  return optionsOf(given)
    .map((option) => {
      const { schema, about } = unwrapped(option);
      const [kind = '', ...meaning] = about.split(': ').map((words) => words.charAt(0).toUpperCase() + words.slice(1));
      return [`${level} ${kind}`, `${meaning.join(': ')}.`, fieldTable(fieldsOf(schema))].join('\n\n');
    })
    .join('\n\n');
}
