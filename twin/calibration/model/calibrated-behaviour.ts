import { durationText, rateText } from '../../model/build/index.ts';
import type { Behaviour, WrittenStep } from '../../model/build/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { Settle } from '../parameters/index.ts';
import { calledOperations } from './called-operations.ts';
import { gapBetween } from './gap-between.ts';
import { leafSteps, plannedSteps } from './operation-behaviour.ts';
import type { SettledOperation } from './operation-behaviour.ts';

/** Below a microsecond nothing is told apart. */
const leastMs = 0.001;

/** Requests that failed although none of their calls did, as far as the ratios tell. */
function ownFailures(view: EstateView, component: string, operation: string): number {
  const subject = { kind: 'operation', component, operation } as const;
  const errorRatio = view.value(subject, 'requests')?.requests.errorRatio ?? 0;
  const plans = view.value(subject, 'call-plans')?.plans ?? [];
  if (plans.length === 0) return errorRatio;
  const calls = view
    .known('calls', 'edge')
    .filter(({ subject: edge }) => edge.component === component && edge.operation === operation);
  const requests = view.value(subject, 'requests')?.perSecond ?? 0;
  const passes = calls.reduce(
    (all, { value }) => all * (1 - value.calls.errorRatio) ** (requests === 0 ? 0 : value.perSecond / requests),
    1,
  );
  return passes <= 0 ? 0 : Math.max(0, 1 - (1 - errorRatio) / passes);
}

/**
 * How the parts of an estate behave by a calibration.
 *
 * @param view - The estate that was calibrated.
 * @param settle - Gives each parameter its value.
 */
export function calibratedBehaviour(view: EstateView, settle: Settle): Behaviour {
  const called = calledOperations(view);
  const settled = (component: string, operation: string, failureRatio: number): SettledOperation | undefined => {
    const workMs = settle('work', `${component}/${operation}`);
    if (workMs === undefined) return undefined;
    const servers = settle('servers', component) ?? Number.MAX_SAFE_INTEGER;
    return { workMs, processorShare: settle('processor-share', component) ?? 0, servers, failureRatio };
  };
  const ownSteps: Behaviour['steps'] = (component, operation, callStep) => {
    const asCalled = called.get(component)?.find((each) => each.operation === operation);
    if (asCalled !== undefined) {
      const numbers = settled(component, operation, asCalled.errorRatio);
      return numbers === undefined ? undefined : leafSteps(asCalled.latency, numbers);
    }
    const numbers = settled(component, operation, ownFailures(view, component, operation));
    const subject = { kind: 'operation', component, operation } as const;
    const plans = view.value(subject, 'call-plans')?.plans ?? [];
    const self = view.value(subject, 'self-time');
    if (numbers === undefined || (plans.length === 0 && self === undefined)) return undefined;
    if (plans.length > 0) return plannedSteps(plans, self, numbers, callStep);
    return self === undefined ? undefined : leafSteps(self, numbers);
  };
  return {
    operations: (component) => (called.get(component) ?? []).map(({ operation }) => operation),
    steps: (component, operation, callStep) => {
      const steps = ownSteps(component, operation, callStep);
      const overheadMs = settle('overhead', component) ?? 0;
      if (steps === undefined || overheadMs < leastMs) return steps;
      // Whose quota a burst has used up waits for the next period: a little at each request would never do that.
      const batch = Math.max(1, settle('overhead-batch', component) ?? 1);
      const burst: WrittenStep = { detach: [{ cpu: durationText(overheadMs * batch) }] };
      if (batch === 1) return [...steps, burst];
      return [
        ...steps,
        {
          choose: [
            { probability: 1 / batch, steps: [burst] },
            { probability: 1 - 1 / batch, steps: [] },
          ],
        },
      ];
    },
    settings: (component) => {
      const servers = settle('servers', component);
      const limit = view.of(component, 'limits')?.cpuCores;
      if (servers === undefined) return undefined;
      return {
        cpu: { cores: Math.max(0.01, Math.round(servers * 1_000) / 1_000), ...(limit === undefined ? {} : { limit }) },
      };
    },
    client: (from, to) => {
      const gap = gapBetween(view, from, to);
      return gap === undefined ? undefined : { latency: gap };
    },
    arrivals: () => {
      const arrivals = view.known('requests', 'operation').flatMap(({ subject }) => {
        const operation = `${subject.component}/${subject.operation}`;
        const rate = settle('arrival-rate', operation);
        const dispersion = settle('dispersion', operation) ?? 1;
        return rate === undefined || rate <= 0
          ? []
          : [
              {
                operation,
                rate: rateText(rate),
                ...(dispersion > 1 ? { dispersion: Math.min(1_000, dispersion) } : {}),
              },
            ];
      });
      return arrivals.length === 0 ? undefined : arrivals;
    },
  };
}
