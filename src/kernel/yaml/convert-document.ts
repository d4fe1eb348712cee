import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Document, LineCounter, Pair, Scalar, YAMLMap } from 'yaml';
import { plainScalar } from './plain-scalar.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlPlace, YamlProblem, YamlScalar } from './yaml-node.ts';

/** Deeper than anything that a person writes; what goes through a tree recursively bears it. */
const deepest = 100;

/** With all aliases unfolded. The largest file of a real estate has a tenth of it; a file of aliases has billions. */
const mostValues = 200_000;

const mergeKey = '<<';

const textTag = 'tag:yaml.org,2002:str';
const typedTags: ReadonlySet<string> = new Set(
  ['int', 'float', 'bool', 'null'].map((type) => `tag:yaml.org,2002:${type}`),
);

/** Stops at the first problem: what follows mostly follows from it. */
export class YamlProblemFound {
  readonly problem: YamlProblem;
  /** @param problem - What was found. */
  constructor(problem: YamlProblem) {
    this.problem = problem;
  }
}

/** Turns a parsed document into located values, its aliases and merges resolved. */
export class DocumentConverter {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, YamlNode>();
  readonly #open = new Set<string>();
  readonly #sizes = new Map<YamlNode, number>();
  readonly #onDuplicate: ((problem: YamlProblem) => void) | undefined;

  /**
   * @param file - How the file is called in places.
   * @param lines - Counted while it was parsed.
   * @param onDuplicate - Told of keys that stand twice, of which the first then counts; without it they are refused.
   */
  constructor(file: string, lines: LineCounter, onDuplicate?: (problem: YamlProblem) => void) {
    this.#onDuplicate = onDuplicate;
    this.#file = file;
    this.#lines = lines;
  }

  /**
   * The document's value; undefined where it has none.
   *
   * @param document - Parsed without schema or merges.
   * @throws YamlProblemFound
   */
  convert(document: Document.Parsed): YamlNode | undefined {
    if (document.contents === null) return undefined;
    const node = this.#node(document.contents, 0, 0);
    return node.kind === 'scalar' && node.value === null ? undefined : node;
  }

