import { readFileSync } from 'node:fs';
import { readModelFile, simulate } from '../../twin/model/index.ts';

/** What a simulation of the tandem has to tell. */
export interface TandemResult {
  /** That came, were served and have left. */
  readonly requests: number;
  /** From coming to the first station until leaving the last, in time of the model. */
  readonly meanResponseMs: number;
}

/**
 * Simulates `models/tandem.json` with the whole engine of `twin/model`: control plane, tallies, timeline and report, as
 * `backlot simulate` does.
 *
 * @param requests - How many are to end.
 * @param seed - Of all chance.
 */
export function simulateTandem(requests: number, seed: number): TandemResult {
  const name = 'tandem.json';
  const text = readFileSync(new URL(`models/${name}`, import.meta.url), 'utf8');
  const { sources } = simulate(readModelFile(text, name).model, { seed, requests });
  return { requests: sources[0]?.ended ?? 0, meanResponseMs: sources[0]?.meanMs ?? NaN };
}
