import type { RandomSource } from '../../../src/kernel/index.ts';
import type { AggregatedEstate } from './aggregated-estate.ts';
import { componentLevel } from './component-level.ts';
import type { ComponentLevel } from './component-level.ts';
import { drawCallsOf } from './drawn-calls.ts';
import type { DrawnCall } from './drawn-calls.ts';
import { usualDeviation } from './usual-deviation.ts';

/** An estate with some hundred draws of what is not known of its call graph; made once, used for every prediction. */
export interface EstateDraws {
  readonly estate: AggregatedEstate;
  readonly levels: ReadonlyMap<string, ComponentLevel>;
  /** The front door: its level, and how far its latency varies from window to window. */
  readonly front: { readonly level: ComponentLevel; readonly latencyDeviationMs: number };
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
  const frontDoor = estate.components.get(estate.frontDoor) ?? { requests: [], latencyMs: [], failedRatio: [] };
  return {
    estate,
    levels: new Map([...estate.components].map(([name, windows]) => [name, componentLevel(windows)])),
    front: {
      level: componentLevel(frontDoor),
      latencyDeviationMs: usualDeviation(frontDoor.latencyMs),
    },
    callGraphs: Array.from({ length: graphs }, () => drawCalls(own)),
  };
}
