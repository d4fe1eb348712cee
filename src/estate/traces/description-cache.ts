import type { AttributeValue, Span, SpanKind } from '../../../connectors/spans/index.ts';
import { describeCall, describingAttributes } from './call-description.ts';
import type { CallDescription } from './call-description.ts';
import { foldName, foldPath, foldSql } from './fold-name.ts';
import { mix32 } from './span-key.ts';

/** Past this all starts anew: made-up values must not fill the memory, and honest ones are soon known again. */
const mostCached = 20_000;

/** Longer texts are folded every time: as keys they would cost more memory than they save time. */
const longestKey = 300;

const kinds: Record<SpanKind, number> = { unspecified: 1, internal: 2, server: 3, client: 4, producer: 5, consumer: 6 };

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const hostAndPort = /^[a-z][a-z0-9+.-]*:\/\/(?:\[[0-9a-f:.]*\]|[^:@[\]]*)(?::\d{0,5})?$/i;

/**
 * Scheme, host and path. A password that was not escaped may hold what ends a host: where no host stands before the first
 * slash, it is looked for behind the last at sign.
 */
function foldUrl(url: string): string {
  const begin = url.slice(0, longestKey);
  const plain = (origin.exec(begin)?.[0] ?? '').replace(/\/\/.*@/, '//');
  if (plain === '' || hostAndPort.test(plain)) return `${plain}${foldPath(url)}`;
  const scheme = begin.slice(0, begin.indexOf('//') + 2);
  const at = url.lastIndexOf('@');
  return at === -1 ? scheme : foldUrl(`${scheme}${url.slice(at + 1)}`);
}

/** Of a statement in no known language only the first word is kept: the rest may be anybody's data. */
function foldStatement(statement: string): string {
  return foldSql(statement) ?? /\w+/.exec(statement.slice(0, longestKey))?.[0] ?? '';
}

function asItIs(value: string): string {
  return value.slice(0, longestKey);
}

interface AttributePlace {
  readonly index: number;
  readonly fold: (value: string) => string;
  /** Whether its value says nothing more where there is a route. */
  readonly isUrl: boolean;
}

const urls: ReadonlySet<string> = new Set(['url.path', 'http.target', 'url.full', 'http.url']);

const folds: ReadonlyMap<string, (value: string) => string> = new Map([
  ['url.path', foldPath],
  ['http.target', foldPath],
  ['url.full', foldUrl],
  ['http.url', foldUrl],
  ['db.query.text', foldStatement],
  ['db.statement', foldStatement],
]);

/** A list of attributes is described by a number for each value; place and fold of each attribute that counts. */
const places: ReadonlyMap<string, AttributePlace> = new Map(
  describingAttributes.map((name, index) => [
    name,
    { index: index + 1, fold: folds.get(name) ?? asItIs, isUrl: urls.has(name) },
  ]),
);

/** Numbers texts, so that a set of them can be compared as numbers. */
class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly #folded = new Map<string, number>();
  readonly #fold: (text: string) => string;
  readonly #keepsTexts: boolean;

  constructor(fold: (text: string) => string) {
    this.#fold = fold;
    // Few URLs come twice, and folding them is quick.
    this.#keepsTexts = fold !== foldPath && fold !== foldUrl;
  }

  /** How many distinct texts are left once values are folded. */
  get size(): number {
    return this.#folded.size;
  }

  numberOf(text: string): number {
    const known = this.#keepsTexts ? this.#numbers.get(text) : undefined;
    if (known !== undefined) return known;
    const folded = this.#fold(text);
    let number = this.#folded.get(folded);
    if (number === undefined) {
      number = this.#folded.size + 1;
      this.#folded.set(folded, number);
    }
    if (this.#numbers.size >= mostCached) this.#numbers.clear();
    if (this.#keepsTexts && text.length <= longestKey) this.#numbers.set(text, number);
    return number;
  }
}

/**
 * Gives each span the description of its call: the same object for all spans that say the same once values are folded.
 * This runs for every span; what it costs is one look-up for each attribute.
 */
export class DescriptionCache {
  #names = new Numbering(foldName);
  #values = new Map<(value: string) => string, Numbering>();
  #byValues = new Map<number, CallDescription>();
  #byContent = new Map<string, CallDescription>();
  #high = 0;
  #low = 0;
  #hasRoute = false;

  /** The description of a span. */
  of(span: Span): CallDescription {
    const { kind, name, attributes } = span;
    this.#high = kinds[kind];
    this.#low = this.#names.numberOf(name);
    if (attributes.size > 0) {
      this.#hasRoute = kind === 'server' && attributes.has('http.route');
      attributes.forEach(this.#take);
    }
    const key = (this.#high & 0x1f_ffff) * 0x1_0000_0000 + (this.#low >>> 0);
    return this.#byValues.get(key) ?? this.#describe(key, span);
  }

  /** Adds one attribute to the key. The sum of the mixed numbers is the same in any order of the attributes. */
  readonly #take = (value: AttributeValue, name: string): void => {
    const place = places.get(name);
    if (place === undefined || (this.#hasRoute && place.isUrl)) return;
    const number = typeof value === 'number' ? value | 0 : this.#numberOf(place.fold, String(value));
    this.#high = (this.#high + mix32(number ^ Math.imul(place.index, 0x9e37_79b9))) | 0;
    this.#low = (this.#low + mix32(Math.imul(number, 0x85eb_ca6b) + place.index)) | 0;
  };

  #numberOf(fold: (value: string) => string, text: string): number {
    let numbering = this.#values.get(fold);
    if (numbering === undefined) {
      numbering = new Numbering(fold);
      this.#values.set(fold, numbering);
    }
    return numbering.numberOf(text);
  }

  #describe(key: number, { kind, name, attributes }: Span): CallDescription {
    const described = describeCall(kind, foldName(name), (attribute) => {
      const value = attributes.get(attribute);
      return typeof value === 'string' ? (places.get(attribute)?.fold(value) ?? value) : value;
    });
    const content = JSON.stringify(described);
    const same = this.#byContent.get(content) ?? described;
    this.#byContent.set(content, same);
    // The key is made of numbers that no longer hold once all starts anew.
    if (!this.#startedAnew()) this.#byValues.set(key, same);
    return same;
  }

  #startedAnew(): boolean {
    const sizes = [this.#names.size, this.#byValues.size, ...[...this.#values.values()].map(({ size }) => size)];
    if (Math.max(...sizes) < mostCached) return false;
    this.#names = new Numbering(foldName);
    this.#values = new Map();
    this.#byValues = new Map();
    if (this.#byContent.size >= mostCached) this.#byContent = new Map();
    return true;
  }
}
