import type { z } from 'zod';
import { isWhole, unwrapped } from './schema-walk.ts';

/** What the library says by itself, in words that a person who writes a model has no use for. */
const ofLibrary = /^(?:Invalid |Too (?:small|big))/;

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  tuple: 'a pair, written as a list of two',
};

/** Quantities whose schema takes a text only, and then says no more of a number than that. */
const quantities: Readonly<Record<string, string>> = {
  duration: 'a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
  steps: 'a list of steps',
};

const ofOne: Readonly<Record<string, string>> = { array: ' member', string: ' character' };

const ofMany: Readonly<Record<string, string>> = { array: ' members', string: ' characters' };

const bound = (
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  schema: z.core.$ZodType | undefined,
): string => {
  const kind = schema !== undefined && isWhole(schema) ? 'a whole number' : (types[issue.origin] ?? 'a value');
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const isLength = issue.origin === 'array' || issue.origin === 'string';
  const unit = limit === 1 ? ofOne[issue.origin] : ofMany[issue.origin];
  if (issue.inclusive === false) return `${kind} ${issue.code === 'too_small' ? 'above' : 'below'} ${limit}`;
  return `${kind} ${isLength ? 'with' : 'of'} at ${issue.code === 'too_small' ? 'least' : 'most'} ${limit}${unit ?? ''}`;
};

const titleOf = (schema: z.core.$ZodType | undefined): string | undefined =>
  schema === undefined ? undefined : unwrapped(schema).title;

/**
 * What would be accepted instead, for a message.
 *
 * @param issue - What a schema says is wrong.
 * @param schema - Which stands there, where that is known.
 */
export function acceptedText(issue: z.core.$ZodIssue, schema: z.core.$ZodType | undefined): string {
  if (!ofLibrary.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (schema !== undefined && isWhole(schema)) return 'a whole number';
      return quantities[titleOf(schema) ?? ''] ?? types[issue.expected] ?? issue.expected;
    case 'too_small':
    case 'too_big':
      return bound(issue, schema);
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}
