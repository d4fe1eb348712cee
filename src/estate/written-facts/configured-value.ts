import { attributeNames } from '../facts/index.ts';
import type { z } from 'zod';
import { writtenAttribute } from './written-attribute.ts';

type Written = Readonly<Record<string, unknown>>;

/** An action as files have it, with the value of `configure` as facts keep it; or why it cannot have that value. */
export type ConfiguredValue =
  | { readonly written: Written }
  | { readonly issues: z.core.$ZodIssue[]; readonly schema: z.ZodType; readonly value: unknown };

/**
 * Reads the value of a `configure` as facts are written by hand: durations, sizes and rates as texts.
 *
 * @param given - Any action, or what is none; that, others, and attributes that there are not, are left as they are for
 *   whoever checks them.
 */
export function configuredValue(given: unknown): ConfiguredValue {
  const written = given as Written;
  if (typeof given !== 'object' || given === null || written['action'] !== 'configure') return { written };
  const attribute = attributeNames.find((name) => name === written['attribute']);
  const schema = attribute === undefined ? undefined : writtenAttribute(attribute);
  if (schema === undefined) return { written };
  const { value } = written;
  const read = schema.safeParse(value);
  return read.success ? { written: { ...written, value: read.data } } : { issues: read.error.issues, schema, value };
}
