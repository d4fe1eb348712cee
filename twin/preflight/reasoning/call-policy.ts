import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import type { EstateView } from '../estate-view.ts';

/** How one component calls another, as far as it is told or was seen. */
export interface PolicyOfCalls {
  readonly policy: AttributeValueOf<'call-policy'>;
  readonly evidence: readonly FoundFact[];
}

/** Of the errors of a pair: fewer that end at one time may be chance. */
const tellingShareRatio = 0.5;

/**
 * How one component calls another: what is configured; where no timeout is, the one that spans show, which is where most
 * of the errors end.
 *
 * @param view - The estate.
 * @param from - The caller.
 * @param to - The called.
 * @returns Undefined where neither is known.
 */
export function policyOfCalls(view: EstateView, from: string, to: string): PolicyOfCalls | undefined {
  const edge = { kind: 'edge', component: from, to } as const;
  const told = view.fact(edge, 'call-policy');
  const policy = view.value(edge, 'call-policy') ?? {};
  if (policy.timeoutMs !== undefined) return { policy, evidence: told === undefined ? [] : [told] };
  const seen = view
    .knownOf(from, 'calls', 'edge')
    .filter(({ subject }) => subject.to === to)
    .flatMap(({ value, fact }) => value.timeouts.map((timeout) => ({ ...timeout, fact })))
    .filter(({ shareOfErrors }) => shareOfErrors >= tellingShareRatio)
    .sort((a, b) => b.count - a.count)
    .at(0);
  if (told === undefined && seen === undefined) return undefined;
  return {
    policy: { ...policy, ...(seen === undefined ? {} : { timeoutMs: seen.atMs }) },
    evidence: [told, seen?.fact].filter((fact) => fact !== undefined),
  };
}

/** https://grpc.io/docs/guides/retry, and most clients: the wait doubles with each attempt. */
const backoffFactor = 2;

/**
 * The longest that a call takes, all attempts and the waits between them included, which double each time.
 *
 * @param policy - How it is called.
 * @returns Milliseconds; undefined where no timeout bounds it.
 */
export function longestCallMs(policy: AttributeValueOf<'call-policy'>): number | undefined {
  const { timeoutMs, attempts = 1, backoffMs = 0, mostBackoffMs = Infinity } = policy;
  if (timeoutMs === undefined) return undefined;
  let waitsMs = 0;
  // Beyond some attempts the sum is what it is bounded by, or too long to matter.
  for (let retry = 0; retry < Math.min(attempts - 1, 50); retry += 1)
    waitsMs += Math.min(backoffMs * backoffFactor ** retry, mostBackoffMs);
  return attempts * timeoutMs + waitsMs;
}
