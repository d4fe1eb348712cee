import type { EstateView } from '../../preflight/index.ts';
import type { Parameter } from '../parameters/index.ts';

/** How often OpenTelemetry's batch processor sends spans, in milliseconds: a name of its specification. */
const batchDelay = 'OTEL_BSP_SCHEDULE_DELAY';

/** Where nothing says how often: what runtimes and exporters do besides requests comes some times a second to every few. */
const unlessTold = { best: 1_000, low: 200, high: 5_000 } as const;

/**
 * Of how many requests an instance does at once what they cost outside of their own time.
 *
 * @param view - The estate.
 * @param component - Its name.
 * @param perSecond - Requests of one instance.
 */
export function overheadBatch(view: EstateView, component: string, perSecond: number): Parameter {
  const told = (view.of(component, 'environment') ?? []).find(({ name }) => name === batchDelay)?.value;
  const delayMs = told !== undefined && /^\d+$/.test(told) ? Number(told) : undefined;
  const requestsIn = (ms: number): number => Math.max(1, (perSecond * ms) / 1_000);
  const { best, low, high } = delayMs === undefined ? unlessTold : { best: delayMs, low: delayMs, high: delayMs };
  return {
    kind: 'overhead-batch',
    of: component,
    value: { best: requestsIn(best), low: requestsIn(low), high: requestsIn(high) },
    source: delayMs === undefined ? 'prior' : 'configuration',
    count: undefined,
    because:
      delayMs === undefined
        ? 'nothing says how often: from five times a second to once in five'
        : `${batchDelay} says how often spans are sent`,
  };
}
