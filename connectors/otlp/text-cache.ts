/** Longer texts are mostly addresses and statements, each another: looking for them costs more than it saves. */
const longestBytes = 40;

/** A power of two. At 40 bytes each, the cache is bounded by about 400 kB. */
const places = 4_096;

interface Known {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Whether a piece of a buffer holds just these bytes. */
export function isSame(known: Uint8Array, buffer: Uint8Array, start: number, length: number): boolean {
  if (known.length !== length) return false;
  for (let index = 0; index < length; index++) if (known[index] !== buffer[start + index]) return false;
  return true;
}

/** A place in a table of `size` (a power of two) from the length and four bytes: what tells short names apart. */
export function placeOf(buffer: Uint8Array, start: number, length: number, size: number): number {
  const first = buffer[start] ?? 0;
  const middle = buffer[start + (length >> 1)] ?? 0;
  const last = buffer[start + length - 1] ?? 0;
  const nearLast = length > 2 ? (buffer[start + length - 3] ?? 0) : 0;
  return (length * 961 + last * 31 + middle * 7 + nearLast * 131 + first * 17) & (size - 1);
}

/**
 * Texts by their bytes. Telemetry says the same few words over and over (`GET`, `200`, the names of services): finding one
 * again costs a fifth of decoding it, and the text is then one object in memory.
 */
export class TextCache {
  readonly #known: (Known | undefined)[] = new Array<undefined>(places).fill(undefined);

  /**
   * The text of a piece of a buffer, as UTF-8; what is none becomes U+FFFD.
   *
   * @param buffer - Where it stands.
   * @param start - Its first byte.
   * @param end - The byte after its last.
   */
  read(buffer: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return '';
    if (length > longestBytes) return buffer.toString('utf8', start, end);
    const place = placeOf(buffer, start, length, places);
    const known = this.#known[place];
    if (known !== undefined && isSame(known.bytes, buffer, start, length)) return known.text;
    const text = buffer.toString('utf8', start, end);
    this.#known[place] = { bytes: Uint8Array.prototype.slice.call(buffer, start, end), text };
    return text;
  }
}
