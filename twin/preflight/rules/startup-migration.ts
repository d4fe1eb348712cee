import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import { startsAnew } from '../change/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { amount, dependantsOf, listed, policyOfCalls } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Missing, ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

type Migration = Known<'startup-migration', 'edge'>;
type Traffic = AttributeValueOf<'table-traffic'>[number];

/** Where no caller has a timeout: what people wait for a page before they give it up. */
const usualPatienceMs = 10_000;

/** Below that a stall is a slow answer among others. */
const shortMs = 1_000;

const remedyTimeoutMs = 5_000;

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** How long everything that asks for the table stands still, in numbers. */
interface Stall {
  readonly migration: Migration;
  readonly traffic: Traffic | undefined;
  readonly isQuiet: boolean;
  /** Waiting for the lock, until the longest transaction that holds the table has ended; undefined where not known. */
  readonly waitMs: number | undefined;
  /** Waiting and holding, at most; infinite where nothing bounds it; undefined where not known. */
  readonly stallMs: number | undefined;
  /** The deployment gives up, because the lock is not to be had in time. */
  readonly givesUp: boolean;
  /** Callers of the database that have no connection left meanwhile. */
  readonly starved: readonly string[];
  readonly patienceMs: number;
  readonly evidence: readonly (FoundFact | undefined)[];
}

/** How long transactions hold the table that it waits for. */
const heldFor = (waitMs: number): string =>
  Number.isFinite(waitMs) ? `for up to ${formatDuration(waitMs)}` : 'until what is wrong now is mended';

/** Connections that all instances of a caller may hold; undefined where nothing bounds or tells them. */
function connectionsOf(view: EstateView, caller: string, database: string): number | undefined {
  const pool = view.between(caller, database, 'connection-pool');
  if (pool?.sizePerInstance === undefined) return undefined;
  return (
    (pool.sizePerInstance + (pool.overflowPerInstance ?? 0)) *
    (pool.poolsPerInstance ?? 1) *
    (view.replicasOf(caller) ?? 1)
  );
}

function stallOf({ after: view, condition, atMs }: RuleInput, migration: Migration): Stall {
  const { subject, value, fact } = migration;
  const database = subject.to;
  const traffic = view.of(database, 'table-traffic')?.find(({ table }) => table === value.table);
  const held = condition.flatMap((fault) =>
    fault.kind === 'lock-held' && fault.lock === value.table && (fault.component ?? database) === database
      ? [fault.forMs ?? Infinity]
      : [],
  );
  const known = [...held, ...(traffic?.longestTransactionMs === undefined ? [] : [traffic.longestTransactionMs])];
  const isQuiet = (traffic?.quietWindows ?? []).some(
    ({ fromMs, toMs }) => fromMs <= atMs && atMs + (value.expectedMs ?? 0) <= toMs,
  );
  const waitMs = known.length === 0 ? (traffic?.queriesPerSecond === 0 ? 0 : undefined) : Math.max(...known);
  const { lockTimeoutMs = Infinity } = value;
  const givesUp = waitMs !== undefined && waitMs > lockTimeoutMs;
  const bounded = Math.min(waitMs ?? Infinity, lockTimeoutMs);
  const stallMs =
    bounded === Infinity && waitMs === undefined
      ? undefined
      : givesUp
        ? lockTimeoutMs
        : bounded + (value.expectedMs ?? 0);
  const callers = view.callersOf(database);
  const timeouts = callers.flatMap((caller) => policyOfCalls(view, caller, database)?.policy.timeoutMs ?? []);
  const arrived = traffic === undefined || stallMs === undefined ? 0 : (traffic.queriesPerSecond * stallMs) / 1_000;
  const starved = callers.filter((caller) => {
    const connections = connectionsOf(view, caller, database);
    // Which part of the queries is whose is not known: each could be all of them.
    return connections !== undefined && arrived >= connections;
  });
  return {
    migration,
    traffic,
    isQuiet,
    waitMs,
    stallMs,
    givesUp,
    starved,
    patienceMs: timeouts.length === 0 ? usualPatienceMs : Math.min(...timeouts),
    evidence: [
      fact,
      view.fact(ofComponent(database), 'table-traffic'),
      ...starved.map((caller) => view.fact({ kind: 'edge', component: caller, to: database }, 'connection-pool')),
    ],
  };
}

function remediesFor({ subject, value }: Migration, { traffic }: Stall, atMs: number): readonly ProposedRemedy[] {
  const { component, to } = subject;
  const next = [...(traffic?.quietWindows ?? [])]
    .filter(({ fromMs, toMs }) => fromMs > atMs && toMs - fromMs >= (value.expectedMs ?? 0))
    .sort((a, b) => a.fromMs - b.fromMs)[0];
  return [
    {
      does: `Let the migration wait ${formatDuration(remedyTimeoutMs)} for the lock at most (lock_timeout), and try again.`,
      action: {
        kind: 'configure',
        component,
        to,
        attribute: 'startup-migration',
        value: { ...value, lockTimeoutMs: remedyTimeoutMs } as never,
      },
    },
    ...(next === undefined
      ? []
      : [{ does: `Wait until ${new Date(next.fromMs).toISOString()}, when hardly anybody asks for ${value.table}.` }]),
  ];
}

