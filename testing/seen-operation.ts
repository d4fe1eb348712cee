import { createTraceAggregator } from '../src/estate/index.ts';
import type { TraceSummary } from '../src/estate/index.ts';
import { readModelFile, startSimulation } from '../twin/model/index.ts';

type OperationSeen = TraceSummary['components'][number]['operations'][number];

/** An hour of the day in milliseconds since 1970; spans of a run begin near zero, which no real span does. */
const beganMs = Date.UTC(2026, 0, 1, 12);

/**
 * What a capture would tell of the first operation of a component of a model, if the model were the estate: it is run, its
 * requests send spans, and these are summed up.
 *
 * @param model - As a model file has it.
 * @param options - Which component; the seed; how many requests.
 */
export function seenOperation(
  model: object,
  { component, seed, requests }: { readonly component: string; readonly seed: number; readonly requests: number },
): OperationSeen {
  const simulation = startSimulation(readModelFile(JSON.stringify(model), 'model.json').model, {
    seed,
    requests,
    traceRequests: requests,
  });
  simulation.runUntil(simulation.endMs);
  const aggregator = createTraceAggregator({ limits: { loggedRequests: 1_000_000, bufferedSpans: 4_000_000 } });
  aggregator.add(simulation.spans().map((span) => ({ ...span, startMs: span.startMs + beganMs })));
  const seen = aggregator.finish().components.find(({ name }) => name === component)?.operations[0];
  if (seen === undefined) throw new RangeError(`no span of ${component}`);
  return seen;
}
