import type { CoverageCount } from '../../../src/kernel/index.ts';
import type { Budget } from '../budget.ts';
import type { ProblemList } from '../problem-list.ts';

/** What bringing a file into canonical form needs to know. */
export interface FormContext {
  readonly problems: ProblemList;
  readonly coverage: CoverageCount;
  readonly budget: Budget;
  /** What relative paths of the file are taken from, absolute. */
  readonly directory: string;
  /** What `~` stands for; undefined leaves it. */
  readonly home: string | undefined;
}
