import type { Span } from '../../../connectors/spans/index.ts';
import type { Model } from '../../../twin/model/format/index.ts';
import type { SimulationReport } from '../../../twin/model/report/index.ts';

/** What may be said of a run beside its model. */
export interface RunOptions {
  /** What all of its chance comes from: the same seed gives the same run. */
  readonly seed: number | string;
  /** In place of the model's own length, the warm-up included. */
  readonly forMs?: number;
  /** It is over when so many requests from outside have ended after the warm-up. */
  readonly requests?: number;
  /** Of so many requests from outside, the first after the warm-up, the spans are kept. */
  readonly traceRequests?: number;
}

/** A model that is being run, piece by piece: between the pieces whoever runs it says how far it is, and may stop. */
export interface RunningSimulation {
  /** The time in the model, from 0. */
  readonly nowMs: number;
  /** When it ends at the latest, in the time of the model. */
  readonly endMs: number;
  /** Whether the end is reached, or as many requests ended as were asked for. */
  readonly isOver: boolean;
  /**
   * Goes on.
   *
   * @param untilMs - In the time of the model; the end where that comes first.
   * @param mostEvents - It stops earlier where so many events were handled; any number where left out.
   */
  runUntil(untilMs: number, mostEvents?: number): void;
  /** What was seen until now. */
  report(): SimulationReport;
  /** The spans of the requests that were traced, in the time of the model. */
  spans(): readonly Span[];
}

/** Begins to run a model; nothing happens before `runUntil`. */
export type StartSimulation = (model: Model, options: RunOptions) => RunningSimulation;
