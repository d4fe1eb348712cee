/** Where something stands in a file; lines and columns from 1. */
export interface YamlPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface NodeBase {
  readonly place: YamlPlace;
  /** A tag of the application, with its mark: `!reset`. */
  readonly tag?: string;
}

/** A text, number, truth value or nothing. */
export interface YamlScalar extends NodeBase {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** What the value is as a text: exact for numbers too large for a number; empty for nothing. */
  readonly text: string;
}

/** A list. */
export interface YamlList extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

/** A key of a map, with its value. */
export interface YamlEntry {
  readonly keyPlace: YamlPlace;
  readonly value: YamlNode;
}

/** A map with texts as keys; merges (`<<`) are done. */
export interface YamlMap extends NodeBase {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** A value of a YAML file, with its place: of its anchor, where it came by an alias. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

/** Something in a file that is no YAML, or not YAML of a kind that is taken. */
export interface YamlProblem {
  readonly place: YamlPlace;
  readonly problem: 'syntax' | 'duplicate-key' | 'alias' | 'key' | 'merge' | 'size' | 'binary';
  readonly found: string;
  readonly accepted: string;
}

/**
 * A place as people write it: `compose.yaml:12:5`.
 *
 * @param place - The place.
 */
export function formatPlace({ file, line, column }: YamlPlace): string {
  return `${file}:${line}:${column}`;
}
