import { formatPlace, parseYaml, plainValue, readAction, readFault } from '../../../src/kernel/index.ts';
import type { Action, Fault } from '../../../src/kernel/index.ts';
import type { Happenings, Written } from '../enactment/index.ts';
import type { Objective } from '../summary/index.ts';
import { FileProblems } from './file-problems.ts';
import { whatIfSchema } from './what-if.ts';
import type { WhatIfFile } from './what-if.ts';

/** What is asked about an estate, read and checked. */
export interface WhatIf {
  readonly about?: string;
  readonly change: readonly Action[];
  readonly faults: readonly Fault[];
  readonly written: Happenings;
  /** Where each action stands. */
  readonly places: readonly string[];
  readonly load: readonly Written[];
  readonly traffic: number;
  readonly objectives: readonly Objective[];
  readonly modelPatches: readonly Written[];
}

function objectivesOf({ objectives }: WhatIfFile): readonly Objective[] {
  return objectives.flatMap(({ operation, ...limits }) =>
    (['p50', 'p95', 'p99', 'errors'] as const).flatMap((signal): Objective[] => {
      const limit = limits[signal];
      return limit === undefined ? [] : [{ operation, signal, limit, source: 'told', because: 'as it was told' }];
    }),
  );
}

/**
 * Reads what is asked about an estate.
 *
 * @param text - The whole file: YAML or JSON.
 * @param file - How it is called in messages.
 * @throws RegisteredError `scenario-invalid` with every mistake, each with its place
 */
export function readWhatIf(text: string, file: string): WhatIf {
  const { documents = [], problem } = parseYaml(text, file);
  const [root, second] = documents;
  const problems = new FileProblems(file, root);
  if (problem !== undefined) problems.tellAt(formatPlace(problem.place), [], problem.found, problem.accepted);
  else if (root === undefined) problems.tell([], 'an empty file', 'what is asked, as docs/prediction.md describes it');
  if (second !== undefined) problems.tellAt(formatPlace(second.place), [], 'a second document', 'one in a file');
  problems.throwIfAny();
  const content = root === undefined ? {} : plainValue(root);
  const checked = whatIfSchema.safeParse(content);
  if (!checked.success) problems.tellIssues(checked.error.issues, content, whatIfSchema, (path) => path);
  problems.throwIfAny();
  // The check above has thrown where there is no data.
  const whatIf = checked.data as WhatIfFile;
  const written = problems.withKeptValues(['change'], whatIf.change);
  problems.throwIfAny();
  const change = problems.readWords(['change'], written, readAction);
  const faults = problems.readWords(['faults'], whatIf.faults, readFault);
  if (change.length + faults.length + whatIf.load.length === 0 && whatIf.traffic === 1) {
    problems.tell([], 'nothing that is asked', 'at least one of change, faults, load and traffic');
  }
  problems.throwIfAny();
  return {
    ...(whatIf.about === undefined ? {} : { about: whatIf.about }),
    change,
    faults,
    written: { change: written, faults: whatIf.faults, remedy: [] },
    places: change.map((_, at) => `${file}: change.${at}`),
    load: whatIf.load,
    traffic: whatIf.traffic,
    objectives: objectivesOf(whatIf),
    modelPatches: whatIf.model === undefined ? [] : [whatIf.model],
  };
}
