import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { rowsOf } from '../csv-rows/index.ts';
import { tooLarge } from '../files/index.ts';
import type { Input } from '../files/index.ts';
import { layoutOf } from './layouts.ts';
import type { MetricSeries } from './metric-series.ts';
import { NezhaTable } from './nezha-table.ts';
import { PetshopTable } from './petshop-table.ts';

/** A point takes about this much memory. */
const bytesPerCell = 24;

/**
 * Reads a table of metrics: PetShop's (component, metric and statistic in three rows above the values) or Nezha's (a
 * column that names the pod or service). A row that cannot be read is counted and left out.
 *
 * @param input - The file.
 * @param coverage - Counts what was read and what was not understood.
 * @returns A series for each column that has a value, for each component.
 * @throws RegisteredError `input-unrecognised` where it is no such table, `input-too-large` where its values do not fit
 * `input.limits.largestPieceBytes`, and what reading the file throws.
 */
export async function readMetricTable(input: Input, coverage: CoverageCount): Promise<readonly MetricSeries[]> {
  const { path } = input;
  let table: PetshopTable | NezhaTable | undefined;
  let cellCount = 0;
  for await (const { number, cells } of rowsOf(input)) {
    if (table === undefined) {
      const layout = layoutOf(cells);
      if (layout === undefined) throw notATable(path);
      table = layout === 'petshop' ? new PetshopTable() : new NezhaTable(cells, layout === 'nezha-pod');
      if (layout !== 'petshop') continue;
    }
    cellCount += cells.length;
    if (cellCount * bytesPerCell > input.limits.largestPieceBytes) throw tooLarge(input, 'a table whose values take');
    const problem = table.take(cells);
    if (problem !== undefined) coverage.notUnderstood(problem, `${path}:${number}`);
  }
  if (table === undefined) throw notATable(path);
  const { series } = table;
  coverage.read('metric series', series.length);
  coverage.read(
    'metric points',
    series.reduce((sum, { points }) => sum + points.length, 0),
  );
  return series;
}

function notATable(path: string): RegisteredError {
  return new RegisteredError('input-unrecognised', {
    path,
    found: 'no table of metrics',
    accepted:
      'a table whose first rows begin with microservice, metric and statistic (PetShop), or with the columns Time, ' +
      'TimeStamp and PodName or ServiceName (Nezha)',
  });
}
