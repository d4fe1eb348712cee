import type { AttributeValueOf } from '../../../src/estate/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { durationText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

type Probes = NonNullable<ModelFile['components'][string]['probes']>;
type Probe = NonNullable<AttributeValueOf<'probes'>['readiness']>;

/** The probes of a component, and the operations that they ask. */
export interface ModelProbes {
  readonly probes: Probes;
  readonly operations: Readonly<Record<string, readonly WrittenStep[]>>;
}

const kinds = ['readiness', 'liveness', 'startup'] as const;

/** What a probe asks, if more than the process. */
function asked(probe: Probe, pathOf: (component: string) => string): readonly WrittenStep[] | undefined {
  const checks = probe.checks === undefined || probe.checks === 'process' ? [] : probe.checks;
  if (probe.throughWorkers !== true && checks.length === 0) return undefined;
  return [
    ...(probe.serviceMs === undefined ? [] : [{ wait: durationText(probe.serviceMs) }]),
    ...checks.map(({ component }) => ({ call: pathOf(component) })),
  ];
}

/**
 * How an orchestrator asks for the health of a component's instances. One that goes through the workers, or that checks
 * others, is asked as an operation, and waits as requests do.
 *
 * @param view - The estate.
 * @param component - Whose instances.
 * @param pathOf - What a call to a component is to.
 */
export function modelProbes(view: EstateView, component: string, pathOf: (component: string) => string): ModelProbes {
  const told = view.of(component, 'probes') ?? {};
  const probes: Probes = {};
  const operations: Record<string, readonly WrittenStep[]> = {};
  for (const kind of kinds) {
    const probe = told[kind];
    if (probe === undefined) continue;
    const steps = asked(probe, pathOf);
    const asks = `${kind} probe`;
    if (steps !== undefined) operations[asks] = steps;
    probes[kind] = {
      ...(steps === undefined ? {} : { asks }),
      ...(probe.delayMs === undefined ? {} : { delay: durationText(probe.delayMs) }),
      ...(probe.intervalMs === undefined ? {} : { every: durationText(probe.intervalMs) }),
      ...(probe.timeoutMs === undefined ? {} : { timeout: durationText(probe.timeoutMs) }),
      ...(probe.failures === undefined ? {} : { failures: probe.failures }),
      ...(probe.successes === undefined ? {} : { successes: probe.successes }),
    };
  }
  return { probes, operations };
}