function checkMigration(input: RuleInput, migration: Migration): RuleFinding {
  const { after: view, atMs } = input;
  const stall = stallOf(input, migration);
  const { traffic, isQuiet, waitMs, stallMs, givesUp, starved, patienceMs, evidence } = stall;
  const { subject, value } = migration;
  const { component, to: database } = subject;
  const { table, lockMode, lockTimeoutMs, expectedMs } = value;
  const missing: Missing[] = [
    ...(traffic === undefined || waitMs === undefined
      ? [
          {
            subject: ofComponent(database),
            attribute: 'table-traffic' as const,
            part: traffic === undefined ? table : 'longestTransactionMs',
          },
        ]
      : []),
    ...(expectedMs === undefined ? [{ subject, attribute: 'startup-migration' as const, part: 'expectedMs' }] : []),
  ];
  const base = {
    about: [subject, ofComponent(database)],
    evidence,
    missing: lockMode === 'none' ? [] : missing,
    arithmetic: [
      ...(traffic === undefined ? [] : [{ term: `queries of ${table}`, value: traffic.queriesPerSecond, unit: '/s' }]),
      ...(waitMs === undefined ? [] : [{ term: 'longest transaction on it', value: waitMs, unit: 'ms' }]),
      ...(lockTimeoutMs === undefined
        ? []
        : [{ term: 'waits for the lock at most', value: lockTimeoutMs, unit: 'ms' }]),
      ...(expectedMs === undefined ? [] : [{ term: 'holds the lock', value: expectedMs, unit: 'ms' }]),
      ...(stallMs === undefined ? [] : [{ term: 'all else stands still', value: stallMs, unit: 'ms' }]),
      ...starved.map((caller) => ({
        term: `connections of ${caller}`,
        value: connectionsOf(view, caller, database) ?? 0,
      })),
    ] satisfies Term[],
  };
  const what = `When ${component} starts it changes ${table} in ${database}`;
  if (lockMode === 'none')
    return finding({ ...base, verdict: 'pass', reason: `${what} without a lock that others wait for.` });
  const kind = lockMode === 'exclusive' ? 'an exclusive lock' : 'a lock against writing';
  const who = lockMode === 'exclusive' ? 'every query of it' : 'every write to it';
  const rate = traffic === undefined ? '' : ` (${amount(traffic.queriesPerSecond)} a second)`;
  const isBounded = lockTimeoutMs !== undefined && lockTimeoutMs <= patienceMs;
  const stands = `${what} under ${kind}`;
  if (isBounded) {
    const fails = givesUp
      ? `; transactions hold the table ${heldFor(waitMs ?? 0)}, so that the deployment is likely to fail and has to be tried again`
      : '';
    const holds = expectedMs !== undefined && expectedMs > patienceMs && !givesUp;
    return finding({
      ...base,
      verdict: holds && !isQuiet ? 'block' : 'pass',
      reason: holds
        ? `${stands}, which it holds for ${formatDuration(expectedMs)}: ${who}${rate} waits for that long.`
        : `${stands} and waits for it for ${formatDuration(lockTimeoutMs)} at most: where that is not enough the deployment fails, and the service stays up${fails}.`,
      remedies: holds ? [{ does: `Change ${table} in steps that hold no lock for long, outside of the start.` }] : [],
      effect: 'degradation',
      takesDown: [database],
      lastsMs: stallMs ?? lockTimeoutMs,
    });
  }
  if (isQuiet && waitMs !== undefined && waitMs <= patienceMs) {
    const reason = `${stands}, in a time in which hardly anybody asks for it; it waits ${formatDuration(waitMs)} at most.`;
    return finding({ ...base, verdict: 'pass', reason });
  }
  const isShort = stallMs !== undefined && stallMs < shortMs && starved.length === 0;
  if (isShort) {
    const reason = `${stands}: ${who}${rate} waits for ${formatDuration(stallMs)} at most.`;
    return finding({ ...base, verdict: 'pass', reason });
  }
  const isHot = traffic !== undefined && traffic.queriesPerSecond > 0;
  const isUnbounded = lockTimeoutMs === undefined;
  const isLong = stallMs === undefined ? isUnbounded : stallMs > patienceMs || starved.length > 0;
  const waits =
    waitMs === undefined
      ? 'the longest transaction that is on it'
      : Number.isFinite(waitMs)
        ? `up to ${formatDuration(waitMs)} of transactions that are on it`
        : 'a lock that is held for as long as what is wrong now lasts';
  const limit = isUnbounded ? 'nothing bounds that wait' : `for up to ${formatDuration(lockTimeoutMs)}`;
  const outcome =
    starved.length > 0 && stallMs === Infinity
      ? `, until no connection of ${listed(starved)} is left`
      : starved.length > 0
        ? `; ${amount(((traffic?.queriesPerSecond ?? 0) * (stallMs ?? 0)) / 1_000)} queries come meanwhile, which is more than the connections of ${listed(starved)}`
        : '';
  return finding({
    ...base,
    verdict: isHot && isLong ? 'block' : 'warn',
    reason: `${stands}, which queues behind ${waits}; ${limit}, and ${who}${rate} queues behind it${outcome}.`,
    remedies: remediesFor(migration, stall, atMs),
    effect: isHot && isLong ? 'outage' : 'degradation',
    takesDown: isHot && isLong ? [database, ...dependantsOf(view, database)] : [database],
    beginsAfterMs: 0,
    lastsMs: stallMs !== undefined && Number.isFinite(stallMs) ? stallMs : null,
  });
}

