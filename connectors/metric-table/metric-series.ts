/** One statistic of one metric of one component over time. */
export interface MetricSeries {
  /** As the table names it. */
  readonly component: string;
  /** The pod or process, where the table is of one. */
  readonly instance: string | undefined;
  /** As the table names it, without unit and statistic where they stand in the name. */
  readonly metric: string;
  /** As the table has it: `Average`, `p95`, `Sum`; `value` where it names none. */
  readonly statistic: string;
  /** As the table has it: `s`, `%`, `Mi`; `undefined` where it names none. */
  readonly unit: string | undefined;
  /** In the order of the table; a cell that is empty is no point. Times in milliseconds since 1970. */
  readonly points: readonly (readonly [atMs: number, value: number])[];
}

/** A series that is being read. */
export interface OpenSeries extends MetricSeries {
  readonly points: [number, number][];
}
