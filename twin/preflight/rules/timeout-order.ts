import type { AttributeValueOf, FoundFact, Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { longestCallMs, policyOfCalls } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/** How long a component may work on a request at worst, by the timeouts of its own calls. */
interface Longest {
  readonly totalMs: number;
  /** Which calls make it up: `cart 2.5 s`. */
  readonly terms: readonly Term[];
  /** Whether the order of its calls is known; else it is that of the longest of them. */
  readonly isFromPlan: boolean;
  readonly evidence: readonly FoundFact[];
}

type Plan = AttributeValueOf<'call-plans'>['plans'][number];

function callMs(view: EstateView, from: string, to: string): number {
  const known = policyOfCalls(view, from, to);
  return (known && longestCallMs(known.policy)) ?? 0;
}

function planMs(view: EstateView, from: string, { steps }: Plan): readonly Term[] {
  return steps.flatMap((step): Term[] => {
    const calls = step.step === 'call' ? [step.call] : step.step === 'parallel' ? step.calls : [];
    const slowest = calls
      .map(({ component }) => ({ term: `to ${component}`, value: callMs(view, from, component), unit: 'ms' }))
      .sort((a, b) => b.value - a.value)
      .at(0);
    return slowest === undefined || slowest.value === 0 ? [] : [slowest];
  });
}

const sumOf = (terms: readonly Term[]): number => terms.reduce((sum, { value }) => sum + value, 0);

function longestOf(view: EstateView, component: string): Longest | undefined {
  const called = view.calledBy(component);
  const evidence = called.flatMap((to) => policyOfCalls(view, component, to)?.evidence ?? []);
  const plans = view
    .knownOf(component, 'call-plans', 'operation')
    .flatMap(({ value, fact }) => value.plans.map((plan) => ({ terms: planMs(view, component, plan), fact })));
  const longestPlan = plans.sort((a, b) => sumOf(b.terms) - sumOf(a.terms)).at(0);
  if (longestPlan !== undefined && longestPlan.terms.length > 0) {
    return {
      totalMs: sumOf(longestPlan.terms),
      terms: longestPlan.terms,
      isFromPlan: true,
      evidence: [...evidence, longestPlan.fact],
    };
  }
  const single = called
    .map((to) => ({ term: `to ${to}`, value: callMs(view, component, to), unit: 'ms' }))
    .sort((a, b) => b.value - a.value)
    .at(0);
  return single === undefined || single.value === 0
    ? undefined
    : { totalMs: single.value, terms: [single], isFromPlan: false, evidence };
}

function checkEdge({ after: view, actions, condition }: RuleInput, from: string, to: string): readonly RuleFinding[] {
  const known = policyOfCalls(view, from, to);
  const timeoutMs = known?.policy.timeoutMs;
  const longest = longestOf(view, to);
  if (known === undefined || timeoutMs === undefined || longest === undefined) return [];
  const { attempts = 1 } = known.policy;
  const edge: Subject = { kind: 'edge', component: from, to };
  const about = [edge, ...view.calledBy(to).map((next): Subject => ({ kind: 'edge', component: to, to: next }))];
  const evidence = [...known.evidence, ...longest.evidence];
  const arithmetic: Term[] = [
    { term: `${from} gives up on ${to} after`, value: timeoutMs, unit: 'ms' },
    { term: `attempts of ${from}`, value: attempts },
    ...longest.terms.map((term) => ({ ...term, term: `${to} waits at most, ${term.term}` })),
    { term: `${to} works at most`, value: longest.totalMs, unit: 'ms' },
  ];
  const parts = longest.terms.map(({ term, value }) => `${formatDuration(value)} ${term}`).join(' + ');
  if (longest.totalMs <= timeoutMs) {
    const reason = `${from} waits ${formatDuration(timeoutMs)} for ${to}, which gives up its own calls before: ${parts}${longest.isFromPlan ? '' : ', the longest of them'}.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  const again = attempts > 1 ? `, and ${from} has it done ${attempts} times` : '';
  const cancelled = known.policy.isCancelled === true;
  if (cancelled && attempts === 1) {
    const reason = `${from} gives up on ${to} after ${formatDuration(timeoutMs)}, sooner than ${to} on its own calls (${parts}), and ends them with it.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  const wantedMs = Math.ceil((longest.totalMs * 1.1) / 100) * 100;
  return [
    finding({
      verdict: actions.length === 0 && condition.length === 0 ? 'latent' : 'warn',
      about,
      reason: `${from} gives up on ${to} after ${formatDuration(timeoutMs)}, while ${to} may still work for ${formatDuration(longest.totalMs)} (${parts}): work that nobody waits for${again}.`,
      arithmetic,
      evidence,
      remedies: [
        {
          does: `Let ${from} wait ${formatDuration(wantedMs)}, or ${to} give up sooner.`,
          action: { kind: 'set-timeout', component: from, to, timeoutMs: wantedMs },
        },
      ],
      effect: 'degradation',
      takesDown: [to],
      beginsAfterMs: timeoutMs,
    }),
  ];
}

/** Whether each caller outlasts what it calls, retries included. */
export const timeoutOrder: Rule = {
  name: 'timeout-order',
  question: 'Does each caller wait longer than what it calls waits for its own calls, retries included?',
  reads: ['call-policy', 'calls', 'call-plans', 'environment', 'declared-dependency'],
  surer: 'timeouts, attempts and backoffs of all calls, and which calls come in turn',
  relevantTo: 'always',
  check: (input) =>
    input.after.components.flatMap(({ name }) =>
      input.after.calledBy(name).flatMap((to) => checkEdge(input, name, to)),
    ),
};
