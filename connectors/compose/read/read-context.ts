import type { CoverageCount } from '../../../src/kernel/index.ts';
import type { ProblemList } from '../problem-list.ts';

/** How values that may be secret are held. */
export interface Keep<Kept> {
  named(name: string, value: string): Kept;
  /** A name to which nobody gives a value. */
  bare(name: string): Kept;
  words(words: readonly string[]): readonly Kept[];
  /** A text that is no setting: without credentials, and without what a variable with a secret name holds. */
  plain(text: string): string;
  image(reference: string): string;
}

/** What turning a project's tree into values needs to know. */
export interface ReadContext<Kept> {
  readonly problems: ProblemList;
  readonly coverage: CoverageCount;
  readonly keep: Keep<Kept>;
}
