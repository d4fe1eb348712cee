import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The canonical JSON of a value (RFC 8785): keys in the order of their UTF-16 code units, numbers as ECMAScript prints
 * them, no white space. Two values with the same content give the same text.
 *
 * @param value - Plain data; a member that is undefined counts as absent.
 * @throws Error for a number that is not finite, a cycle or half a surrogate pair, which JSON cannot say.
 */
export function canonicalJson(value: unknown): string {
  // Undefined itself has no JSON, as for JSON.stringify: nobody asks for it.
  return canonicalize(value) ?? 'null';
}

/**
 * SHA-256, as 64 hexadecimal digits.
 *
 * @param content - Bytes, or text in UTF-8.
 */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
