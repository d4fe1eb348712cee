/** Where a text stops being JSON. */
export interface JsonSyntaxError {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** What stands there, by kind and without any of it. */
  readonly found: string;
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,10})?)(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const blanks = /[ \t\r\n]*/y;

const firstPrintable = 0x20;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The place after a text in quotation marks; negative, of the place of the error, where it is none. */
function afterText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return at + 1;
    if (char < firstPrintable) return -at;
    if (char === 0x5c) {
      const end = skip(escape, text, at);
      if (end === -1) return -at;
      at = end;
    } else at++;
  }
  return -at;
}

type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or }' | 'comma or ]' | 'nothing';

/** Walks over a text as far as it is JSON. */
class Walk {
  at = 0;
  #awaited: Awaited = 'value';
  readonly #open: ('{' | '[')[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes what comes next, and says whether it may stand there. */
  step(): boolean {
    this.at = skip(blanks, this.#text, this.at);
    const char = this.#text.charAt(this.at);
    if (char === '') return false;
    if ((char === '}' || char === ']') && this.#awaited.endsWith(char)) {
      this.#open.pop();
      return this.#pass(this.at + 1, this.#afterValue());
    }
    if (char === ',' && this.#awaited.startsWith('comma')) {
      return this.#pass(this.at + 1, this.#open.at(-1) === '{' ? 'key' : 'value');
    }
    if (char === ':' && this.#awaited === 'colon') return this.#pass(this.at + 1, 'value');
    if (char === '"' && this.#awaited.startsWith('key')) return this.#pass(afterText(this.#text, this.at), 'colon');
    return this.#awaited.startsWith('value') && this.#value(char);
  }

  #value(char: string): boolean {
    if (char === '{' || char === '[') {
      this.#open.push(char);
      return this.#pass(this.at + 1, char === '{' ? 'key or }' : 'value or ]');
    }
    const end = char === '"' ? afterText(this.#text, this.at) : skip(literal, this.#text, this.at);
    return this.#pass(end, this.#afterValue());
  }

  #afterValue(): Awaited {
    const here = this.#open.at(-1);
    return here === undefined ? 'nothing' : here === '{' ? 'comma or }' : 'comma or ]';
  }

  #pass(end: number, awaited: Awaited): boolean {
    if (end < 0) {
      // Where a text has the mistake within it, that is the place.
      this.at = Math.max(this.at, -end === 1 ? this.at : -end);
      return false;
    }
    this.at = end;
    this.#awaited = awaited;
    return true;
  }
}

/**
 * Finds where a text stops being JSON.
 *
 * @param text - Text that JSON.parse refuses.
 */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  const walk = new Walk(text);
  while (walk.step());
  const before = text.slice(0, walk.at);
  const line = before.split('\n').length;
  const column = walk.at - before.lastIndexOf('\n');
  const found = walk.at >= text.length ? 'the end of a document that is cut off' : 'something that is no JSON';
  return { line, column, found };
}
