import { formatPlace } from '../../../src/kernel/index.ts';
import type { YamlMap, YamlNode, YamlPlace } from '../../../src/kernel/index.ts';
import { formOf, isNothing, shown } from '../tree/index.ts';
import type { ReadContext } from './read-context.ts';
import { composeBytes, composeDurationMs, composeTruth, splitCommand } from './values.ts';

/** Told where each attribute that is read is written, by its name below the service. */
export type Declared = (attribute: string, place: YamlPlace) => void;

/** Which keys an attribute without a field of its own has; `true` takes whatever form and keys there are. */
export type FurtherShape = true | { readonly [key: string]: FurtherShape };

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i;

/** Beyond it a double no longer tells one whole number from the next; what is beyond is a mistake. */
const largestNumber = Number.MAX_SAFE_INTEGER;

/** No list of a file has more of anything; what stands beyond is not looked at one by one. */
const mostFurther = 1_000;

/**
 * Reads the attributes of one map, each at most once. What was not asked for by `rest` is counted as not understood: so
 * what is said to be understood is what is read.
 */
export class Fields<Kept> {
  readonly #map: YamlMap;
  readonly #key: string;
  readonly #pattern: string;
  readonly #context: ReadContext<Kept>;
  readonly #declared: Declared;
  readonly #taken = new Set<string>();

  /**
   * @param map - The map.
   * @param key - Where it stands: `services.cart`.
   * @param pattern - The same with `*` for names: `services.*`.
   * @param context - Told of what is wrong, and of what is not understood.
   * @param declared - Told where attributes are written.
   */
  constructor(
    map: YamlMap,
    key: string,
    pattern: string,
    context: ReadContext<Kept>,
    declared: Declared = () => undefined,
  ) {
    this.#map = map;
    this.#key = key;
    this.#pattern = pattern;
    this.#context = context;
    this.#declared = declared;
  }

  /** Where the map stands. */
  get place(): YamlPlace {
    return this.#map.place;
  }

  /** Where it stands, by key. */
  get key(): string {
    return this.#key;
  }

  /** Whether an attribute is written, be it as nothing. */
  has(name: string): boolean {
    return this.#map.entries.has(name);
  }

  /** An attribute as it stands; nothing counts as absent. */
  node(name: string): YamlNode | undefined {
    this.#taken.add(name);
    const entry = this.#map.entries.get(name);
    if (entry === undefined) return undefined;
    this.#declared(name, entry.value.place);
    return isNothing(entry.value) ? undefined : entry.value;
  }

  /** Tells of something wrong with an attribute. */
  problem(name: string, node: YamlNode, accepted: string, found = formOf(node), kind: 'form' | 'value' = 'form'): void {
    this.#context.problems.add(kind, node.place, `${this.#key}.${name}`, found, accepted);
  }

