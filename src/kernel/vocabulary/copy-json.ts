import type { Json } from '../canonical-json.ts';

/** Deeper than any attribute; data that holds itself has no end at all. */
const deepest = 32;

/** More than any attribute has; data that holds one part many times unfolds to any number. */
const mostMembers = 100_000;

/**
 * A copy of data that holds nothing but JSON, and no part of it twice.
 *
 * @param given - Anything.
 * @returns The copy, or `undefined` where some member is no JSON, or it is deeper or larger than a setting can be.
 */
export function copyJson(given: unknown): Json | undefined {
  let members = 0;
  const copy = (part: unknown, depth: number): Json | undefined => {
    members += 1;
    if (depth > deepest || members > mostMembers) return undefined;
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part;
    if (typeof part === 'number') return Number.isFinite(part) ? part : undefined;
    if (typeof part !== 'object') return undefined;
    const isList = Array.isArray(part);
    const copied: [string, Json][] = [];
    for (const [key, member] of isList ? Array.from(part as unknown[]).entries() : Object.entries(part)) {
      const value = copy(member, depth + 1);
      // One that is none makes the whole none, and ends the work.
      if (value === undefined) return undefined;
      copied.push([String(key), value]);
    }
    return isList ? copied.map(([, value]) => value) : Object.fromEntries(copied);
  };
  return copy(given, 0);
}
