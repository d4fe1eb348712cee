import { subjectKey } from '../../../src/estate/index.ts';
import type { Subject } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { amount } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

/** A caller that keeps connections, and the component that closes them. */
type Kept = Known<'kept-connections', 'edge'>;

const serverOf = ({ subject }: Kept): Subject => ({ kind: 'component', component: subject.to });

/** Above what the caller waits, with as much again as clocks and networks may take. */
const roomy = (clientMs: number): number => Math.ceil((clientMs * 1.05 + 2_000) / 1_000) * 1_000;

/** How often one kept connection is asked for something, where calls were counted. */
function perConnection(view: EstateView, { subject, value }: Kept): number | undefined {
  const calls = view.knownOf(subject.component, 'calls', 'edge').filter(({ subject: edge }) => edge.to === subject.to);
  const connections = (value.connectionsPerInstance ?? 0) * (view.replicasOf(subject.component) ?? 1);
  if (calls.length === 0 || connections === 0) return undefined;
  return calls.reduce((sum, { value: call }) => sum + call.perSecond, 0) / connections;
}

/**
 * How often a connection is idle for as long as the called one waits: with requests that come at random at rate r on each
 * connection, gaps longer than T come r exp(-r T) times a second. It falls as r grows: more traffic, fewer errors.
 */
function closings(ratePerSecond: number, idleMs: number): number {
  return ratePerSecond * Math.exp((-ratePerSecond * idleMs) / 1_000);
}

function isWrongOrder(view: EstateView, kept: Kept): boolean {
  const serverMs = view.of(kept.subject.to, 'keep-alive')?.idleTimeoutMs;
  return (
    serverMs !== undefined &&
    kept.value.retriesWhenClosed !== true &&
    serverMs <= (kept.value.idleTimeoutMs ?? Infinity)
  );
}

function checkEdge({ after: view, actions, touched }: RuleInput, kept: Kept): readonly RuleFinding[] {
  const { subject: edge, value, fact } = kept;
  const { component: caller, to } = edge;
  const server = view.of(to, 'keep-alive');
  const about = [serverOf(kept), edge];
  const evidence = [fact, view.fact(serverOf(kept), 'keep-alive')];
  const callerText =
    value.idleTimeoutMs === undefined
      ? 'never closes an idle connection'
      : `keeps an idle connection for ${formatDuration(value.idleTimeoutMs)}`;
  if (server === undefined) {
    if (actions.length > 0 && !touched.has(to) && !touched.has(caller)) return [];
    const reason = `${caller} ${callerText} to ${to}, and after how long ${to} closes one is not known.`;
    return [
      finding({
        verdict: 'unknown',
        about,
        reason,
        evidence,
        missing: [{ subject: serverOf(kept), attribute: 'keep-alive' }],
      }),
    ];
  }
  const serverMs = server.idleTimeoutMs;
  const arithmetic: Term[] = [
    { term: `${to} closes after`, value: serverMs, unit: 'ms' },
    ...(value.idleTimeoutMs === undefined
      ? []
      : [{ term: `${caller} closes after`, value: value.idleTimeoutMs, unit: 'ms' }]),
  ];
  if (!isWrongOrder(view, kept)) {
    const reason =
      value.retriesWhenClosed === true && serverMs <= (value.idleTimeoutMs ?? Infinity)
        ? `${to} closes idle connections first, after ${formatDuration(serverMs)}, and ${caller} sends again what meets a closed one.`
        : `${caller} ${callerText}, and ${to} closes one only after ${formatDuration(serverMs)}.`;
    return [finding({ verdict: 'pass', about, reason, arithmetic, evidence })];
  }
  const rate = perConnection(view, kept);
  const seldom = rate === undefined ? undefined : closings(rate, serverMs);
  const wantedMs = value.idleTimeoutMs === undefined ? undefined : roomy(value.idleTimeoutMs);
  return [
    finding({
      verdict: 'warn',
      about,
      reason: `${to} closes an idle connection after ${formatDuration(serverMs)}, and ${caller} ${callerText}: a request that is sent as ${to} closes is answered by an error of ${caller}, at any load, and more seldom the more there is to do.`,
      arithmetic: [
        ...arithmetic,
        ...(rate === undefined ? [] : [{ term: 'requests on one connection', value: rate, unit: '/s' }]),
        ...(seldom === undefined ? [] : [{ term: 'times that one is idle for so long', value: seldom, unit: '/s' }]),
      ],
      evidence,
      remedies:
        wantedMs === undefined
          ? [{ does: `Let ${caller} close idle connections sooner than after ${formatDuration(serverMs)}.` }]
          : [
              {
                does: `Let ${to} keep idle connections for ${formatDuration(wantedMs)}: longer than ${caller} does.`,
                action: {
                  kind: 'configure',
                  component: to,
                  attribute: 'keep-alive',
                  value: { idleTimeoutMs: wantedMs },
                },
              },
            ],
      effect: 'degradation',
      takesDown: [to],
      beginsAfterMs: serverMs,
      lastsMs: null,
    }),
  ];
}

function judge({ before, after, actions }: RuleInput): readonly RuleRemedyAnswer[] {
  const wrong = before.known('kept-connections', 'edge').filter((kept) => isWrongOrder(before, kept));
  return wrong.flatMap((kept) => {
    const now = after
      .known('kept-connections', 'edge')
      .find(({ subject }) => subjectKey(subject) === subjectKey(kept.subject));
    const isMended = now === undefined || !isWrongOrder(after, now);
    const { component: caller, to } = kept.subject;
    const about = [serverOf(kept), kept.subject];
    return actions.flatMap((action): RuleRemedyAnswer[] => {
      const reaches = 'component' in action && (action.component === to || action.component === caller);
      if (!reaches) return [];
      if (action.kind === 'configure') {
        const because = isMended
          ? `${caller} closes idle connections before ${to} does.`
          : `${to} still closes idle connections before ${caller} does.`;
        return [{ about, action, works: isMended ? 'yes' : 'no', because }];
      }
      if (action.kind === 'scale' || action.kind === 'set-autoscaler' || action.kind === 'set-limits') {
        const rate = perConnection(before, kept);
        const measured = rate === undefined ? '' : ` (${amount(rate)} requests a second on each now)`;
        const because = `Errors come of connections that lie idle, not of too little capacity: more instances leave each connection less to do${measured}.`;
        return [{ about, action, works: 'no', because }];
      }
      if (action.kind === 'restart' || action.kind === 'recreate')
        return [{ about, action, works: 'no', because: `The idle timeouts of ${to} and ${caller} are as they were.` }];
      return [];
    });
  });
}

/** Whether who is called keeps idle connections for longer than who calls. */
export const idleTimeouts: Rule = {
  name: 'idle-timeouts',
  question: 'Does who is called keep idle connections longer than who calls?',
  reads: ['keep-alive', 'kept-connections', 'calls', 'replicas'],
  surer: 'the idle timeouts of both ends of every kept connection',
  relevantTo: 'always',
  check: (input) => input.after.known('kept-connections', 'edge').flatMap((kept) => checkEdge(input, kept)),
  judge,
};
