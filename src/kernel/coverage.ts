/** Something that was met and not understood; a prediction that rests on it says so. */
export interface NotUnderstood {
  /** Where it first stood: file and line, key path or address. */
  readonly place: string;
  /** What it is, in the source's own term, without any value: `services.*.x-custom`, `spans without an id`. */
  readonly what: string;
  readonly count: number;
}

/** What was read of a source, and what was not understood. */
export interface Coverage {
  /** How much was read, by kind: `{ spans: 1200, services: 7 }`. */
  readonly read: Readonly<Record<string, number>>;
  /** In the order met. */
  readonly notUnderstood: readonly NotUnderstood[];
}

/** A made-up key a line must not fill the memory: past this many kinds, the rest is counted as one. */
const mostKinds = 500;

/** How much of an outside text is kept. */
const longestText = 200;

const beyond = 'more kinds of things than are listed';

/** Counts what a reader reads and what it does not understand; memory is bounded whatever comes. */
export class CoverageCount {
  readonly #read = new Map<string, number>();
  readonly #notUnderstood = new Map<string, { place: string; count: number }>();

  /**
   * Counts what was understood.
   *
   * @param kind - A plural of our own words: `spans`, `services`. Never text from outside.
   * @param count - How many.
   */
  read(kind: string, count = 1): void {
    this.#read.set(kind, (this.#read.get(kind) ?? 0) + count);
  }

  /**
   * Counts what was not understood.
   *
   * @param what - What it is; names from outside are cut, values must not be in it.
   * @param place - Where; the first of the same `what` is kept.
   * @param count - How many.
   */
  notUnderstood(what: string, place: string, count = 1): void {
    const short = what.slice(0, longestText);
    const key = this.#notUnderstood.has(short) || this.#notUnderstood.size < mostKinds ? short : beyond;
    const known = this.#notUnderstood.get(key);
    if (known === undefined) this.#notUnderstood.set(key, { place: place.slice(0, longestText * 2), count });
    else known.count += count;
  }

  /**
   * Counts what another count holds.
   *
   * @param coverage - Of a part of what this one is of.
   */
  include({ read, notUnderstood }: Coverage): void {
    for (const [kind, count] of Object.entries(read)) this.read(kind, count);
    for (const { what, place, count } of notUnderstood) this.notUnderstood(what, place, count);
  }

  /** What was counted so far. */
  get coverage(): Coverage {
    return {
      read: Object.fromEntries([...this.#read].sort(([a], [b]) => (a < b ? -1 : 1))),
      notUnderstood: [...this.#notUnderstood].map(([what, { place, count }]) => ({ place, what, count })),
    };
  }
}
