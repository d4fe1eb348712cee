import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { dependantsOf, listed, orchestratorOf } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer } from '../rule.ts';

type Resolution = AttributeValueOf<'address-resolution'>;

/** Ways in which an instance gets an address that may be another one. */
const movesAddress: readonly Disturbance['how'][] = ['recreated', 'rolled-out', 'evicted'];

/** Ways in which a caller looks addresses up anew. */
const looksUpAnew: ReadonlySet<Action['kind']> = new Set([
  'restart',
  'recreate',
  'reload',
  'set-image',
  'rollback',
  'delete-instance',
]);

/** Programs that look a name of their configuration up once, when they read it, unless they are given a resolver. */
const resolvesOnce: Readonly<Record<string, string>> = {
  nginx: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#resolver',
  'nginx-unprivileged': 'https://nginx.org/en/docs/http/ngx_http_core_module.html#resolver',
  openresty: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#resolver',
  haproxy: 'https://docs.haproxy.org/3.0/configuration.html#5.3',
};

/** When a caller looks up the address of another; by its program, where nothing tells. */
interface Lookup {
  readonly caller: string;
  readonly value: Resolution;
  readonly isTold: boolean;
  readonly fact: FoundFact | undefined;
}

function lookupOf(view: EstateView, caller: string, to: string): Lookup | undefined {
  const edge = { kind: 'edge', component: caller, to } as const;
  const told = view.value(edge, 'address-resolution');
  if (told !== undefined) return { caller, value: told, isTold: true, fact: view.fact(edge, 'address-resolution') };
  const { repository = '' } = view.of(caller, 'image') ?? {};
  const program = repository.slice(repository.lastIndexOf('/') + 1);
  const isOnCluster = orchestratorOf(view, to) === 'kubernetes';
  if (resolvesOnce[program] === undefined || isOnCluster) return undefined;
  const fact = view.fact({ kind: 'component', component: caller }, 'image');
  return { caller, value: { when: 'at-start' }, isTold: false, fact };
}

/** Whether the caller starts or reads its configuration again once the called one has its new address. */
function looksUpAfter(actions: readonly Action[], caller: string, to: string): boolean {
  const last = actions.findLastIndex((action) => 'component' in action && action.component === to);
  return actions.some(
    (action, at) => at > last && looksUpAnew.has(action.kind) && 'component' in action && action.component === caller,
  );
}

function remediesFor(caller: string, to: string): readonly ProposedRemedy[] {
  return [
    {
      does: `Reload ${caller} once ${to} is up: it looks the address up anew.`,
      action: { kind: 'reload', component: caller },
    },
    {
      does: `Give ${caller} a resolver, with a lookup every 10 s.`,
      action: {
        kind: 'configure',
        component: caller,
        to,
        attribute: 'address-resolution',
        value: { when: 'ttl', ttlMs: 10_000 },
      },
    },
  ];
}

function checkEdge(
  { after: view, actions }: RuleInput,
  { caller, value, isTold, fact }: Lookup,
  to: string,
  by: string,
): RuleFinding {
  const edge = { kind: 'edge', component: caller, to } as const;
  const base = { about: [edge], evidence: [fact] };
  if (value.isStable === true) {
    const reason = `${caller} uses an address of ${to} that stays when its instances are replaced.`;
    return finding({ ...base, verdict: 'pass', reason });
  }
  if (value.when !== 'at-start') {
    const { ttlMs = 0 } = value;
    const reason =
      value.when === 'each-connection'
        ? `${caller} looks the address of ${to} up for each connection, and so finds the new one.`
        : `${caller} looks the address of ${to} up anew after ${formatDuration(ttlMs)} at the latest: until then its calls may fail.`;
    return finding({
      ...base,
      verdict: 'pass',
      reason,
      ...(value.when === 'ttl' ? { effect: 'degradation' as const, takesDown: [caller], lastsMs: ttlMs } : {}),
    });
  }
  if (looksUpAfter(actions, caller, to)) {
    const reason = `${caller} looks the address of ${to} up once, and starts or reloads after ${by}: it finds the new one.`;
    return finding({ ...base, verdict: 'pass', reason });
  }
  const isOnCluster = orchestratorOf(view, to) === 'kubernetes';
  const how = isTold
    ? `${caller} has looked the address of ${to} up when it started`
    : `${caller} looks the address of ${to} up when it starts, as its program does unless it is given a resolver`;
  const old = value.resolved === undefined ? 'the old address' : value.resolved;
  const unless = isOnCluster ? ', unless it is the address of a service of the cluster, which stays' : '';
  return finding({
    ...base,
    verdict: isTold && !isOnCluster ? 'block' : 'warn',
    reason: `${how}; after ${by} that may be another one${unless}, and ${caller} goes on calling ${old}, where nobody answers, or another container: every call of ${caller} to ${to} fails until ${caller} is reloaded or restarted, while the rest of ${caller} works.`,
    missing: isTold
      ? isOnCluster
        ? [{ subject: edge, attribute: 'address-resolution', part: 'isStable' }]
        : []
      : [{ subject: edge, attribute: 'address-resolution' }],
    remedies: remediesFor(caller, to),
    effect: 'outage',
    takesDown: [caller, ...dependantsOf(view, caller)],
    beginsAfterMs: 0,
    lastsMs: null,
  });
}

