import { petshopRowOf } from './layouts.ts';
import type { MetricSeries, OpenSeries } from './metric-series.ts';
import { isNothing, numberOf } from './number.ts';

/** The latest second that counts as a time: the year 2255. */
const latestSeconds = 2 ** 33;

const columnRows = ['microservice', 'metric', 'statistic'] as const;

/** Takes PetShop's rows one at a time: three that name the columns, then one for each moment. */
export class PetshopTable {
  readonly #names = new Map<string, readonly string[]>();
  #series: OpenSeries[] | undefined;

  /**
   * Takes a row.
   *
   * @param cells - The row.
   * @returns What is wrong with it.
   */
  take(cells: readonly string[]): string | undefined {
    const kind = petshopRowOf(cells[0] ?? '');
    if (kind === 'time') return undefined;
    if (kind !== 'values') {
      if (this.#series !== undefined || this.#names.has(kind)) return 'rows of names below the values';
      this.#names.set(kind, cells);
      return undefined;
    }
    const seconds = numberOf(cells[0] ?? '');
    if (seconds === undefined || seconds < 0 || seconds > latestSeconds) return 'rows without a time in seconds';
    this.#series ??= this.#open();
    if (this.#series === undefined) return 'values above the rows that name component, metric and statistic';
    let problem: string | undefined;
    for (const [index, series] of this.#series.entries()) {
      const text = cells[index + 1] ?? '';
      if (isNothing(text)) continue;
      const value = numberOf(text);
      if (value === undefined) problem = 'cells that are no number';
      else series.points.push([seconds * 1_000, value]);
    }
    return problem;
  }

  #open(): OpenSeries[] | undefined {
    const [components, metrics, statistics] = columnRows.map((name) => this.#names.get(name));
    if (components === undefined || metrics === undefined || statistics === undefined) return undefined;
    return components.slice(1).map((component, index) => ({
      component,
      instance: undefined,
      metric: metrics[index + 1] ?? '',
      statistic: statistics[index + 1] ?? '',
      unit: undefined,
      points: [],
    }));
  }

  /** What was read: series that have at least one point. */
  get series(): readonly MetricSeries[] {
    return (this.#series ?? []).filter(({ points }) => points.length > 0);
  }
}
