import { LatencySketch } from '../../src/estate/index.ts';
import { startSimulation } from '../../twin/model/index.ts';
import type { Model } from '../../twin/model/index.ts';
import { eventsInPiece } from '../../twin/prediction/enactment/index.ts';
import type { Pause } from '../../twin/prediction/enactment/index.ts';

/** How long requests took in a run in which nothing happens, in the form in which facts keep it. */
export interface LoadTimes {
  /** By `component/operation`. */
  readonly requests: ReadonlyMap<string, LatencySketch>;
  /** By `caller > called/operation`, as the caller saw them. */
  readonly calls: ReadonlyMap<string, LatencySketch>;
}

/** Enough for a 99th percentile that chance does not move far. */
const watchedRequests = 1_000;

function add(sketches: Map<string, LatencySketch>, key: string, durationMs: number): void {
  const sketch = sketches.get(key) ?? new LatencySketch();
  sketches.set(key, sketch);
  sketch.add(durationMs, 1);
}

/**
 * How long requests and calls take in a model in which nothing is changed and nothing goes wrong.
 *
 * @param model - Without a timeline.
 * @param seed - What its chance comes from.
 * @param pause - Called between the pieces of the run.
 * @throws RegisteredError `interrupted`
 */
export async function loadTimes(model: Model, seed: number, pause: Pause): Promise<LoadTimes> {
  const simulation = startSimulation(model, { seed, forMs: model.run.for, traceRequests: watchedRequests });
  while (!simulation.isOver) {
    simulation.runUntil(Infinity, eventsInPiece);
    await pause();
  }
  const requests = new Map<string, LatencySketch>();
  const calls = new Map<string, LatencySketch>();
  for (const { kind, name, durationMs, isError, resource, attributes } of simulation.spans()) {
    if (isError) continue;
    const component = String(resource.get('service.name') ?? '');
    if (kind === 'server') add(requests, `${component}/${name}`, durationMs);
    else add(calls, `${component} > ${String(attributes.get('server.address') ?? '')}/${name}`, durationMs);
  }
  return { requests, calls };
}
