/** Reads tables of metrics over time, a component, a metric and a statistic a column; it must invent no value. */
export { isMetricTableHeader } from './layouts.ts';
export { readMetricTable } from './read-metric-table.ts';
export type { MetricSeries } from './metric-series.ts';
