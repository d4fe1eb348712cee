import type { SeriesUnit, Signal } from './prometheus-reading.ts';

/** Something to ask a server over a window. */
export interface SeriesQuestion {
  readonly kind: 'series';
  readonly signal: Signal;
  readonly unit: SeriesUnit;
  readonly family: string;
  readonly metric: string;
  readonly quantile: number | undefined;
  /** What one is to be multiplied by to be in `unit`. */
  readonly factor: number;
  /** PromQL, whose result has only labels that say whom it speaks of. */
  readonly expression: string;
}

/** How the latencies of a window are to be asked for. */
export interface HistogramQuestion {
  readonly kind: 'histogram';
  readonly family: string;
  readonly metric: string;
  readonly histogram: 'classic' | 'native';
  /** Milliseconds in one of the metric's own unit. */
  readonly factor: number;
  /** Buckets with `le`, or native histograms. */
  readonly expression: string;
  /** The sum of all latencies; a native histogram has it in it. */
  readonly sumExpression: string | undefined;
}

/** Something to ask a server. */
export type Question = SeriesQuestion | HistogramQuestion;

/** Over which time questions are asked. */
export interface QuestionWindows {
  /** Of each rate. */
  readonly rateWindowMs: number;
  readonly windowMs: number;
}

/**
 * A duration as PromQL writes it.
 *
 * @param durationMs - At least 1.
 */
export const promqlDuration = (durationMs: number): string => `${Math.round(durationMs)}ms`;
