import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import { dependantsOf, latencyOf, longerRatio, policyOfCalls, ratioText, slowness } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/** One of ten is an outage to many, one of a hundred something that somebody has to accept. */
const bounds = { blockRatio: 0.1, warnRatio: 0.01 } as const;

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
