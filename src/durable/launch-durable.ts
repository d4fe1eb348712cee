import { setTimeout as delay } from 'node:timers/promises';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { Pool } from 'pg';
import type { Logger } from '../kernel/index.ts';
import { RegisteredError } from '../kernel/index.ts';
import type { SessionLock, Store } from '../store/index.ts';
import type { DurableWorkflow, WorkflowSteps } from './durable-workflow.ts';
import { createEngineLog } from './engine-log.ts';
import { becomeExecutor } from './executor.ts';
import { takeOver } from './take-over.ts';

/** A workflow of whatever input and output: a list of several must forget each one's own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- input and output are tied together again in `run`
export type AnyWorkflow = DurableWorkflow<any, unknown>;

/** What launching the engine needs of its caller. */
export interface LaunchOptions {
  readonly store: Store;
  readonly log: Logger;
  /**
   * Whose workflows are run: those of one application are never touched by a process of another, so that a short check
   * does not take up a case that it cannot finish.
   *
   * @defaultValue backlot
   */
  readonly application?: string;
  /** How often workflows of dead processes are looked for. @defaultValue 15000 */
  readonly takeOverEveryMs?: number;
  /** All workflows that this process can run, or go on with. */
  readonly workflows: readonly AnyWorkflow[];
}

/** The running engine. */
export interface DurableEngine {
  /**
   * Runs a workflow to its end, or waits for the one that was started under this id, here or in another process.
   *
   * @param workflow - One of those that the engine was launched with.
   * @param id - Names this run; the same id never runs twice.
   * @param input - Plain data.
   */
  run<Input, Output>(workflow: DurableWorkflow<Input, Output>, id: string, input: Input): Promise<Output>;
  /** Waits a little for what runs, then stops; what did not finish goes on in a later process. */
  close(): Promise<void>;
}

/**
 * Which workflows can go on in this version of Backlot. Raised by hand when a workflow changes so that a run begun
 * before cannot go on; left alone otherwise, because cases outlive releases. Names the application, because the engine
 * keeps the versions of all applications in one list.
 */
const versionOf = (application: string): string => `${application}-1`;

/** Long enough for a step in flight, short enough for someone who pressed Ctrl-C. */
const closePatienceMs = 5_000;

const lockRetryMs = 50;

/** A machine that died is noticed within this time; each look is one query a process. */
const usualTakeOverEveryMs = 15_000;

const stepsOf = (): WorkflowSteps => ({
  workflowId: DBOS.workflowID ?? '',
  step: (name, work, { attempts = 1, firstPauseMs = 200 } = {}) =>
    DBOS.runStep(work, {
      name,
      retriesAllowed: attempts > 1,
      maxAttempts: attempts,
      intervalSeconds: firstPauseMs / 1_000,
      backoffRate: 2,
    }),
});

/** A transaction that a paused process left open lets go of its rows after this; the engine's own pool has the same. */
const idleTransactionMs = 60_000;

/** The engine's own pool would start a statement on a connection that is still busy, and pg warns of it on stderr. */
function openEnginePool({ store, log }: LaunchOptions): Pool {
  const pool = new Pool({
    connectionString: store.url,
    application_name: 'backlot (durable)',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  pool.on('error', (error) => log.debug('an idle connection of the engine broke', { reason: error.message }));
  return pool;
}

/** A launch takes well under a second, and a killed process lets go of its lock by itself. */
async function awaitLock(store: Store, name: string): Promise<SessionLock> {
  for (;;) {
    const lock = await store.tryLock(name);
    if (lock !== undefined) return lock;
    await delay(lockRetryMs);
  }
}

async function startEngine(options: LaunchOptions, pool: Pool, application: string, executorId: string): Promise<void> {
  const { store, log } = options;
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl: store.url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: `${store.schema}_durable`,
    applicationVersion: versionOf(application),
    executorID: executorId,
    logger: createEngineLog(log),
    tracingEnabled: false,
    enableOTLP: false,
  });
  // The engine makes its tables without a lock: two first launches at once end each other in deadlocks.
  const turn = await awaitLock(store, 'durable-launch');
  try {
    await DBOS.launch();
  } catch (thrown) {
    await DBOS.shutdown({ deregister: true }).catch(() => undefined);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new RegisteredError('durable-engine-not-starting', { target: store.server.place, reason }, { cause: thrown });
  } finally {
    await turn.release();
  }
}

/**
 * Launches the durable workflow engine: the only place that does, once a process. Workflows that a killed process left
 * unfinished go on at once, after their last finished step.
 *
 * @param options - The store, the workflows.
 * @throws RegisteredError `durable-engine-not-starting`, `database-unreachable`
 */
export async function launchDurable(options: LaunchOptions): Promise<DurableEngine> {
  const { store, log, application = 'backlot', takeOverEveryMs = usualTakeOverEveryMs, workflows } = options;
  if (DBOS.isInitialized()) {
    throw new RegisteredError('internal-fault', { reason: 'the durable engine was launched twice in one process' });
  }
  const executor = await becomeExecutor(store, application);
  if (executor === undefined) {
    const reason = 'too many processes use it';
    throw new RegisteredError('durable-engine-not-starting', { target: store.server.place, reason });
  }
  const registered = new Map<AnyWorkflow, (input: unknown) => Promise<unknown>>(
    workflows.map((workflow) => [
      workflow,
      DBOS.registerWorkflow(async (input: unknown) => workflow.run(stepsOf(), input), { name: workflow.name }),
    ]),
  );
  const pool = openEnginePool(options);
  const letGo = async (): Promise<void> => {
    await pool.end();
    await executor.release();
  };
  try {
    await startEngine(options, pool, application, executor.id);
  } catch (thrown) {
    await letGo();
    throw thrown;
  }
  const scope = { application, applicationVersion: versionOf(application), ownExecutorId: executor.id };
  const look = (): Promise<number> =>
    takeOver(store, scope, log).catch((thrown: unknown) => {
      log.warn('could not look for workflows to take over', { reason: String(thrown) });
      return 0;
    });
  let looking: Promise<unknown> = look();
  const timer = setInterval(() => {
    looking = look();
  }, takeOverEveryMs);
  timer.unref();

  return {
    run: async <Input, Output>(workflow: DurableWorkflow<Input, Output>, id: string, input: Input): Promise<Output> => {
      const start = registered.get(workflow);
      if (start === undefined) {
        const reason = `the durable engine was launched without the workflow ${workflow.name}`;
        throw new RegisteredError('internal-fault', { reason });
      }
      // Starting a run that a killed process left would be the same, but the engine warns of it.
      const known = await DBOS.getWorkflowStatus(id);
      const handle =
        known === null ? await DBOS.startWorkflow(start, { workflowID: id })(input) : DBOS.retrieveWorkflow(id);
      // The engine keeps results as JSON and cannot know their type; the workflow does.
      return (await handle.getResult()) as Output;
    },
    close: async () => {
      clearInterval(timer);
      await looking;
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: closePatienceMs });
      await letGo();
    },
  };
}
