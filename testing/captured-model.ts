import { createTraceAggregator, findingsOfTraces } from '../src/estate/index.ts';
import type { FoundFact, TraceSummary } from '../src/estate/index.ts';
import { EstateView } from '../twin/preflight/index.ts';
import type { PreflightEstate } from '../twin/preflight/index.ts';
import { readModelFile, startSimulation } from '../twin/model/index.ts';

type OperationSeen = TraceSummary['components'][number]['operations'][number];

/** An hour of the day in milliseconds since 1970; spans of a run begin near zero, which no real span does. */
const beganMs = Date.UTC(2026, 0, 1, 12);

/** How a model is run to be captured. */
export interface CapturedRun {
  readonly seed: number;
  /** From outside; each of them is traced. */
  readonly requests: number;
}

/**
 * What traces would tell of a model, if the model were the estate: it is run, its requests send spans, and these are
 * summed up.
 *
 * @param model - As a model file has it.
 * @param run - How it is run.
 */
export function tracedModel(model: object, { seed, requests }: CapturedRun): TraceSummary {
  const simulation = startSimulation(readModelFile(JSON.stringify(model), 'model.json').model, {
    seed,
    requests,
    traceRequests: requests,
  });
  simulation.runUntil(simulation.endMs);
  const aggregator = createTraceAggregator({ limits: { loggedRequests: 1_000_000, bufferedSpans: 4_000_000 } });
  aggregator.add(simulation.spans().map((span) => ({ ...span, startMs: span.startMs + beganMs })));
  return aggregator.finish();
}

/**
 * The first operation of a component, as traces of a model tell of it.
 *
 * @param model - As a model file has it.
 * @param component - Of it.
 * @param run - How it is run.
 */
export function seenOperation(model: object, component: string, run: CapturedRun): OperationSeen {
  const seen = tracedModel(model, run).components.find(({ name }) => name === component)?.operations[0];
  if (seen === undefined) throw new RangeError(`no span of ${component}`);
  return seen;
}

/**
 * The estate that traces of a model show, and what else is known of it.
 *
 * @param model - As a model file has it.
 * @param run - How it is run.
 * @param others - Facts that are not from traces.
 */
export function capturedModel(model: object, run: CapturedRun, others: readonly FoundFact[] = []): EstateView {
  return new EstateView(capturedEstate(model, run, others));
}

/**
 * The same as plain data.
 *
 * @param model - As a model file has it.
 * @param run - How it is run.
 * @param others - Facts that are not from traces.
 */
export function capturedEstate(model: object, run: CapturedRun, others: readonly FoundFact[] = []): PreflightEstate {
  const summary = tracedModel(model, run);
  const findings = findingsOfTraces(summary, { place: 'spans', sha256: '' });
  return {
    components: summary.components.map(({ name, kind }) => ({ name, kind })),
    facts: [...(findings?.facts ?? []), ...others],
  };
}
