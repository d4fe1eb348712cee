import type { MetricSeries } from '../../../connectors/metric-table/index.ts';
import type { Coverage } from '../../kernel/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { factsAbout } from './found.ts';
import { seriesSummary } from './series-summary.ts';

/** A table that was read. */
export interface MetricTableRead {
  readonly place: string;
  readonly sha256: string;
  readonly series: readonly MetricSeries[];
  readonly coverage: Coverage;
  /** When the file was changed, for a table without a point. */
  readonly changedMs: number;
}

function sightingOf(component: string, series: readonly MetricSeries[]): Sighting {
  const pods = new Set(series.flatMap(({ instance }) => instance ?? []));
  return {
    key: component,
    kind: undefined,
    names: [
      // As it is written: names of resources may differ in their case alone.
      { scheme: 'workload', value: component },
      ...[...pods].map((value): Name => ({ scheme: 'pod', value })),
    ],
  };
}

/**
 * What a table of metrics tells, in the estate's words.
 *
 * @param read - The table.
 */
export function findingsOfMetricTable({ place, sha256, series, coverage, changedMs }: MetricTableRead): Findings {
  const byComponent = Map.groupBy(series, ({ component }) => component);
  let asOfMs = -Infinity;
  const facts = [...byComponent].flatMap(([component, own]) => {
    const summaries = own.flatMap(({ metric, statistic, unit, instance, points }) => {
      const summary = seriesSummary(points);
      if (summary === undefined) return [];
      asOfMs = Math.max(asOfMs, summary.lastMs);
      return [{ metric, statistic, unit, instance, ...summary }];
    });
    const fact = factsAbout({ kind: 'component', component }, 'captured', place.replace(/^.*\//, ''));
    return fact('series', summaries.length === 0 ? undefined : summaries);
  });
  return {
    collector: 'metric-table',
    place,
    sha256,
    asOfMs: Number.isFinite(asOfMs) ? asOfMs : changedMs,
    isComplete: false,
    sightings: [...byComponent].map(([component, own]) => sightingOf(component, own)),
    facts,
    coverage,
  };
}
