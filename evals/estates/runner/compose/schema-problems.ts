import { z } from 'zod';
import type { ComposeProblem } from '../../../../src/kernel/index.ts';
import type { ParsedFile } from './parse-file.ts';
import type { PathStep } from './places.ts';

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    content,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value);
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'a map',
  record: 'a map',
  array: 'a list',
  string: 'a text',
};

/** The keys that a schema takes at a path. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of [...path, undefined]) {
    while (at instanceof z.ZodOptional || at instanceof z.ZodDefault || at instanceof z.ZodNullable) at = at.unwrap();
    if (step === undefined) break;
    if (at instanceof z.ZodObject) at = (at.shape as Record<PropertyKey, z.core.$ZodType | undefined>)[step];
    else if (at instanceof z.ZodRecord) at = at.valueType;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function acceptedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.map(String).join(' or ');
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

/**
 * Puts what a schema found into a person's words, each at its place.
 *
 * @param schema - What the content was checked against.
 * @param content - What was checked.
 * @param issues - What the schema found.
 * @param file - Knows the places.
 */
export function schemaProblems(
  schema: z.ZodType,
  content: unknown,
  issues: readonly z.core.$ZodIssue[],
  file: ParsedFile,
): readonly ComposeProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((step): PathStep => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, issue.path);
      const accepted = known.length === 0 ? 'no keys' : `one of ${known.join(', ')}`;
      return issue.keys.map((key) => file.problemAt([...path, key], 'a key that is not understood', accepted, 'key'));
    }
    const found = issue.code === 'invalid_key' ? JSON.stringify(path.at(-1)) : describe(valueAt(content, issue.path));
    return [file.problemAt(path, found, acceptedBy(issue), issue.code === 'invalid_key' ? 'key' : 'value')];
  });
}
