import type { CoverageCount } from '../../../src/kernel/index.ts';
import type { Budget } from '../budget.ts';
import type { ProblemList } from '../problem-list.ts';
import type { SourceFiles } from '../source-files.ts';

/** What all files of a project are read with. */
export interface LoadContext {
  readonly files: SourceFiles;
  readonly problems: ProblemList;
  readonly coverage: CoverageCount;
  readonly budget: Budget;
  readonly home: string | undefined;
  readonly missingEnvFiles: 'note' | 'refuse';
  readonly missingVariables: 'note' | 'refuse';
  /** Set where something was not read that may define what others refer to. */
  readonly unread: { project: boolean; readonly services: Set<string> };
}

/** Where a file stands among others: what its variables are and what its paths are relative to. */
export interface FileSetting {
  readonly variables: ReadonlyMap<string, string>;
  readonly directory: string;
}
