/** What one component counted, one entry a window. */
export interface ComponentWindows {
  readonly requests: readonly number[];
  /** The mean latency of the requests of a window; `undefined` where none was measured. */
  readonly latencyMs: readonly (number | undefined)[];
  /** The share of the requests of a window that failed; `undefined` where none was measured. */
  readonly failedRatio: readonly (number | undefined)[];
}

/** An estate as metrics without traces show it. All components have the same windows. */
export interface AggregatedEstate {
  /** The component whose latency and failures its users see. */
  readonly frontDoor: string;
  readonly components: ReadonlyMap<string, ComponentWindows>;
  /** Who calls whom, whatever the number of calls. */
  readonly calls: readonly { readonly caller: string; readonly callee: string }[];
  readonly windowMs: number;
}
