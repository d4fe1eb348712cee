import type { Clock, Logger } from '../kernel/index.ts';
import type { Database, Store } from '../store/index.ts';
import { breakPoint } from './break-point.ts';
import type { DurableWorkflow } from './durable-workflow.ts';
import { launchDurable } from './launch-durable.ts';

/** How many steps the check takes. */
export const selfCheckSteps = 3;

/** An application of its own: a check must not take up the cases that wait for a worker. */
export const selfCheckApplication = 'backlot-self-check';

/** One step, as the database remembers it. */
interface StepRecord {
  readonly step: number;
  /** 2 where a process was killed between the step's effect and its being remembered. */
  readonly attempts: number;
}

/** What the check measured. */
export interface SelfCheckResult {
  readonly checkId: string;
  /** Whether each step has exactly one record, and none ran again after the engine remembered it. */
  readonly exactlyOnce: boolean;
  /** Steps that were tried again after a crash; their effect still happened once. */
  readonly repeatedSteps: number;
  /** From the first step's record to the last one's, by the database's clock. */
  readonly durationMs: number;
}

/** Checks older than this are removed by the next one. */
const keptDays = 7;

/** A server that is started again under a check is back within a few seconds: 0.2, 0.4, 0.8, 1.6, 3.2 s add up to six. */
const stepAttempts = 6;

const recordStep = (checkId: string, step: number, pid: number): [string, (string | number)[]] => [
  // The key makes the effect happen once, however often the step is tried.
  `insert into durability_check_step (check_id, step, recorded_at, recorded_by_pid)
   values ($1, $2, clock_timestamp(), $3)
   on conflict (check_id, step) do update set attempts = durability_check_step.attempts + 1
   returning attempts`,
  [checkId, step, pid],
];

const readSteps = `select step, attempts, (extract(epoch from recorded_at - min(recorded_at) over ()) * 1000)::float8 as since_first_ms
  from durability_check_step where check_id = $1 order by step`;

const removeOld = `delete from durability_check_step
  where recorded_at < now() - make_interval(days => $1) and check_id <> $2`;

async function measure(database: Database, checkId: string, remembered: readonly number[]): Promise<SelfCheckResult> {
  const rows = await database.query<StepRecord & { since_first_ms: number }>(readSteps, [checkId]);
  return {
    checkId,
    exactlyOnce:
      rows.length === selfCheckSteps &&
      rows.every(({ step, attempts }, index) => step === index + 1 && attempts === remembered[index]),
    repeatedSteps: rows.filter(({ attempts }) => attempts > 1).length,
    durationMs: rows.at(-1)?.since_first_ms ?? 0,
  };
}

/**
 * A workflow that proves that work survives a crash: each of its steps leaves one record. It is also the pattern for
 * others: a step's effect has a key, and named break-points lie where a crash would hurt.
 *
 * @param database - Where the records go.
 */
export function createSelfCheck(database: Database): DurableWorkflow<{ readonly checkId: string }, SelfCheckResult> {
  return {
    name: 'durability-self-check',
    run: async (steps, { checkId }) => {
      // How often each step had run when it was remembered: one that runs again later makes the record differ.
      const remembered: number[] = [];
      const retried = { attempts: stepAttempts };
      await breakPoint('self-check/before-step-1');
      for (let step = 1; step <= selfCheckSteps; step += 1) {
        const attempts = await steps.step(
          `record-${step}`,
          async () => {
            const [row] = await database.query<StepRecord>(...recordStep(checkId, step, process.pid));
            await breakPoint(`self-check/in-step-${step}`);
            return row?.attempts ?? 0;
          },
          retried,
        );
        remembered.push(attempts);
        await breakPoint(`self-check/after-step-${step}`);
      }
      await steps.step('remove-old', () => database.query(removeOld, [keptDays, checkId]).then(() => null), retried);
      return steps.step('measure', () => measure(database, checkId, remembered), retried);
    },
  };
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Launches the engine, runs the self-check and closes the engine.
 *
 * @param options - The store, the time, the log. `checkId` names the check; the same one goes on where it was killed.
 * @throws RegisteredError `durable-engine-not-starting`, `durable-executor-lost`, `database-unreachable`; the signal's
 * reason where it is aborted
 */
export async function runSelfCheck(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly checkId?: string;
  /** Stops the check; a later process goes on with it. */
  readonly signal?: AbortSignal | undefined;
}): Promise<SelfCheckResult> {
  const { store, clock, log, checkId = `self-check-${clock.nowMs()}-${process.pid}`, signal } = options;
  const selfCheck = createSelfCheck(store.database);
  const engine = await launchDurable({ store, log, application: selfCheckApplication, workflows: [selfCheck], signal });
  try {
    return await untilAborted(engine.run(selfCheck, checkId, { checkId }), signal);
  } finally {
    await engine.close();
  }
}
