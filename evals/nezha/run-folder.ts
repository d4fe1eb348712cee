import { globSync } from 'node:fs';
import { join } from 'node:path';
import { compareText, RegisteredError } from '../../src/kernel/index.ts';
import { metricFolder, readDayMetrics } from './day-metrics.ts';
import { readFaultCases } from './fault-case.ts';
import type { FaultCase } from './fault-case.ts';
import { readRecordings } from './recordings.ts';
import type { Recording } from './recordings.ts';
import { runCase } from './run-case.ts';
import type { CaseOutcome } from './run-case.ts';
import type { MetricEvidence } from '../../twin/diagnosis/index.ts';

/** The list of cases of a folder, where none is named. */
function ownCases(folder: string): string {
  const found = globSync('cases*.csv', { cwd: folder }).sort(compareText);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return join(folder, only);
  throw new RegisteredError('input-malformed', {
    path: folder,
    place: '',
    found: found.length === 0 ? 'no list of cases' : `several lists of cases: ${found.join(', ')}`,
    accepted: 'a folder with one file cases*.csv, or a list that is named with --cases',
  });
}

/** When something else was wrong: the faults of the list, and of those that are not on it the minutes recorded of them. */
function sinceOfOthers(
  faultCase: FaultCase,
  cases: readonly FaultCase[],
  recordings: readonly Recording[],
): readonly number[] {
  const listed = new Set(cases.map(({ traceFile }) => traceFile));
  return [
    ...cases
      .filter(({ system, id }) => system === faultCase.system && id !== faultCase.id)
      .map(({ sinceMs }) => sinceMs),
    ...recordings
      .filter(({ system, isFaultFree, file }) => system === faultCase.system && !isFaultFree && !listed.has(file))
      .map(({ startMs }) => startMs),
  ];
}

const componentsOf = (recordings: readonly Recording[]): ReadonlySet<string> => {
  const components = new Set<string>();
  const open = recordings.flatMap(({ requests }) => requests.map(({ root }) => root));
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    components.add(step.component);
    open.push(...step.children);
  }
  return components;
};

/** Is told what is being done, and may end it. */
export interface FolderRun {
  /** @returns Whether to go on. */
  readonly onStep: (what: string) => Promise<boolean>;
}

/**
 * Diagnoses the cases of a folder.
 *
 * @param folder - `SYSTEM/DAY/fault`, `SYSTEM/DAY/normal` and `SYSTEM/DAY/metric` below it.
 * @param casesFile - The list of cases; the one of the folder where it is left out.
 * @param run - Is told what is being done.
 * @returns One outcome a case, as far as it went.
 * @throws RegisteredError `input-malformed`, and what reading the files throws.
 */
export async function runFolder(
  folder: string,
  casesFile: string | undefined,
  { onStep }: FolderRun,
): Promise<readonly CaseOutcome[]> {
  const cases = await readFaultCases(casesFile ?? ownCases(folder));
  const listed = cases.flatMap(({ traceFile, system, day }) =>
    traceFile === undefined ? [] : [{ file: traceFile, system, day }],
  );
  const recordings = await readRecordings(folder, listed, async (file) => {
    await onStep(`reads ${file}`);
  });
  const metricsOf = new Map<string, MetricEvidence>();
  const outcomes: CaseOutcome[] = [];
  for (const faultCase of cases) {
    if (!(await onStep(`diagnoses ${faultCase.id}`))) break;
    const path = metricFolder(folder, faultCase.system, faultCase.day);
    const ofSystem = recordings.filter(({ system }) => system === faultCase.system);
    const metrics = metricsOf.get(path) ?? (await readDayMetrics(path, componentsOf(ofSystem)));
    metricsOf.set(path, metrics);
    outcomes.push(runCase(faultCase, recordings, metrics, sinceOfOthers(faultCase, cases, recordings)));
  }
  return outcomes;
}