  #place(node: unknown, parent: number): YamlPlace {
    const offset = (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? parent;
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line, column: col };
  }

  #refuse(place: YamlPlace, problem: YamlProblem['problem'], found: string, accepted: string): never {
    // Not an error: nobody outside this folder sees it.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw new YamlProblemFound({ place, problem, found, accepted });
  }

  #sized(node: YamlNode, size: number): YamlNode {
    if (size > mostValues) {
      const found = `more than ${mostValues} values, aliases unfolded`;
      this.#refuse(node.place, 'size', found, `at most ${mostValues} values`);
    }
    this.#sizes.set(node, size);
    return node;
  }

  #sizeOf(node: YamlNode): number {
    return this.#sizes.get(node) ?? 1;
  }

  #node(node: unknown, depth: number, parent: number): YamlNode {
    const place = this.#place(node, parent);
    if (depth > deepest) this.#refuse(place, 'size', `values nested ${depth} deep`, `at most ${deepest} deep`);
    if (isAlias(node)) return this.#aliased(node.source, place);
    const { anchor, tag, range } = (node ?? {}) as { anchor?: string; tag?: string; range?: readonly number[] };
    if (anchor !== undefined) this.#open.add(anchor);
    const tagged = tag?.startsWith('!') === true ? { tag } : {};
    const start = range?.[0] ?? parent;
    let made: YamlNode;
    if (isMap(node)) made = this.#map(node, depth, { place, ...tagged });
    else if (isSeq(node)) {
      const items = node.items.map((item) => this.#node(item, depth + 1, start));
      const size = items.reduce((sum, item) => sum + this.#sizeOf(item), 1);
      made = this.#sized({ kind: 'list', items, place, ...tagged }, size);
    } else made = { kind: 'scalar', ...this.#scalar(node, tag), place, ...tagged };
    if (anchor !== undefined) {
      this.#open.delete(anchor);
      this.#anchors.set(anchor, made);
    }
    return made;
  }

  #aliased(name: string, place: YamlPlace): YamlNode {
    const accepted = 'an alias to an anchor that stands whole before it';
    // An anchor may be used again for another value: while that is read, the name means the new one.
    if (this.#open.has(name)) this.#refuse(place, 'alias', `a circle: *${name} inside &${name}`, accepted);
    return this.#anchors.get(name) ?? this.#refuse(place, 'alias', `*${name}, an alias to no anchor`, accepted);
  }

  #scalar(node: unknown, tag: string | undefined): Pick<YamlScalar, 'value' | 'text'> {
    if (!isScalar(node)) return { value: null, text: '' };
    const { value, type } = node;
    // The library has a symbol of its own for a merge key that is tagged as one.
    const text = typeof value === 'string' ? value : typeof value === 'symbol' ? mergeKey : '';
    const typed = tag !== undefined && typedTags.has(tag);
    if (tag === textTag || (type !== 'PLAIN' && !typed)) return { value: text, text };
    return plainScalar(text);
  }

  #map(node: YAMLMap, depth: number, base: Pick<YamlMap, 'place' | 'tag'>): YamlNode {
    const own = new Map<string, YamlEntry>();
    let merged: readonly YamlMap[] = [];
    let size = 1;
    const seen = new Set<string>();
    for (const pair of node.items as readonly Pair[]) {
      const keyPlace = this.#place(pair.key, node.range?.[0] ?? 0);
      const key = this.#key(pair.key, keyPlace);
      const isSecond = seen.has(key);
      if (isSecond) this.#duplicate(keyPlace, key);
      seen.add(key);
      const value = this.#node(
        pair.value,
        depth + 1,
        (pair.key as { range?: readonly number[] } | null)?.range?.[0] ?? 0,
      );
      size += this.#sizeOf(value);
      const isMerge = key === mergeKey && (pair.key as Scalar).type === 'PLAIN';
      if (isSecond) continue;
      if (isMerge) merged = this.#mergeSources(value, keyPlace);
      else own.set(key, { keyPlace, value });
    }
    const entries = new Map<string, YamlEntry>();
    for (const source of [...merged].reverse()) for (const [key, entry] of source.entries) entries.set(key, entry);
    for (const [key, entry] of own) entries.set(key, entry);
    return this.#sized({ kind: 'map', entries, ...base }, size);
  }

  #duplicate(place: YamlPlace, key: string): void {
    const found = `the key ${JSON.stringify(key.slice(0, 60))} a second time`;
    const problem: YamlProblem = { place, problem: 'duplicate-key', found, accepted: 'each key once' };
    if (this.#onDuplicate === undefined) this.#refuse(place, problem.problem, found, problem.accepted);
    this.#onDuplicate(problem);
  }

  #mergeSources(value: YamlNode, place: YamlPlace): readonly YamlMap[] {
    const sources = value.kind === 'list' ? value.items : [value];
    return sources.map((source) =>
      source.kind === 'map'
        ? source
        : this.#refuse(place, 'merge', 'a merge of what is no map', 'a map after <<, or a list of maps'),
    );
  }

  #key(node: unknown, place: YamlPlace): string {
    const accepted = "a text as key; what is no text stands in quotes, such as '8080'";
    const resolved = isAlias(node) ? this.#aliased(node.source, place) : undefined;
    if (resolved !== undefined && resolved.kind !== 'scalar')
      this.#refuse(place, 'key', 'a key that is no text', accepted);
    if (resolved === undefined && !isScalar(node)) this.#refuse(place, 'key', 'a key that is no text', accepted);
    const { value, text } = resolved?.kind === 'scalar' ? resolved : this.#scalar(node, undefined);
    if (typeof value !== 'string') {
      const found = value === null ? 'an empty key' : `the ${typeof value} ${text} as a key`;
      this.#refuse(place, 'key', found, accepted);
    }
    return value;
  }
}
