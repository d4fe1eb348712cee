import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import type { Coverage } from '../../kernel/index.ts';
import type { Findings } from '../findings.ts';
import type { MetricSummary } from '../metrics/index.ts';
import { factsAbout } from './found.ts';
import { seriesSummary } from './series-summary.ts';

/**
 * What the metrics of a window tell, in the estate's words.
 *
 * @param summaries - The metrics.
 * @param place - Where they were received.
 * @param coverage - What was received, and what not understood.
 * @returns The findings; undefined where there was nothing.
 */
export function findingsOfMetrics(
  summaries: readonly MetricSummary[],
  place: string,
  coverage: Coverage,
): Findings | undefined {
  const byService = Map.groupBy(summaries, ({ service }) => service);
  let asOfMs = -Infinity;
  const facts = [...byService].flatMap(([component, own]) => {
    const series = own.flatMap(({ metric, statistic, unit, instance, labels, points }) => {
      const summary = seriesSummary(points);
      if (summary === undefined) return [];
      asOfMs = Math.max(asOfMs, summary.lastMs);
      return [{ metric, statistic, unit, instance, labels: { ...labels }, ...summary }];
    });
    return factsAbout({ kind: 'component', component }, 'captured')('series', series.length === 0 ? undefined : series);
  });
  if (facts.length === 0) return undefined;
  return {
    collector: 'metrics',
    place,
    sha256: sha256Hex(canonicalJson(summaries)),
    asOfMs,
    isComplete: false,
    sightings: [...byService.keys()].map((service) => {
      const namespace = service.includes('/') ? service.slice(0, service.indexOf('/')) : undefined;
      return {
        key: service,
        kind: undefined,
        names: [{ scheme: 'otel-service', value: service }],
        ...(namespace === undefined ? {} : { group: namespace }),
      };
    }),
    facts,
    coverage,
  };
}
