import { attributeNames } from '../../src/estate/index.ts';
import type { z } from 'zod';
import { writtenAttribute } from './written-facts/index.ts';

type Written = Readonly<Record<string, unknown>>;

/** An action as files have it, with the value of `configure` as facts keep it; or why it cannot have that value. */
export type ConfiguredValue =
  { readonly written: Written } | { readonly issues: z.core.$ZodIssue[]; readonly schema: z.ZodType };

/**
 * Reads the value of a `configure` as the facts of a scenario are written: durations, sizes and rates as texts.
 *
 * @param written - Any action; others, and attributes that there are not, are left as they are for whoever checks them.
 */
export function configuredValue(written: Written): ConfiguredValue {
  const attribute = attributeNames.find((name) => name === written['attribute']);
  if (written['action'] !== 'configure' || attribute === undefined) return { written };
  const schema = writtenAttribute(attribute);
  if (schema === undefined) return { written };
  const read = schema.safeParse(written['value']);
  return read.success ? { written: { ...written, value: read.data } } : { issues: read.error.issues, schema };
}
