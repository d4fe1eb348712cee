import { openInput } from '../../connectors/files/index.ts';
import { rowsOf } from '../../connectors/csv-rows/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import type { ComponentWindows } from '../../twin/calibration/index.ts';

/** A file of metrics: for each window when it began, and what each component counted. */
export interface MetricWindows {
  /** In milliseconds since 1970, ascending. */
  readonly startsMs: readonly number[];
  readonly components: ReadonlyMap<string, ComponentWindows>;
}

const headings = ['microservice', 'metric', 'statistic', 'unix_timestamp'] as const;
const accepted =
  'CSV with the rows microservice, metric, statistic and unix_timestamp, then one row a window of at least two, in order';

/** The columns that are read: metric and statistic, and how a cell becomes a number. */
const columns = {
  requests: { metric: 'requests', statistic: 'Sum', read: (value: number) => value },
  latencyMs: { metric: 'latency', statistic: 'Average', read: (seconds: number) => seconds * 1_000 },
  failedRatio: {
    metric: 'availability',
    statistic: 'Average',
    read: (percent: number) => Math.max(0, 1 - percent / 100),
  },
} as const;

/** Per cent that were worked out from counts may be a last bit above all. */
const rounding = 1e-6;

const isInRange = (metric: string, value: number): boolean =>
  Number.isFinite(value) && value >= 0 && (metric !== 'availability' || value <= 100 + rounding);

/**
 * Reads metrics per window and component.
 *
 * @param path - The file.
 * @throws RegisteredError `input-malformed` where it is not as said, and what reading the file throws.
 */
export async function readMetrics(path: string): Promise<MetricWindows> {
  const refuse = (place: string, found: string): RegisteredError =>
    new RegisteredError('input-malformed', { path, place, found, accepted });
  const heads: (readonly string[])[] = [];
  const windows: { readonly startMs: number; readonly cells: readonly string[]; readonly line: number }[] = [];
  for await (const { number, cells } of rowsOf(await openInput(path))) {
    const heading = headings[heads.length];
    if (heading !== undefined) {
      if (cells[0] !== heading) throw refuse(`line ${number}`, `"${cells[0] ?? ''}" where ${heading} is to be`);
      heads.push(cells);
      continue;
    }
    const startMs = Number(cells[0]) * 1_000;
    if (cells[0] === '' || !Number.isFinite(startMs)) {
      throw refuse(`line ${number}`, `"${cells[0] ?? ''}" where a time in seconds since 1970 is to be`);
    }
    if (startMs <= (windows.at(-1)?.startMs ?? -Infinity)) throw refuse(`line ${number}`, 'a time that is not later');
    windows.push({ startMs, cells, line: number });
  }
  if (windows.length < 2) throw refuse('', windows.length === 0 ? 'no window' : 'one window');
  const [names = [], metrics = [], statistics = []] = heads;
  const numbersOf = (column: number, metric: string, read: (value: number) => number): (number | undefined)[] =>
    windows.map(({ cells, line }) => {
      const cell = cells[column] ?? '';
      if (cell === '') return undefined;
      if (!isInRange(metric, Number(cell)))
        throw refuse(`line ${line}, column ${column + 1}`, `"${cell}" as ${metric}`);
      return read(Number(cell));
    });
  const seriesOf = (name: string, { metric, statistic, read }: (typeof columns)[keyof typeof columns]) => {
    const column = names.findIndex(
      (each, at) => at > 0 && each === name && metrics[at] === metric && statistics[at] === statistic,
    );
    return column < 0 ? windows.map(() => undefined) : numbersOf(column, metric, read);
  };
  return {
    startsMs: windows.map(({ startMs }) => startMs),
    components: new Map(
      [...new Set(names.slice(1))].map((name) => [
        name,
        {
          requests: seriesOf(name, columns.requests).map((count) => count ?? 0),
          latencyMs: seriesOf(name, columns.latencyMs),
          failedRatio: seriesOf(name, columns.failedRatio),
        },
      ]),
    ),
  };
}
