import protobuf from 'protobufjs';
import type { KnownNames } from './known-names.ts';
import { isSame } from './text-cache.ts';
import type { TextCache } from './text-cache.ts';

/**
 * The library's reader of the wire format, with texts, names and ids as they are wanted of spans. It is moved over one
 * buffer, field by field.
 */
export class SpanReader extends protobuf.Reader {
  readonly #buffer: Buffer;
  readonly #texts: TextCache;
  #lastId: Uint8Array = new Uint8Array(0);
  #lastHex = '';

  /**
   * @param buffer - What is read.
   * @param texts - The texts met so far.
   */
  constructor(buffer: Buffer, texts: TextCache) {
    super(buffer);
    this.#buffer = buffer;
    this.#texts = texts;
  }

  /** Reads the length of a field and gives where it ends; `pos` then stands at its first byte. */
  fieldEnd(): number {
    const length = this.size();
    const start = this.pos;
    // The library throws where that is beyond the end.
    const end = this.skip(length).pos;
    this.pos = start;
    return end;
  }

  /** A text that is likely to come again. */
  text(): string {
    const end = this.fieldEnd();
    const text = this.#texts.read(this.#buffer, this.pos, end);
    this.pos = end;
    return text;
  }

  /**
   * One of the names that are read.
   *
   * @param names - Those.
   * @returns `undefined` for every other one.
   */
  name(names: KnownNames): string | undefined {
    const end = this.fieldEnd();
    const name = names.find(this.#buffer, this.pos, end);
    this.pos = end;
    return name;
  }

  /** Bytes, in hexadecimal. */
  hex(): string {
    const end = this.fieldEnd();
    const hex = this.#buffer.toString('hex', this.pos, end);
    this.pos = end;
    return hex;
  }

  /** Bytes that often are the same as the last time, as the id of the trace is from span to span; in hexadecimal. */
  repeatedHex(): string {
    const end = this.fieldEnd();
    const start = this.pos;
    this.pos = end;
    if (isSame(this.#lastId, this.#buffer, start, end - start)) return this.#lastHex;
    this.#lastId = this.#buffer.subarray(start, end);
    this.#lastHex = this.#buffer.toString('hex', start, end);
    return this.#lastHex;
  }
}
