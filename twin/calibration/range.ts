/** A number that is not known exactly: the best guess, and between what it lies; how surely is said where it is made. */
export interface Range {
  readonly best: number;
  readonly low: number;
  readonly high: number;
}