/** Who holds the lock, and so what frees it: the statement waits in the database, and outlives whoever sent it. */
function judge({ before, actions, condition }: RuleInput): readonly RuleRemedyAnswer[] {
  const migrations = before.known('startup-migration', 'edge').filter(({ value }) => value.lockMode !== 'none');
  return migrations.flatMap(({ subject, value }) => {
    const { component, to: database } = subject;
    const isHeld = condition.some(
      (fault) =>
        (fault.kind === 'lock-held' && fault.lock === value.table && (fault.component ?? database) === database) ||
        (fault.kind !== 'lock-held' && 'component' in fault && fault.component === database),
    );
    if (!isHeld) return [];
    const about = [ofComponent(database)];
    return actions.flatMap((action): RuleRemedyAnswer[] => {
      if (!('component' in action)) return [];
      const isRestart = action.kind === 'restart' || action.kind === 'recreate';
      if (action.component === database) {
        if (isRestart)
          return [
            {
              about,
              action,
              works: 'yes',
              because: `All locks of ${database} end with it.`,
              cost: 'every connection and transaction of all its callers',
            },
          ];
        if (action.kind === 'cancel-statement') {
          const reaches = action.lock === undefined || action.lock === value.table;
          const because = reaches
            ? `The statement that waits for ${value.table} ends, and what queued behind it goes on.`
            : `It reaches statements of ${action.lock ?? ''}, not of ${value.table}.`;
          return [
            {
              about,
              action,
              works: reaches ? 'yes' : 'no',
              because,
              ...(reaches ? { cost: 'the migration is undone' } : {}),
            },
          ];
        }
        if (action.kind === 'kill-connections') {
          const reaches = action.from === undefined || action.from === component;
          const because = reaches
            ? `The connection of the migration is closed at ${database}, and with it its lock.`
            : `The lock is that of ${component}, not of ${action.from ?? ''}.`;
          return [{ about, action, works: reaches ? 'yes' : 'no', because }];
        }
        if (action.kind === 'set-limits' || action.kind === 'scale')
          return [{ about, action, works: 'no', because: `Queries wait for a lock, not for capacity.` }];
        return [];
      }
      const ofCaller = action.component === component || before.callersOf(database).includes(action.component);
      if (
        !ofCaller ||
        !(isRestart || action.kind === 'scale' || action.kind === 'rollback' || action.kind === 'delete-instance')
      )
        return [];
      const because = `The lock and the queue behind it are in ${database}: a statement that waits there goes on waiting when its caller is gone${isRestart && action.component === component ? ', and each start of it queues another one' : ''}.`;
      return [{ about, action, works: 'no', because }];
    });
  });
}

/** Whether what a component changes in a database when it starts makes everything else wait. */
export const startupMigration: Rule = {
  name: 'startup-migration',
  question: 'Does a migration at the start take a lock behind which every query of a table queues, and for how long?',
  reads: ['startup-migration', 'table-traffic', 'connection-pool', 'replicas', 'call-policy', 'calls'],
  surer: 'the longest transactions on the table at that time, how often it is asked, and how long the lock is held',
  relevantTo: 'always',
  check: (input) => {
    const { after, actions, disturbances } = input;
    const started = new Set(disturbances.filter(startsAnew).map(({ component }) => component));
    const isSet = (component: string): boolean =>
      actions.some(
        (action) =>
          action.kind === 'configure' && action.attribute === 'startup-migration' && action.component === component,
      );
    return after
      .known('startup-migration', 'edge')
      .filter(({ subject }) => started.has(subject.component) || isSet(subject.component))
      .map((migration) => checkMigration(input, migration));
  },
  judge,
};
