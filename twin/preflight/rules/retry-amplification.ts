import type { FoundFact, Subject } from '../../../src/estate/index.ts';
import type { FaultName } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { latencyOf, longerRatio, policyOfCalls, slowness } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

/**
 * A way through the estate on which calls are tried again at more than one place: the attempts multiply
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter).
 */
interface Path {
  readonly components: readonly string[];
  readonly attempts: readonly number[];
  readonly product: number;
  readonly hasBackoff: boolean;
  readonly evidence: readonly FoundFact[];
}

/** One retry at each of three places; two of three attempts are more. Below it a retry is worth what it costs. */
const mostAttempts = 8;

/** Paths longer than that are cut: what is beyond has no part in any request that a person could follow. */
const longestPath = 12;

/** Attempts that a budget or a breaker does not hold back: of a storm only the budgeted share is left. */
function boundedAttempts(attempts: number, budgetRatio: number | undefined, hasBreaker: boolean | undefined): number {
  if (hasBreaker === true) return 1;
  return budgetRatio === undefined ? attempts : Math.min(attempts, 1 + budgetRatio);
}

/** The worst way to each component: the one on which attempts multiply most. Components in a circle are walked once. */
function worstPaths(view: EstateView): ReadonlyMap<string, Path> {
  const worst = new Map<string, Path>();
  const walk = (path: Path): void => {
    const at = path.components.at(-1) ?? '';
    if (path.product > (worst.get(at)?.product ?? 0)) worst.set(at, path);
    else if (path.components.length > 1) return;
    if (path.components.length >= longestPath) return;
    for (const to of view.calledBy(at)) {
      if (path.components.includes(to)) continue;
      const known = policyOfCalls(view, at, to);
      const { attempts = 1, retryBudgetRatio, hasBreaker, backoffMs = 0 } = known?.policy ?? {};
      const bounded = boundedAttempts(attempts, retryBudgetRatio, hasBreaker);
      walk({
        components: [...path.components, to],
        attempts: [...path.attempts, bounded],
        product: path.product * bounded,
        hasBackoff: path.hasBackoff && (bounded === 1 || backoffMs > 0),
        evidence: [...path.evidence, ...(known?.evidence ?? [])],
      });
    }
  };
  const begin = (component: string): void =>
    walk({ components: [component], attempts: [], product: 1, hasBackoff: true, evidence: [] });
  const names = view.components.map(({ name }) => name);
  for (const name of names) if (view.callersOf(name).length === 0) begin(name);
  // Who is in a circle that nobody calls from outside has callers, and is reached from no beginning.
  for (const name of names) if (!worst.has(name)) begin(name);
  return worst;
}

/** Whether one path is the beginning of another on which attempts multiply further. */
const isBeginning = (path: Path, longer: Path): boolean =>
  longer.product > path.product && path.components.every((name, at) => longer.components[at] === name);

/** What makes calls fail, and not only slow or rare; fewer instances, or colder ones, are none. */
const failing: ReadonlySet<FaultName> = new Set([
  'kill',
  'stop',
  'pause',
  'out-of-memory',
  'crash-loop',
  'pool-exhaustion',
  'loss',
  'corrupt',
  'partition',
  'reset',
  'blackhole',
  'reject',
  'dns-error',
  'dns-wrong-answer',
  'certificate-expired',
  'token-rejected',
  'status-code',
  'abort',
  'rate-limited',
  'dependency-down',
  'dependency-flaky',
  'schema-mismatch',
  'lock-held',
  'volume-detach',
  'bad-image',
  'bad-configuration',
  'missing-secret',
]);

/** Where fewer calls than that are cut off, attempts hardly multiply. */
const someRatio = 0.01;

/** Whether calls at the end of a path fail now: by what is wrong there, or because they outlast their timeout by it. */
function failsNow({ after: view, condition }: RuleInput, { components }: Path): boolean {
  const [from = '', to = ''] = components.slice(-2);
  const isCut = condition.some(
    (fault) =>
      failing.has(fault.kind) &&
      'component' in fault &&
      fault.component === to &&
      (!('from' in fault) || fault.from === from),
  );
  if (isCut) return true;
  const { factor, moreMs } = slowness(condition, from, to);
  const timeoutMs = policyOfCalls(view, from, to)?.policy.timeoutMs;
  if (timeoutMs === undefined || (factor === 1 && moreMs === 0)) return false;
  const seen = latencyOf(view, from, to);
  const leftMs = (timeoutMs - moreMs) / factor;
  return leftMs <= 0 || (seen !== undefined && longerRatio(seen.sketch, leftMs) > someRatio);
}

function describe(path: Path, input: RuleInput): readonly RuleFinding[] {
  const { components, attempts, product, evidence, hasBackoff } = path;
  const { after: view, actions } = input;
  const end = components.at(-1) ?? '';
  const retried = attempts.filter((count) => count > 1);
  if (retried.length < 2) return [];
  const edges = components.slice(1).map((to, at): Subject => ({ kind: 'edge', component: components[at] ?? '', to }));
  const about: Subject[] = [{ kind: 'component', component: end }, ...edges];
  const arithmetic: Term[] = edges.flatMap((edge, at): Term[] =>
    edge.kind === 'edge' ? [{ term: `attempts of ${edge.component} at ${edge.to}`, value: attempts[at] ?? 1 }] : [],
  );
  const sum = `${retried.join(' x ')} = ${Number(product.toPrecision(3))}`;
  const way = components.join(' → ');
  if (product < mostAttempts) {
    const reason = `When ${end} fails, one request becomes at most ${sum} calls of it (${way}).`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  const first = edges.find((edge, at) => edge.kind === 'edge' && at > 0 && (attempts[at] ?? 1) > 1);
  const isNow = failsNow(input, path);
  const waits = hasBackoff ? '' : ', at once, as not all of them wait before they try again';
  return [
    finding({
      verdict: isNow ? 'block' : actions.length === 0 ? 'latent' : 'warn',
      about,
      reason: `When ${end} fails${isNow ? ', as now' : ''}, one request becomes ${sum} calls of it (${way})${waits}: its load grows just when it can bear none.`,
      arithmetic: [...arithmetic, { term: `calls of ${end} for one request`, value: product }],
      evidence,
      remedies:
        first?.kind === 'edge'
          ? [
              {
                does: `Try again at the edge only: let ${first.component} call ${first.to} once.`,
                action: { kind: 'set-retries', component: first.component, to: first.to, attempts: 1 },
              },
            ]
          : [],
      effect: 'degradation',
      takesDown: [end, ...view.callersOf(end)],
    }),
  ];
}

/** By how much retries at several places multiply the calls of a component that fails. */
export const retryAmplification: Rule = {
  name: 'retry-amplification',
  question: 'How many calls of a failing component does one request become, when callers of callers try again too?',
  reads: ['call-policy', 'calls', 'environment', 'declared-dependency'],
  surer: 'the attempts, budgets and breakers of all calls',
  relevantTo: ['set-retries', 'set-timeout', 'set-image', 'rollback'],
  check: (input) => {
    const paths = [...worstPaths(input.after).values()];
    // What is on the way to more of the same is told with it.
    const told = paths.filter((path) => failsNow(input, path) || !paths.some((longer) => isBeginning(path, longer)));
    return told.flatMap((path) => describe(path, input));
  },
};
