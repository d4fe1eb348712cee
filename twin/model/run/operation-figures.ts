import { causeName } from '../engine/cause.ts';
import type { Engine } from '../engine/engine.ts';
import type { Outcomes } from '../engine/outcome-tallies.ts';
import type { ErrorCause, SimulationReport } from '../report/index.ts';
import { meanInterval } from './mean-interval.ts';

type Operation = SimulationReport['operations'][number];
type Source = SimulationReport['sources'][number];

const meanOf = ({ sumMs, answered }: Outcomes): number | null => (answered === 0 ? null : sumMs / answered);

const quantileOf = (outcomes: Outcomes, share: number): number | null =>
  outcomes.answered === 0 ? null : outcomes.quantileMs(share);

function errorsOf({ failures }: Outcomes): Partial<Record<ErrorCause, number>> {
  const found = [...failures.entries()].filter(([cause, count]) => cause > 0 && count > 0);
  return Object.fromEntries(found.map(([cause, count]) => [causeName(cause), count]));
}

/**
 * What became of the attempts of each operation, as their callers saw it.
 *
 * @param overMs - Since the counting began.
 */
export function operationFigures(engine: Engine, overMs: number): Operation[] {
  const { components, operations } = engine.program;
  return [...operations.entries()].flatMap(([row, { component: at, name }]) => {
    const component = components[at];
    if (component === undefined || component.isOutside || component.startOperation === row) return [];
    const outcomes = engine.tallies.of(row);
    const attempts = outcomes.answered + outcomes.failed;
    return {
      component: component.name,
      operation: name,
      attempts,
      answered: outcomes.answered,
      perSecond: overMs <= 0 ? 0 : (outcomes.answered * 1_000) / overMs,
      meanMs: meanOf(outcomes),
      meanIntervalMs: meanInterval(outcomes.batchMeansMs, outcomes.batchSize),
      p50Ms: quantileOf(outcomes, 0.5),
      p95Ms: quantileOf(outcomes, 0.95),
      p99Ms: quantileOf(outcomes, 0.99),
      maxMs: outcomes.answered === 0 ? null : outcomes.maxMs,
      errorRatio: attempts === 0 ? null : outcomes.failed / attempts,
      errors: errorsOf(outcomes),
      abandoned: outcomes.abandoned,
      retries: outcomes.retries,
    };
  });
}

/** What became of the requests of each source, as users see it: all attempts of one are one. */
export function sourceFigures(engine: Engine): Source[] {
  return engine.program.model.arrivals.map((arrivals, at) => {
    const outcomes = engine.sources.outcomes(at);
    return {
      operation: arrivals.operation,
      kind: 'users' in arrivals ? 'closed' : 'rate' in arrivals ? 'open' : 'recorded',
      offered: engine.sources.offered(at),
      ended: outcomes.answered + outcomes.failed,
      failed: outcomes.failed,
      meanMs: meanOf(outcomes),
      p95Ms: quantileOf(outcomes, 0.95),
    };
  });
}
