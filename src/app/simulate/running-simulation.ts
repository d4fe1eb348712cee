import type { Span } from '../../../connectors/spans/index.ts';
import type { Model, SimulationOptions, SimulationReport } from '../../../twin/model/index.ts';

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
export type StartSimulation = (model: Model, options: SimulationOptions) => RunningSimulation;
