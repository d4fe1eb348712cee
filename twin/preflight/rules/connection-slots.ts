import { subjectLabel } from '../../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact, Subject } from '../../../src/estate/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import { startsAnew } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { counted, dependantsOf, listed, rolloutPlan } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type Pool = AttributeValueOf<'connection-pool'>;

/** What one caller may hold of a database's connections. */
interface Claim {
  readonly caller: string;
  readonly edge: Subject;
  readonly pool: Pool | undefined;
  /** Of one instance; infinite where nothing bounds it, undefined where no pool is known. */
  readonly perInstance: number | undefined;
  readonly instances: number | undefined;
  /** With those that a rollout adds, and those that an autoscaler may. */
  readonly mostInstances: number | undefined;
  /** Whether there may be more of them than before, for a while or for good. */
  readonly isMore: boolean;
  /** Whether there may be more of them for good. */
  readonly isMoreForGood: boolean;
  readonly facts: readonly (FoundFact | undefined)[];
}

/** PostgreSQL keeps three for superusers unless told otherwise (superuser_reserved_connections). */
const usuallyReserved = (view: EstateView, database: string): number =>
  /postgres|postgis|timescale|pgvector/.test(view.of(database, 'image')?.repository ?? '') ? 3 : 0;

function perInstanceOf(view: EstateView, caller: string, pool: Pool): number {
  const { sizePerInstance = Infinity, overflowPerInstance = 0, poolsPerInstance = 1 } = pool;
  if (poolsPerInstance === 0) return 0;
  const workers = view.of(caller, 'workers');
  // A synchronous worker holds one connection at most.
  const atOnce = workers?.isSynchronous === true ? workers.perInstance : Infinity;
  return Math.min(sizePerInstance + overflowPerInstance, atOnce) * poolsPerInstance;
}

function claimOf({ before, after, disturbances }: RuleInput, caller: string, database: string): Claim {
  const edge = { kind: 'edge', component: caller, to: database } as const;
  const pool = after.value(edge, 'connection-pool');
  const [replicas, most] = [after.replicasOf(caller), after.mostReplicasOf(caller)];
  const own = disturbances.filter((disturbance) => disturbance.component === caller && startsAnew(disturbance));
  const isRolledOut = own.some(({ how }) => how === 'rolled-out');
  const surgeOf = (count: number): number => (isRolledOut ? rolloutPlan(after, caller, count).surge : 0);
  const was = before.value(edge, 'connection-pool');
  const perInstance = pool && perInstanceOf(after, caller, pool);
  const wasPerInstance = was && perInstanceOf(before, caller, was);
  const isLarger = perInstance !== undefined && perInstance > (wasPerInstance ?? 0);
  const mayGrow = (most ?? 0) > (before.mostReplicasOf(caller) ?? 0);
  const isMoreForGood = isLarger || mayGrow || own.some(({ how }) => how === 'added');
  const ofCaller = { kind: 'component', component: caller } as const;
  return {
    caller,
    edge,
    pool,
    perInstance,
    instances: replicas === undefined ? undefined : replicas + surgeOf(replicas),
    mostInstances: most === undefined ? undefined : most + surgeOf(most),
    // Where each goes before its successor comes, there are never more than before.
    isMore: isMoreForGood || surgeOf(most ?? 1) > 0,
    isMoreForGood,
    facts: [
      after.fact(edge, 'connection-pool'),
      after.fact(ofCaller, 'replicas'),
      after.fact(ofCaller, 'autoscaling'),
      after.fact(ofCaller, 'rollout'),
    ],
  };
}

const needOf = (claims: readonly Claim[], which: 'instances' | 'mostInstances'): number =>
  claims.reduce((sum, claim) => {
    const [each, count] = [claim.perInstance ?? 0, claim[which] ?? 1];
    return count === 0 ? sum : sum + each * count;
  }, 0);

/** The largest pool with which all fits, of the caller that the change is about or that claims most. */
function remedyFor(claims: readonly Claim[], database: string, free: number): readonly ProposedRemedy[] {
  const ranked = [...claims].sort(
    (a, b) => Number(b.isMore) - Number(a.isMore) || needOf([b], 'mostInstances') - needOf([a], 'mostInstances'),
  );
  const [chosen] = ranked;
  if (chosen?.pool === undefined || chosen.mostInstances === undefined || chosen.mostInstances === 0) return [];
  const left =
    free -
    needOf(
      claims.filter((claim) => claim !== chosen),
      'mostInstances',
    );
  const { overflowPerInstance = 0, poolsPerInstance = 1 } = chosen.pool;
  const size = Math.floor(left / chosen.mostInstances / poolsPerInstance) - overflowPerInstance;
  if (size < 1) {
    const does = `No pool of ${chosen.caller} fits beside the others: put a pooler in front of ${database}, or give it more slots.`;
    return [{ does }];
  }
  const action: Action = { kind: 'set-pool', component: chosen.caller, to: database, size };
  return [
    { does: `Hold the pool of ${chosen.caller} to ${size} per instance: ${size} is the largest that fits.`, action },
  ];
}

