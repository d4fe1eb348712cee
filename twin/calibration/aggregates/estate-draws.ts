import type { RandomSource } from '../../../src/kernel/index.ts';
import type { AggregatedEstate } from './aggregated-estate.ts';
import { componentLevel } from './component-level.ts';
import type { ComponentLevel } from './component-level.ts';
import { drawCallsOf } from './drawn-calls.ts';
import type { DrawnCall } from './drawn-calls.ts';

/** An estate with some hundred draws of what is not known of its call graph; made once, used for every prediction. */
export interface EstateDraws {
  readonly estate: AggregatedEstate;
  readonly levels: ReadonlyMap<string, ComponentLevel>;
  readonly callGraphs: readonly (readonly DrawnCall[])[];
}

const graphs = 200;

/**
 * Draws what is not known of an estate.
 *
 * @param estate - With windows of usual times.
 * @param random - The stream `call-graphs` of it is used.
 */
export function drawEstate(estate: AggregatedEstate, random: RandomSource): EstateDraws {
  const drawCalls = drawCallsOf(estate);
  const own = random.stream('call-graphs');
  return {
    estate,
    levels: new Map([...estate.components].map(([name, windows]) => [name, componentLevel(windows, estate.windowMs)])),
    callGraphs: Array.from({ length: graphs }, () => drawCalls(own)),
  };
}
