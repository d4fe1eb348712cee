import type { AttributeValue } from '../spans/index.ts';

/** Counts by value: `counts[i]` lie at or below `bounds[i]` and above the bound before; the last one above all bounds. */
export interface Buckets {
  /** Ascending; one less than the counts. */
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
}

/** What a histogram or a summary holds at one moment. */
export interface Distribution {
  readonly count: number;
  /** In the metric's unit; `undefined` where it was not sent. */
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** `undefined` of a summary, and of a histogram that was sent without. */
  readonly buckets: Buckets | undefined;
  /** Of a summary: values by quantile, 0 to 1. */
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[];
}

/** Whether a count or distribution is of all time since `startMs`, or of the time since the point before. */
export type Temporality = 'unspecified' | 'delta' | 'cumulative';

/** One value of one metric of one process, as it reported it itself. */
export interface MetricPoint {
  readonly name: string;
  /** In UCUM's notation, as it was sent: `ms`, `By`, `{request}`. */
  readonly unit: string;
  readonly kind: 'gauge' | 'sum' | 'histogram' | 'exponential-histogram' | 'summary';
  /** Of a gauge: `unspecified`; of a summary: `cumulative`. */
  readonly temporality: Temporality;
  /** Whether a sum only ever rises. */
  readonly isMonotonic: boolean;
  /** Milliseconds since 1970, where the sender said so: when counting began. */
  readonly startMs: number | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Of a gauge or a sum, in its unit. */
  readonly value: number | undefined;
  /** Of the other kinds. */
  readonly distribution: Distribution | undefined;
  /**
   * Tells the series of one metric of one process apart: made of all attributes of the point, those that are not read
   * among them.
   */
  readonly seriesId: string;
  /** Those of `metricAttributesRead` that the point carries. */
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /** The attributes of the process; points of one process in one export share one map. */
  readonly resource: ReadonlyMap<string, AttributeValue>;
}