/** What an action of the vocabulary does for a caller that goes on calling an old address; undefined where nothing. */
function judgeFor(
  action: Action,
  caller: string,
  to: string,
): Pick<RuleRemedyAnswer, 'works' | 'because' | 'cost'> | undefined {
  if (!('component' in action)) return undefined;
  if (action.kind === 'configure') {
    if (action.attribute !== 'address-resolution' || action.component !== caller || action.to !== to) return undefined;
    const { when, ttlMs, isStable } = action.value as unknown as Resolution;
    if (when === 'at-start' && isStable !== true) {
      const because = `${caller} looks the address of ${to} up anew when it is rolled out with it, and not at the next time.`;
      return { works: 'partly', because };
    }
    const often = when === 'ttl' && ttlMs !== undefined ? ` every ${formatDuration(ttlMs)}` : '';
    return {
      works: 'yes',
      because: `${caller} looks the address of ${to} up anew${often}: now, and after each change of it.`,
    };
  }
  if (!looksUpAnew.has(action.kind)) return undefined;
  if (action.component === caller) {
    const because = `${caller} looks the address of ${to} up anew: where calls went to an old one, they find it again.`;
    return { works: 'yes', because };
  }
  if (action.component !== to) return undefined;
  const because = `${caller} keeps the address that it has looked up: another start of ${to} does not change that.`;
  return { works: 'no', because };
}

function judge({ before, actions, condition, earlier }: RuleInput): readonly RuleRemedyAnswer[] {
  const moved = new Set([
    ...condition.flatMap((fault) => ('component' in fault ? [fault.component] : [])),
    ...earlier.filter(({ how }) => movesAddress.includes(how)).map(({ component }) => component),
  ]);
  return [...moved].flatMap((to) =>
    before.callersOf(to).flatMap((caller) => {
      const lookup = lookupOf(before, caller, to);
      if (lookup?.value.when !== 'at-start' || lookup.value.isStable === true) return [];
      const about = [{ kind: 'edge', component: caller, to } as const];
      return actions.flatMap((action): RuleRemedyAnswer[] => {
        const answer = judgeFor(action, caller, to);
        return answer === undefined ? [] : [{ about, action, ...answer }];
      });
    }),
  );
}

/** Whether callers find a component again that comes up with another address. */
export const addressCaching: Rule = {
  name: 'address-caching',
  question: 'Do callers find a component again that is made anew and may have another address?',
  reads: ['address-resolution', 'image', 'declared-dependency', 'calls'],
  surer: 'when each caller looks the address up, and whether that address stays',
  relevantTo: 'always',
  check: (input) => {
    const { after: view, disturbances } = input;
    const moved = Map.groupBy(
      disturbances.filter(({ how }) => movesAddress.includes(how)),
      ({ component }) => component,
    );
    return [...moved].flatMap(([to, events]) => {
      const by = `${listed([...new Set(events.map((event) => event.by))])} of ${to}`;
      const callers = view.callersOf(to).flatMap((caller) => lookupOf(view, caller, to) ?? []);
      return callers.map((lookup) => checkEdge(input, lookup, to, by));
    });
  },
  judge,
};
