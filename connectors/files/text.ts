import { isUtf8 } from 'node:buffer';
import { RegisteredError } from '../../src/kernel/index.ts';
import { formatBytes } from './limits.ts';
import type { InputLimits } from './limits.ts';

/** What of an input is needed to read its text. */
export interface TextSource {
  readonly path: string;
  readonly limits: InputLimits;
  chunks(): AsyncIterable<Buffer>;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = '\uFEFF';

/** Marks at the beginning of a text in another encoding; UTF-32 first, since its mark begins with that of UTF-16. */
const otherMarks: readonly (readonly [mark: readonly number[], name: string])[] = [
  [[0xff, 0xfe, 0x00, 0x00], 'UTF-32'],
  [[0x00, 0x00, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
];

/** The encoding that a text announces, where it is not UTF-8. */
export function otherEncodingOf(head: Uint8Array): string | undefined {
  return otherMarks.find(([mark]) => mark.every((byte, index) => head[index] === byte))?.[1];
}

/** How many bytes at the end belong to a character that goes on in the next piece. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** What stands in no text: control characters other than blanks, line ends and the form feed; bytes that are no UTF-8. */
const broken = /[\uFFFD\0-\x08\x0E-\x1F]/g;

/** The share of control characters and broken bytes from which a beginning is taken for binary. */
const mostBroken = 0.05;

/** The beginning of a file as text, whatever is in it; a character that is cut in two at its end is left out. */
export function headText(head: Buffer): string {
  return head.subarray(0, head.length - unfinishedBytes(head)).toString('utf8');
}

/** Whether a file that begins so is text: in UTF-8, or in an older encoding with a letter here and there that is not. */
export function hasTextHead(head: Buffer): boolean {
  if (head.includes(0)) return false;
  const text = headText(head);
  return (text.match(broken)?.length ?? 0) <= text.length * mostBroken;
}

/** The first byte that makes a piece invalid: the longest valid beginning is found by halving. */
function firstInvalid(bytes: Buffer): number {
  let valid = 0;
  let end = bytes.length;
  while (valid + 1 < end) {
    const middle = (valid + end) >> 1;
    const piece = bytes.subarray(0, middle);
    if (isUtf8(piece.subarray(0, middle - unfinishedBytes(piece)))) valid = middle;
    else end = middle;
  }
  // A character cut in two counts as valid above: the search stops a few bytes late.
  while (valid > 0 && !isUtf8(bytes.subarray(0, valid))) valid--;
  return valid;
}

/** Letters with accents of Western Europe in Latin-1, among ASCII: what is found most often where UTF-8 was expected. */
function looksLikeLatin1(bytes: Buffer, at: number): boolean {
  const around = bytes.subarray(Math.max(0, at - 8), at + 8);
  return (bytes[at] ?? 0) >= 0xa0 && around.filter((byte) => byte >= 0x80).length <= 2 && !around.includes(0);
}

/** Counts lines over all pieces, and checks each. */
class Utf8Check {
  #line = 1;
  #lineStart = 0;
  #offset = 0;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  text(bytes: Buffer): string {
    if (!isUtf8(bytes) || bytes.includes(0)) this.#refuse(bytes);
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) {
      this.#line++;
      this.#lineStart = this.#offset + at + 1;
    }
    this.#offset += bytes.length;
    return bytes.toString('utf8');
  }

  #refuse(bytes: Buffer): never {
    const zero = bytes.indexOf(0);
    const invalid = isUtf8(bytes) ? zero : firstInvalid(bytes);
    const at = zero === -1 ? invalid : Math.min(zero, invalid);
    const before = bytes.subarray(0, at);
    const lines = before.reduce((count, byte) => (byte === newline ? count + 1 : count), 0);
    const lineStart = lines === 0 ? this.#lineStart : this.#offset + before.lastIndexOf(newline) + 1;
    const encoding = this.#offset === 0 ? otherEncodingOf(bytes) : undefined;
    const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    const guess = looksLikeLatin1(bytes, at) ? '; it looks like Latin-1' : '';
    throw new RegisteredError('input-malformed', {
      path: this.#path,
      place: `line ${this.#line + lines}, byte ${this.#offset + at - lineStart + 1}`,
      found:
        encoding === undefined ? `the byte 0x${hex}, which no text in UTF-8 has there${guess}` : `text in ${encoding}`,
      accepted: 'text in UTF-8',
    });
  }
}

/**
 * The content of a file as text, piece by piece; a mark at its beginning is left out.
 *
 * @param source - The file.
 * @throws RegisteredError `input-malformed` with line and byte where it is not UTF-8, and what `chunks` throws.
 */
export async function* textChunks(source: TextSource): AsyncGenerator<string, void, undefined> {
  const check = new Utf8Check(source.path);
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of source.chunks()) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    rest = bytes.subarray(end);
    const text = check.text(bytes.subarray(0, end));
    if (text === '') continue;
    yield isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text;
    isFirst = false;
  }
  if (rest.length > 0) yield check.text(rest);
}

/** A line of a file, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Whether it ends with a line end; the last one of a file that is being written may not. */
  readonly isEnded: boolean;
}

/**
 * The lines of a file, one at a time.
 *
 * @param source - The file.
 * @throws RegisteredError `input-too-large` where a line is longer than `limits.largestPieceBytes`, `input-malformed`, and
 * what `chunks` throws.
 */
export async function* linesOf(source: TextSource): AsyncGenerator<Line, void, undefined> {
  const { largestPieceBytes } = source.limits;
  let number = 1;
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of textChunks(source)) {
    let at = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', at)) {
      pieces.push(chunk.slice(at, end));
      yield { number, text: withoutReturn(pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('')), isEnded: true };
      number++;
      pieces = [];
      length = 0;
      at = end + 1;
    }
    if (at === chunk.length) continue;
    pieces.push(chunk.slice(at));
    length += chunk.length - at;
    // A character takes at least one byte, so that the limit in bytes is kept.
    if (length > largestPieceBytes) throw tooLarge(source, `a line (${number}) of more than`);
  }
  if (pieces.length > 0) yield { number, text: withoutReturn(pieces.join('')), isEnded: false };
}

const withoutReturn = (line: string): string =>
  line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line;

/**
 * Refuses what must be held at once and is too large.
 *
 * @param source - The file.
 * @param what - What it is, before its size: `a line (7) of more than`.
 */
export function tooLarge({ path, limits }: Pick<TextSource, 'path' | 'limits'>, what: string): RegisteredError {
  const size = formatBytes(limits.largestPieceBytes);
  return new RegisteredError('input-too-large', {
    path,
    found: `${what} ${size}`,
    accepted: `up to ${size} at once; newline-delimited OTLP JSON, OTLP protobuf and CSV are read piece by piece, at any length`,
  });
}

/**
 * The whole text of a file.
 *
 * @param source - The file.
 * @throws RegisteredError `input-too-large`, `input-malformed`, and what `chunks` throws.
 */
export async function textOf(source: TextSource): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const text of textChunks(source)) {
    length += text.length;
    if (length > source.limits.largestPieceBytes) throw tooLarge(source, 'a document of more than');
    pieces.push(text);
  }
  return pieces.join('');
}
