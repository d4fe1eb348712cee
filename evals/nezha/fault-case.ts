import { openInput } from '../../connectors/files/index.ts';
import { rowsOf } from '../../connectors/csv-rows/index.ts';
import { RegisteredError, sha256Hex, workloadOfPod } from '../../src/kernel/index.ts';

/** One fault that was injected, and what was recorded of it. */
export interface FaultCase {
  readonly id: string;
  readonly system: string;
  /** The folder below that of the system. */
  readonly day: string;
  readonly sinceMs: number;
  /** The component that it was injected into. */
  readonly component: string;
  readonly faultType: string;
  /** Relative to the folder; `undefined` where no trace minute was kept. */
  readonly traceFile: string | undefined;
  /** The cases are told apart by a hash of their id: on one half the method was developed, the other was looked at last. */
  readonly half: 'developed' | 'held';
}

const columns = ['case', 'system', 'inject_time', 'inject_pod', 'inject_type', 'trace_file'] as const;
type Column = (typeof columns)[number];

/** `2022-08-22 03:53:54`, in UTC; the column of seconds beside it is off by eight hours in some published lists. */
const injected = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

const halfOf = (id: string): FaultCase['half'] =>
  Number.parseInt(sha256Hex(id).slice(0, 2), 16) % 2 === 0 ? 'developed' : 'held';

function caseOf(cell: (column: Column) => string): FaultCase | string {
  const [, day, time] = injected.exec(cell('inject_time')) ?? [];
  if (day === undefined || time === undefined) return 'an inject_time that is not YYYY-MM-DD HH:MM:SS';
  const id = cell('case');
  const component = workloadOfPod(cell('inject_pod'));
  const system = cell('system');
  const faultType = cell('inject_type');
  if ([id, component, system, faultType].includes('')) return 'a row without a case, system, inject_pod or inject_type';
  const traceFile = cell('trace_file') === '' ? undefined : cell('trace_file');
  return { id, system, day, sinceMs: Date.parse(`${day}T${time}Z`), component, faultType, traceFile, half: halfOf(id) };
}

/**
 * Reads a list of faults: CSV, one a row.
 *
 * @param path - The file.
 * @throws RegisteredError `input-malformed` where a column is lacking or a row is none, and what reading the file throws.
 */
export async function readFaultCases(path: string): Promise<readonly FaultCase[]> {
  const cases: FaultCase[] = [];
  let header: readonly string[] | undefined;
  const refuse = (place: string, found: string): RegisteredError =>
    new RegisteredError('input-malformed', { path, place, found, accepted: `rows with ${columns.join(', ')}` });
  for await (const { number, cells } of rowsOf(await openInput(path))) {
    if (header === undefined) {
      header = cells.map((name) => name.trim());
      const lacking = columns.find((column) => header?.includes(column) === false);
      if (lacking !== undefined) throw refuse('line 1', `no column ${lacking}`);
      continue;
    }
    const names = header;
    const read = caseOf((column) => (cells[names.indexOf(column)] ?? '').trim());
    if (typeof read === 'string') throw refuse(`line ${number}`, read);
    cases.push(read);
  }
  if (cases.length === 0) throw refuse('', 'no case');
  return cases;
}