function missingOf(view: EstateView, database: string, claims: readonly Claim[]): Missing[] {
  const component = (name: string): Subject => ({ kind: 'component', component: name });
  return [
    ...(view.of(database, 'connection-slots') === undefined
      ? [{ subject: component(database), attribute: 'connection-slots' as const }]
      : []),
    ...claims.flatMap(({ caller, edge, pool, instances }): Missing[] => [
      ...(pool === undefined ? [{ subject: edge, attribute: 'connection-pool' as const }] : []),
      ...(instances === undefined ? [{ subject: component(caller), attribute: 'replicas' as const }] : []),
    ]),
  ];
}

function checkDatabase(input: RuleInput, database: string): readonly RuleFinding[] {
  const { after: view, actions } = input;
  const slots = view.of(database, 'connection-slots');
  const claims = view.callersOf(database).map((caller) => claimOf(input, caller, database));
  const isMore = claims.some((claim) => claim.isMore);
  const ofDatabase = { kind: 'component', component: database } as const;
  const known = claims.filter(({ perInstance }) => perInstance !== undefined);
  const about = [ofDatabase, ...claims.map(({ edge }) => edge)];
  const missing = missingOf(view, database, claims);
  const facts = [view.fact(ofDatabase, 'connection-slots'), ...claims.flatMap((claim) => claim.facts)];
  if (slots === undefined) {
    // Of every rollout before a database the same could be said.
    const opensMore = claims.filter((claim) => claim.isMoreForGood);
    if (opensMore.length === 0 || (known.length === 0 && view.kindOf(database) !== 'database')) return [];
    const who = listed(opensMore.map(({ caller }) => caller));
    const reason = `${who} may open more connections to ${database}, and how many it takes is not known.`;
    return [finding({ verdict: 'unknown', about, reason, missing, evidence: facts })];
  }

  const { total, reserved = usuallyReserved(view, database), tenants = [] } = slots;
  const held = tenants.reduce((sum, { connections }) => sum + connections, 0);
  const free = total - reserved - held;
  const [now, most] = [needOf(known, 'instances'), needOf(known, 'mostInstances')];
  const arithmetic: Term[] = [
    { term: `slots of ${database}`, value: total },
    { term: 'reserved', value: reserved },
    ...tenants.map(({ name, connections }) => ({ term: `held by ${name}`, value: connections })),
    ...known.flatMap(({ caller, perInstance = 0, instances = 1, mostInstances = 1 }) => [
      { term: `connections of one instance of ${caller}`, value: perInstance },
      { term: `instances of ${caller}, surge included`, value: instances },
      ...(mostInstances === instances
        ? []
        : [{ term: `instances of ${caller} at most, surge included`, value: mostInstances }]),
    ]),
  ];
  const boundless = known.filter(({ perInstance }) => perInstance === Infinity).map(({ caller }) => caller);
  if (most > free) {
    const sure = now > free && boundless.length === 0;
    const hits = [...claims.map(({ caller }) => caller), ...tenants.map(({ name }) => name)];
    const sum =
      boundless.length > 0
        ? `nothing bounds the connections of ${listed(boundless)}`
        : `${known.map(({ caller, perInstance = 0, mostInstances = 1 }) => `${mostInstances} x ${perInstance} of ${caller}`).join(' + ')} = ${most} connections are possible`;
    return [
      finding({
        verdict: sure || (isMore && actions.length > 0) ? 'block' : 'latent',
        about,
        reason: `${sum}, and ${database} has ${free} for them (${total} slots, ${reserved} reserved, ${held} held by others).`,
        arithmetic,
        evidence: facts,
        missing,
        remedies: remedyFor(known, database, free),
        effect: 'outage',
        takesDown: [...hits, ...hits.flatMap((name) => dependantsOf(view, name))],
      }),
    ];
  }
  if (missing.length > 0 || known.length === 0) {
    if (!isMore) return [];
    const lacking = [...new Set(missing.map(({ subject }) => subjectLabel(subject)))];
    const reason =
      known.length === 0
        ? `${database} has ${counted(free, 'connection')} to give, and no pool of its callers is known.`
        : `${most} of ${free} connections of ${database} are accounted for; what ${listed(lacking)} may hold is not known.`;
    return [finding({ verdict: 'unknown', about, reason, arithmetic, missing, evidence: facts })];
  }
  const reason = `All callers of ${database} together may hold ${most} of ${free} connections.`;
  return [finding({ verdict: 'pass', about, reason, arithmetic, evidence: facts })];
}

/** Whether all pools together, with what a rollout and an autoscaler add, fit into the connections that a database takes. */
export const connectionSlots: Rule = {
  name: 'connection-slots',
  question: 'Do all pools together, surge included, fit into the connections that a database takes?',
  reads: ['connection-pool', 'connection-slots', 'replicas', 'autoscaling', 'rollout', 'workers', 'image'],
  surer: 'the pool of every caller, the reserved slots, and what tenants outside the estate hold',
  relevantTo: 'always',
  check: (input) => {
    const { after } = input;
    const databases = new Set([
      ...after.known('connection-slots', 'component').map(({ subject }) => subject.component),
      ...after.known('connection-pool', 'edge').map(({ subject }) => subject.to),
      ...after.components.filter(({ kind }) => kind === 'database').map(({ name }) => name),
    ]);
    return [...databases].sort().flatMap((database) => checkDatabase(input, database));
  },
};
