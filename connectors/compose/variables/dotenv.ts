import { interpolate } from './interpolate.ts';
import type { VariableLookup } from './interpolate.ts';

/** What is wrong with a file of variables. */
export interface DotenvFault {
  readonly line: number;
  readonly found: string;
  readonly accepted: string;
}

/** A file of variables, read; the last value of a name counts. */
export interface DotenvReading {
  readonly variables: ReadonlyMap<string, string>;
  /** Variables that values speak of and that have none. */
  readonly missing: readonly string[];
  readonly fault: DotenvFault | undefined;
}

const accepted = 'NAME=value, one a line; NAME of letters, digits, _, . and -';
const blank = /[\t\v\f\r \u0085\u00a0]/;
const escape = /\\([abcfnrtv$"\\]|0\d{0,3})/g;
const escaped: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  // Two, as variables are filled in afterwards.
  $: '$$',
  '"': '"',
  '\\': '\\',
};

function unescape(text: string): string {
  return text.replaceAll(escape, (whole, what: string) => {
    if (!what.startsWith('0')) return escaped[what] ?? whole;
    // Only three octal digits make a character.
    return /^0[0-3]?[0-7]{2}$/.test(what) && what.length === 4 ? String.fromCharCode(parseInt(what, 8)) : whole;
  });
}

/** Reads one file from its beginning to its end. */
class DotenvReader {
  readonly variables = new Map<string, string>();
  readonly missing: string[] = [];
  readonly #text: string;
  readonly #lookup: VariableLookup;
  readonly #earlier: VariableLookup;
  #at = 0;
  fault: DotenvFault | undefined;

  constructor(text: string, lookup: VariableLookup, earlier: VariableLookup) {
    this.#text = text;
    this.#lookup = lookup;
    this.#earlier = earlier;
  }

  read(): void {
    while (this.fault === undefined && this.#toStatement()) this.#statement();
  }

  #refuse(found: string): void {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    this.fault ??= { line, found, accepted };
  }

  /** Goes to the next name, past blanks and comments. */
  #toStatement(): boolean {
    for (;;) {
      while (this.#at < this.#text.length && /\s|\u0085/.test(this.#text.charAt(this.#at))) this.#at += 1;
      if (this.#text[this.#at] !== '#') return this.#at < this.#text.length;
      this.#toLineEnd();
    }
  }

  #toLineEnd(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end;
    return line;
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && blank.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #statement(): void {
    const [exported] = /^export[\t\v\f\r ]+/.exec(this.#text.slice(this.#at, this.#at + 64)) ?? [];
    this.#at += exported?.length ?? 0;
    const start = this.#at;
    let end = start;
    while (end < this.#text.length && !'=:\n'.includes(this.#text.charAt(end))) {
      const character = this.#text.charAt(end);
      if (!blank.test(character) && !/[\p{L}\p{N}_.[\]-]/u.test(character)) {
        this.#refuse('a name with other characters');
        return;
      }
      end += 1;
    }
    const name = this.#text.slice(start, end).trimEnd();
    if (name === '' || /\s/.test(name)) {
      this.#refuse(name === '' ? 'a line without a name' : 'a name with a space in it');
      return;
    }
    this.#at = end + 1;
    if (end >= this.#text.length || this.#text[end] === '\n') {
      // A name alone takes its value from around.
      const value = this.#lookup(name);
      if (value !== undefined) this.variables.set(name, value);
      return;
    }
    this.#skipBlanks();
    const quote = this.#text.charAt(this.#at);
    const value = quote === '"' || quote === "'" ? this.#quoted(quote) : this.#unquoted();
    if (value !== undefined) this.variables.set(name, value);
  }

  #unquoted(): string | undefined {
    const [value = ''] = this.#toLineEnd().split(' #', 1);
    return this.#fill(value.trimEnd());
  }

  #quoted(quote: string): string | undefined {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) {
      this.#refuse('a quote that does not end');
      return undefined;
    }
    const inside = this.#text.slice(start, end).replaceAll(`\\${quote}`, quote);
    this.#at = end + 1;
    return quote === '"' ? this.#fill(unescape(inside)) : inside;
  }

  #fill(text: string): string | undefined {
    const {
      text: filled,
      missing,
      fault,
    } = interpolate(text, (name) => this.#lookup(name) ?? this.variables.get(name) ?? this.#earlier(name));
    this.missing.push(...missing);
    if (fault !== undefined) {
      this.#refuse(fault.found);
      return undefined;
    }
    return filled;
  }
}

/**
 * Reads a file of variables in the dialect of docker compose: quotes, `export`, comments, variables in values.
 *
 * @param text - The file.
 * @param lookup - Gives variables from around; they win over those of the file.
 * @param earlier - Gives variables of files read before; those of the file win over them.
 */
export function readDotenv(
  text: string,
  lookup: VariableLookup,
  earlier: VariableLookup = () => undefined,
): DotenvReading {
  const reader = new DotenvReader(text.replace(/^\uFEFF/, ''), lookup, earlier);
  reader.read();
  return { variables: reader.variables, missing: reader.missing, fault: reader.fault };
}

/**
 * Reads a file of variables in the raw format: everything after the first `=` is the value.
 *
 * @param text - The file.
 * @param lookup - Gives the value of a name that stands alone.
 */
export function readRawVariables(text: string, lookup: VariableLookup): DotenvReading {
  const variables = new Map<string, string>();
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = written.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const [name = ''] = line.split('=', 1);
    if (name === '' || /\s/.test(name)) {
      return { variables, missing: [], fault: { line: index + 1, found: 'a line without a name', accepted } };
    }
    const value = line.includes('=') ? line.slice(name.length + 1) : lookup(name);
    if (value !== undefined) variables.set(name, value);
  }
  return { variables, missing: [], fault: undefined };
}