  #scalar(name: string, accepted: string): (YamlNode & { kind: 'scalar' }) | undefined {
    const node = this.node(name);
    if (node === undefined || node.kind === 'scalar') return node;
    this.problem(name, node, accepted);
    return undefined;
  }

  #read<Value>(name: string, accepted: string, read: (text: string) => Value | undefined): Value | undefined {
    const node = this.#scalar(name, accepted);
    if (node === undefined) return undefined;
    const value = read(node.text);
    if (value === undefined) this.problem(name, node, accepted, shown(node), 'value');
    return value;
  }

  /** A text that is no setting; an empty one counts as absent. */
  text(name: string): string | undefined {
    const node = this.#scalar(name, 'a text');
    if (node !== undefined) this.#mustBeText(name, node);
    const text = node?.text;
    return text === undefined || text === '' ? undefined : this.#context.keep.plain(text);
  }

  /** What it means is beyond doubt, but docker compose does not start it. */
  #mustBeText(name: string, node: YamlNode & { kind: 'scalar' }): void {
    if (typeof node.value !== 'string')
      this.notUnderstood(`${name}: ${formOf(node)}, which docker compose takes in quotes only`, node.place);
  }

  /** A text as it is, for whoever puts it into a form without secrets. */
  rawText(name: string): string | undefined {
    const text = this.#scalar(name, 'a text')?.text;
    return text === '' ? undefined : text;
  }

  /** One of a few words. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    return this.#read(name, `one of ${words.join(', ')}`, (text) => words.find((word) => word === text));
  }

  /** A text of a certain form. */
  textOf(name: string, pattern: RegExp, accepted: string): string | undefined {
    return this.#read(name, accepted, (text) => (pattern.test(text) ? text : undefined));
  }

  /** A number, whole or not; where a bound is given, from there on. */
  number(name: string, from = -largestNumber): number | undefined {
    const accepted = from === -largestNumber ? 'a number' : `a number from ${from} on`;
    return this.#read(name, accepted, (text) => {
      const value = number.test(text) ? Number(text) : NaN;
      return value >= from && value <= largestNumber ? value : undefined;
    });
  }

  /** A whole number from a bound on. */
  count(name: string, from = 0): number | undefined {
    return this.#read(name, `a whole number from ${from} on`, (text) => {
      const value = /^[-+]?\d{1,15}$/.test(text) ? Number(text) : undefined;
      return value === undefined || value < from ? undefined : value;
    });
  }

  /** A truth value; a text of one too. */
  truth(name: string): boolean | undefined {
    return this.#read(name, 'true or false', composeTruth);
  }

  /** A duration, in milliseconds. */
  durationMs(name: string): number | undefined {
    return this.#read(name, 'a duration with a unit, such as 500ms, 10s or 1m30s', composeDurationMs);
  }

  /** A size, in bytes; none for -1. */
  bytes(name: string): number | undefined {
    const bytes = this.#read(name, 'a size, such as 512m, 1.5gb or a number of bytes', composeBytes);
    return bytes === undefined || bytes < 0 ? undefined : bytes;
  }

  /** A list of texts that are no settings. */
  texts(name: string): readonly string[] {
    const node = this.node(name);
    if (node === undefined) return [];
    if (node.kind === 'list') return this.items(name, node.items).map((item) => this.#context.keep.plain(item.text));
    this.problem(name, node, 'a list of texts');
    return [];
  }

  /** The scalars among items; others are told of. */
  items(name: string, items: readonly YamlNode[]): readonly (YamlNode & { kind: 'scalar' })[] {
    return items.flatMap((item, index) => {
      if (item.kind === 'scalar' && item.value !== null) return [item];
      this.problem(`${name}.${index}`, item, 'a text');
      return [];
    });
  }

  /** A command as kept words; undefined where it is not written, or as nothing. */
  command(name: string): readonly Kept[] | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    if (node.kind === 'list') return this.#context.keep.words(this.items(name, node.items).map(({ text }) => text));
    const split = node.kind === 'scalar' ? splitCommand(node.text) : undefined;
    if (node.kind === 'scalar') this.#mustBeText(name, node);
    if (split === undefined) {
      this.problem(
        name,
        node,
        'a list of words, or a line whose quotes end',
        node.kind === 'map' ? 'a map' : 'a quote that does not end',
      );
      return undefined;
    }
    if (split.cut)
      this.notUnderstood(
        `${name}: what stands after an operator of a shell, which docker compose leaves out`,
        node.place,
      );
    return this.#context.keep.words(split.words);
  }

  /** Names with values. */
  settings(name: string): readonly Kept[] {
    const node = this.node(name);
    if (node === undefined) return [];
    if (node.kind !== 'map') {
      this.problem(name, node, 'a map of names to texts, or a list of NAME=value');
      return [];
    }
    return [...node.entries].flatMap(([key, { value }]) => {
      if (value.kind !== 'scalar') {
        this.problem(`${name}.${key}`, value, 'a text');
        return [];
      }
      this.#declared(`${name}.${key}`, value.place);
      return [value.value === null ? this.#context.keep.bare(key) : this.#context.keep.named(key, value.text)];
    });
  }

  /** A map within. */
  map(name: string): Fields<Kept> | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    if (node.kind === 'map') return this.#within(node, name, name);
    this.problem(name, node, 'a map');
    return undefined;
  }

  /** The maps of a list. */
  maps(name: string): readonly Fields<Kept>[] {
    const node = this.node(name);
    if (node === undefined) return [];
    if (node.kind !== 'list') {
      this.problem(name, node, 'a list of maps');
      return [];
    }
    return node.items.flatMap((item, index) => {
      this.#declared(`${name}.${index}`, item.place);
      if (item.kind === 'map') return [this.#within(item, `${name}.${index}`, `${name}.[]`)];
      this.problem(`${name}.${index}`, item, 'a map');
      return [];
    });
  }

  /** The maps of a map, by name; one that is written as nothing is empty. */
  namedMaps(name: string): readonly (readonly [string, Fields<Kept>])[] {
    const node = this.node(name);
    if (node === undefined) return [];
    if (node.kind !== 'map') {
      this.problem(name, node, 'a map of names');
      return [];
    }
    return [...node.entries].flatMap(([key, { value, keyPlace }]) => {
      this.#declared(`${name}.${key}`, keyPlace);
      if (value.kind === 'map') return [[key, this.#within(value, `${name}.${key}`, `${name}.*`)] as const];
      if (isNothing(value)) {
        const empty: YamlMap = { kind: 'map', entries: new Map(), place: keyPlace };
        return [[key, this.#within(empty, `${name}.${key}`, `${name}.*`)] as const];
      }
      this.problem(`${name}.${key}`, value, 'a map');
      return [];
    });
  }

  #within(map: YamlMap, name: string, pattern: string): Fields<Kept> {
    return new Fields(map, `${this.#key}.${name}`, `${this.#pattern}.${pattern}`, this.#context, (attribute, place) =>
      this.#declared(`${name}.${attribute}`, place),
    );
  }

  /** Attributes without a field of their own, flattened to dotted names. */
  further(shapes: Readonly<Record<string, FurtherShape>>): readonly Kept[] {
    const kept: Kept[] = [];
    for (const [name, shape] of Object.entries(shapes)) {
      const node = this.node(name);
      if (node !== undefined) this.#flatten(node, name, name, shape, kept);
    }
    return kept;
  }

  #flatten(node: YamlNode, name: string, pattern: string, shape: FurtherShape, kept: Kept[]): void {
    if (kept.length >= mostFurther) return;
    if (node.kind === 'scalar') {
      kept.push(node.value === null ? this.#context.keep.bare(name) : this.#context.keep.named(name, node.text));
    } else if (node.kind === 'list') {
      node.items.forEach((item, index) => this.#flatten(item, `${name}.${index}`, `${pattern}.[]`, shape, kept));
    } else {
      for (const [key, { value, keyPlace }] of node.entries) {
        const inside = shape === true ? true : Object.hasOwn(shape, key) ? shape[key] : undefined;
        if (inside === undefined) this.#unknown(`${pattern}.${key}`, key, keyPlace);
        else this.#flatten(value, `${name}.${key}`, `${pattern}.${key}`, inside, kept);
      }
    }
  }

  /** Counts something that is written and not understood. */
  notUnderstood(what: string, place: YamlPlace): void {
    this.#context.coverage.notUnderstood(`${this.#pattern}.${what}`, formatPlace(place));
  }

  #unknown(pattern: string, key: string, place: YamlPlace): void {
    if (!key.startsWith('x-')) {
      this.notUnderstood(pattern, place);
      return;
    }
    const parent = pattern.slice(0, -key.length);
    this.#context.coverage.notUnderstood(`extension ${this.#pattern}.${parent}x-*`, formatPlace(place));
  }

  /** Counts all attributes that nobody asked for. */
  rest(): void {
    for (const [key, { keyPlace }] of this.#map.entries) if (!this.#taken.has(key)) this.#unknown(key, key, keyPlace);
  }
}
