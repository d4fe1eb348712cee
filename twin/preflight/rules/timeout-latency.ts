import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { dependantsOf, policyOfCalls, ratioText } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/** One of ten is an outage to many, one of a hundred something that somebody has to accept. */
const bounds = { blockRatio: 0.1, warnRatio: 0.01 } as const;

/** How long the calls of a pair were seen to take. */
function latencyOf(
  view: EstateView,
  from: string,
  to: string,
): { sketch: LatencySketch; count: number; facts: FoundFact[] } | undefined {
  const sketch = new LatencySketch();
  const facts: FoundFact[] = [];
  let count = 0;
  for (const { subject, value, fact } of view.knownOf(from, 'calls', 'edge')) {
    if (subject.to !== to || value.calls.latency === undefined) continue;
    sketch.merge(LatencySketch.fromData(value.calls.latency));
    count += value.calls.latency.count;
    facts.push(fact);
  }
  return count === 0 ? undefined : { sketch, count, facts };
}

/** The share of calls that take longer than a time, by halving the interval of ratios. */
function longerRatio(sketch: LatencySketch, limitMs: number): number {
  if (sketch.quantileMs(1) <= limitMs) return 0;
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (sketch.quantileMs(middle) > limitMs) high = middle;
    else low = middle;
  }
  return 1 - low;
}

/** How much longer calls take by what is wrong now. */
function slowness(
  condition: readonly Fault[],
  from: string,
  to: string,
): { readonly factor: number; readonly moreMs: number } {
  let [factor, moreMs] = [1, 0];
  for (const fault of condition) {
    if (!('component' in fault) || fault.component !== to) continue;
    if ('from' in fault && fault.from !== from) continue;
    if (fault.kind === 'dependency-slow') {
      factor *= fault.factor ?? 1;
      moreMs += fault.delayMs ?? 0;
    } else if (fault.kind === 'latency' || fault.kind === 'response-delay') moreMs += fault.delayMs;
  }
  return { factor, moreMs };
}

const callsTheSame = (
  a: AttributeValueOf<'call-policy'> | undefined,
  b: AttributeValueOf<'call-policy'> | undefined,
): boolean => a?.timeoutMs === b?.timeoutMs && a?.attempts === b?.attempts;

function checkEdge({ before, after: view, condition }: RuleInput, from: string, to: string): readonly RuleFinding[] {
  const known = policyOfCalls(view, from, to);
  const timeoutMs = known?.policy.timeoutMs;
  const { factor, moreMs } = slowness(condition, from, to);
  const isSlower = factor > 1 || moreMs > 0;
  // What was seen was seen under the timeout of before: only another one, or slower calls, can change what it cuts.
  if (known === undefined || timeoutMs === undefined) return [];
  if (!isSlower && callsTheSame(known.policy, policyOfCalls(before, from, to)?.policy)) return [];
  const edge: Subject = { kind: 'edge', component: from, to };
  const seen = latencyOf(view, from, to);
  if (seen === undefined) {
    const reason = `${from} gives up on ${to} after ${formatDuration(timeoutMs)}, and how long its calls take is not known.`;
    const missing = [{ subject: edge, attribute: 'calls' as const, part: 'latency' }];
    return [finding({ verdict: 'unknown', about: [edge], reason, evidence: known.evidence, missing })];
  }
  const late = longerRatio(seen.sketch, Math.max(0, (timeoutMs - moreMs) / factor));
  const { attempts = 1, isOptional = false } = known.policy;
  const failing = late ** attempts;
  const quantile = (ratio: number): number => seen.sketch.quantileMs(ratio) * factor + moreMs;
  const arithmetic: Term[] = [
    { term: `${from} gives up after`, value: timeoutMs, unit: 'ms' },
    { term: 'half of the calls take up to', value: quantile(0.5), unit: 'ms' },
    { term: '99 % of the calls take up to', value: quantile(0.99), unit: 'ms' },
    { term: 'calls seen', value: seen.count },
    { term: 'share of calls that take longer', value: late },
    { term: 'attempts', value: attempts },
    { term: 'share of calls that fail', value: failing },
  ];
  const told = `${from} gives up on ${to} after ${formatDuration(timeoutMs)}; half of its calls take ${formatDuration(quantile(0.5))}, 99 % up to ${formatDuration(quantile(0.99))}${isSlower ? ', as slow as they are now' : ''}`;
  const evidence = [...known.evidence, ...seen.facts];
  if (failing < bounds.warnRatio) {
    const reason = `${told}: ${ratioText(failing)} fail by it.`;
    return [finding({ verdict: 'pass', about: [edge], reason, arithmetic, evidence })];
  }
  const wantedMs = Math.ceil((quantile(0.999) * 1.5) / 100) * 100;
  return [
    finding({
      verdict: failing >= bounds.blockRatio && !isOptional ? 'block' : 'warn',
      about: [edge],
      reason: `${told}: ${ratioText(failing)} of the calls fail${attempts > 1 ? `, ${attempts} attempts included, and ${to} is called ${Number(((1 - failing) / (1 - late) || attempts).toPrecision(3))} times as often` : ''}.`,
      arithmetic,
      evidence,
      remedies: [
        {
          does: `Let ${from} wait ${formatDuration(wantedMs)}.`,
          action: { kind: 'set-timeout', component: from, to, timeoutMs: wantedMs },
        },
      ],
      effect: failing >= bounds.blockRatio && !isOptional ? 'outage' : 'degradation',
      takesDown: isOptional ? [from] : [from, ...dependantsOf(view, from)],
      beginsAfterMs: 0,
    }),
  ];
}

/** How many calls a new timeout cuts off, by how long calls were seen to take. */
export const timeoutLatency: Rule = {
  name: 'timeout-latency',
  question: 'How many calls does a timeout cut off, by how long they are known to take?',
  reads: ['call-policy', 'calls'],
  surer: 'latencies of these calls under the load of the change, thousands of them',
  relevantTo: 'always',
  check: (input) =>
    input.after.components.flatMap(({ name }) =>
      input.after.calledBy(name).flatMap((to) => checkEdge(input, name, to)),
    ),
};
