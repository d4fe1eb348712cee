import { workloadOfPod } from '../../src/kernel/index.ts';
import type { MetricSeries, OpenSeries } from './metric-series.ts';
import { isNothing, numberOf } from './number.ts';

const timeColumn = 0;
const componentColumn = 2;
const firstValueColumn = 3;

/** More components than one table is of; made-up ones must not fill the memory. */
const mostComponents = 1_000;

/** `2022-08-22 03:51:19.607158889 +0000 UTC m=+0.113112869`, as Go prints a time; what follows the zone is its uptime. */
const goTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,9})? ([+-]\d\d)(\d\d)/;

function atMsOf(text: string): number | undefined {
  const [, date, time, fraction = '', hours, minutes] = goTime.exec(text) ?? [];
  if (date === undefined) return undefined;
  const ms = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** `PodServerLatencyP95(s)`: name, statistic and unit. */
const columnName = /^(.*?)(P\d{1,3})?(?:\(([^()]*)\))?$/;

interface Column {
  readonly metric: string;
  readonly statistic: string;
  readonly unit: string | undefined;
}

function columnOf(name: string): Column {
  const [, metric = name, quantile, unit] = columnName.exec(name.trim()) ?? [];
  return { metric, statistic: quantile?.toLowerCase() ?? 'value', unit };
}

/**
 * Takes the rows of Nezha's tables one at a time: time, the same in seconds, pod or service, values. The time that is read
 * is the first one: in one published table (adservice of 2022-08-22) the seconds beside it are of another year.
 */
export class NezhaTable {
  readonly #isOfPods: boolean;
  readonly #columns: readonly Column[];
  readonly #series = new Map<string, readonly OpenSeries[]>();

  /**
   * @param header - The first row.
   * @param isOfPods - Whether the component column names pods, or services.
   */
  constructor(header: readonly string[], isOfPods: boolean) {
    this.#isOfPods = isOfPods;
    this.#columns = header.slice(firstValueColumn).map(columnOf);
  }

  /**
   * Takes a row.
   *
   * @param cells - The row.
   * @returns What is wrong with it.
   */
  take(cells: readonly string[]): string | undefined {
    const atMs = atMsOf(cells[timeColumn] ?? '');
    if (atMs === undefined) return 'rows without a time';
    const name = (cells[componentColumn] ?? '').trim();
    if (name === '') return 'rows without a component';
    const all = this.#series.get(name) ?? this.#open(name);
    if (all === undefined) return 'rows of more components than are read';
    let problem: string | undefined;
    for (const [index, series] of all.entries()) {
      const text = cells[index + firstValueColumn] ?? '';
      if (isNothing(text)) continue;
      const value = numberOf(text);
      if (value === undefined) problem = 'cells that are no number';
      else series.points.push([atMs, value]);
    }
    return problem;
  }

  #open(name: string): readonly OpenSeries[] | undefined {
    if (this.#series.size >= mostComponents) return undefined;
    const component = this.#isOfPods ? workloadOfPod(name) : name;
    const instance = this.#isOfPods ? name : undefined;
    const all = this.#columns.map((column) => ({ component, instance, ...column, points: [] }));
    this.#series.set(name, all);
    return all;
  }

  /** What was read: series that have at least one point. */
  get series(): readonly MetricSeries[] {
    return [...this.#series.values()].flat().filter(({ points }) => points.length > 0);
  }
}
