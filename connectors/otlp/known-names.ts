import { isSame, placeOf } from './text-cache.ts';

/** A power of two, well above the number of names. */
const places = 1_024;

/** Finds, of a fixed set of names, the one that stands in a buffer, without making a text of it. */
export class KnownNames {
  readonly #places: { readonly bytes: Uint8Array; readonly name: string }[][] = Array.from(
    { length: places },
    () => [],
  );

  /** @param names - Those that can be found. */
  constructor(names: Iterable<string>) {
    for (const name of names) {
      const bytes = Buffer.from(name);
      this.#places[placeOf(bytes, 0, bytes.length, places)]?.push({ bytes, name });
    }
  }

  /**
   * The name that stands in a piece of a buffer.
   *
   * @param buffer - Where it stands.
   * @param start - Its first byte.
   * @param end - The byte after its last.
   */
  find(buffer: Uint8Array, start: number, end: number): string | undefined {
    const candidates = this.#places[placeOf(buffer, start, end - start, places)];
    if (candidates === undefined) return undefined;
    for (const { bytes, name } of candidates) if (isSame(bytes, buffer, start, end - start)) return name;
    return undefined;
  }
}
