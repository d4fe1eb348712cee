/** What a simulation of the tandem has to tell. */
export interface TandemResult {
  /** That came, were served and have left. */
  readonly requests: number;
  /** From coming to the first station until leaving the last, in time of the model. */
  readonly meanResponseMs: number;
}

/**
 * Simulates `models/tandem.json` with the engine of `twin/model`.
 *
 * @param requests - How many come.
 * @param seed - Of all chance.
 */
export type SimulateTandem = (requests: number, seed: number) => TandemResult;

/** Undefined as long as `twin/model` has no entry for its engine: the benchmark then reports it as absent. */
export const simulateTandem: SimulateTandem | undefined = undefined;
