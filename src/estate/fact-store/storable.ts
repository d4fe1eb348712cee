import { attributeEntry } from '../facts/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import { RegisteredError } from '../../kernel/index.ts';

/** A name from outside may be of any length; whoever reads it wants its beginning. */
const longestText = 8_192;

/** PostgreSQL takes no NUL in text, and canonical JSON no half of a surrogate pair. */
function storableText(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '\u{FFFD}');
  return whole.length <= longestText ? whole : `${whole.slice(0, longestText).toWellFormed()}…`;
}

function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [storableText(key), storable(member)] as const);
  // A key from outside may be `__proto__`; `fromEntries` defines it as any other.
  return Object.fromEntries(entries) as Value;
}

function checked(fact: FoundFact): FoundFact {
  const result = attributeEntry(fact.attribute).value.safeParse(fact.value);
  if (result.success) return fact;
  const [issue] = result.error.issues;
  throw new RegisteredError('fact-malformed', {
    attribute: fact.attribute,
    place: fact.place ?? '',
    problem: `${(issue?.path ?? []).map(String).join('.')}: ${issue?.message ?? 'not as its schema says'}`,
  });
}

/**
 * Findings as they can be kept: text well formed and of bounded length, members that are undefined left out, and every
 * value as its attribute's schema says.
 *
 * @param findings - What a reading found.
 * @throws RegisteredError `fact-malformed`
 */
export function storableFindings(findings: Findings): Findings {
  const clean = storable(findings);
  return { ...clean, facts: clean.facts.map(checked) };
}
