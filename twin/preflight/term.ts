/** One figure of a sum, so that a reader can do it again. */
export interface Term {
  /** What it counts: `instances of checkout, with surge`. */
  readonly term: string;
  readonly value: number;
  /** `ms`, `bytes`, `cores`, `/s`; absent where it is a plain number. */
  readonly unit?: string;
}
