import { openInput } from '../../connectors/files/index.ts';
import { rowsOf } from '../../connectors/csv-rows/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import type { AggregatedEstate } from '../../twin/calibration/index.ts';

/** Who calls whom, and all who are named. */
export interface CallGraph {
  readonly names: ReadonlySet<string>;
  readonly calls: AggregatedEstate['calls'];
}

/**
 * Reads a call graph: an adjacency matrix with the callers as rows.
 *
 * @param path - The file.
 * @throws RegisteredError `input-malformed` where it is none, and what reading the file throws.
 */
export async function readGraph(path: string): Promise<CallGraph> {
  const refuse = (place: string, found: string): RegisteredError =>
    new RegisteredError('input-malformed', {
      path,
      place,
      found,
      accepted: 'CSV with a header of names, and one row for each of these names: the name, and 0 or 1 for each callee',
    });
  let header: readonly string[] | undefined;
  const callers = new Set<string>();
  const calls: { caller: string; callee: string }[] = [];
  for await (const { number, cells } of rowsOf(await openInput(path))) {
    if (header === undefined) {
      header = cells.slice(1);
      continue;
    }
    const [caller = '', ...marks] = cells;
    if (!header.includes(caller))
      throw refuse(`line ${number}`, `the name "${caller}", which the header does not have`);
    if (marks.length !== header.length)
      throw refuse(`line ${number}`, `${marks.length} cells for ${header.length} names`);
    callers.add(caller);
    for (const [at, callee] of header.entries()) {
      const mark = Number(marks[at]);
      if (mark !== 0 && mark !== 1) throw refuse(`line ${number}, column ${at + 2}`, `"${marks[at] ?? ''}"`);
      if (mark === 1) calls.push({ caller, callee });
    }
  }
  const names = new Set(header);
  const lacking = [...names].find((name) => !callers.has(name));
  if (names.size === 0) throw refuse('', 'no names');
  if (lacking !== undefined) throw refuse('', `no row for "${lacking}"`);
  return { names, calls };
}
