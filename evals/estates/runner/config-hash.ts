import { createHash } from 'node:crypto';

/** Raised when the same file would make a different container, so that containers of an older runner are replaced. */
const specVersion = 1;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/**
 * SHA-256 over a value, whatever the order of its keys, in hexadecimal.
 *
 * @param value - Plain data.
 */
export function configHash(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted({ specVersion, value })))
    .digest('hex');
}
