import { createRandom } from '../../../src/kernel/index.ts';
import { simulate } from '../../../twin/model/index.ts';
import type { Model } from '../../../twin/model/index.ts';
import { redrawModel } from './redraw-model.ts';

/** What one rehearsal of an estate came to. */
export interface RehearsalFigures {
  /** From outside, that ended. */
  readonly requests: number;
  /** Of those, after all retries. */
  readonly failed: number;
  /** Between components, each attempt one of its own. */
  readonly calls: number;
  /** That the engine handled. */
  readonly events: number;
}

/**
 * Draws an estate's numbers anew and runs it for as long as its model says.
 *
 * @param model - Read and checked once for all rehearsals.
 * @param seed - Of the numbers and of the run: the same one gives the same figures, whichever thread it runs in.
 */
export function rehearseEstate(model: Model, seed: string): RehearsalFigures {
  const redrawn = redrawModel(model, createRandom(seed).stream('redraw'));
  const { run, operations, sources } = simulate(redrawn, { seed });
  const entries = new Set(sources.map(({ operation }) => operation));
  const inside = operations.filter(({ component, operation }) => !entries.has(`${component}/${operation}`));
  return {
    requests: run.requests,
    failed: sources.reduce((sum, { failed }) => sum + failed, 0),
    calls: inside.reduce((sum, { attempts }) => sum + attempts, 0),
    events: run.events,
  };
}
