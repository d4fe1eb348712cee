import { DBOS, DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk';
import { Pool } from 'pg';
import type { Logger } from '../kernel/index.ts';
import { reasonOf, RegisteredError } from '../kernel/index.ts';
import type { Store } from '../store/index.ts';
import type { DurableWorkflow, WorkflowSteps } from './durable-workflow.ts';
import { createEngineLog } from './engine-log.ts';
import type { Executor } from './executor.ts';
import { becomeExecutor } from './executor.ts';
import { keepFailure, revealFailure } from './failure.ts';
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
  /** How long a step waits for the executor's lock where the database lost its session. @defaultValue 60000 */
  readonly lockPatienceMs?: number;
  /** Stops the launch. */
  readonly signal?: AbortSignal | undefined;
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
   * @throws RegisteredError the one that the workflow failed with, in this process or an earlier one, or
   * `durable-executor-lost`
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

/** A launch takes well under a second, and a killed process lets go of its lock by itself. */
const launchPatienceMs = 60_000;

/** A server that recovers from a crash is back within seconds; longer than this, and the lock is somebody else's. */
const usualLockPatienceMs = 60_000;

/** A machine that died is noticed within this time; each look is one query a process. */
const usualTakeOverEveryMs = 15_000;

/** Guards that this process alone runs its workflows; `lost` rejects once it may not go on. */
interface Guard {
  /** Whose execution of the workflow the engine takes records from. */
  ownerOf(workflowId: string): Promise<string | undefined>;
  /** @throws DBOSWorkflowConflictError which the engine does not record: it waits for the other's outcome */
  confirm(workflowId: string, owner: string | undefined): Promise<void>;
  readonly lost: Promise<never>;
}

function createGuard(options: LaunchOptions, executor: Executor): Guard {
  const { store, log, lockPatienceMs = usualLockPatienceMs } = options;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => undefined);
  const readOwner = `select owner_xid from "${store.schema}_durable".workflow_status where workflow_uuid = $1`;
  const ownerOf: Guard['ownerOf'] = async (workflowId) => {
    const [row] = await store.database.query<{ owner_xid: string | null }>(readOwner, [workflowId]);
    return row?.owner_xid ?? undefined;
  };
  return {
    lost,
    ownerOf,
    confirm: async (workflowId, owner) => {
      if (!(await executor.isHeld(lockPatienceMs))) {
        log.error('the executor is no longer this process: no further step is started', { executorId: executor.id });
        reject(new RegisteredError('durable-executor-lost', { target: store.server.place, executor: executor.id }));
        throw new DBOSWorkflowConflictError(workflowId);
      }
      // While the lock was lost another process may have taken the workflow over.
      if ((await ownerOf(workflowId)) !== owner) throw new DBOSWorkflowConflictError(workflowId);
    },
  };
}

function stepsOf(guard: Guard, owner: string | undefined): WorkflowSteps {
  const workflowId = DBOS.workflowID ?? '';
  return {
    workflowId,
    step: async (name, work, { attempts = 1, firstPauseMs = 200 } = {}) => {
      const guarded = async (): ReturnType<typeof work> => {
        await guard.confirm(workflowId, owner);
        return work().catch((thrown: unknown) => {
          throw keepFailure(thrown);
        });
      };
      try {
        return await DBOS.runStep(guarded, {
          name,
          retriesAllowed: attempts > 1,
          maxAttempts: attempts,
          intervalSeconds: firstPauseMs / 1_000,
          backoffRate: 2,
        });
      } catch (thrown) {
        throw revealFailure(thrown);
      }
    },
  };
}

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
  const turn = await store.tryLock('durable-launch', { patienceMs: launchPatienceMs, signal: options.signal });
  if (turn === undefined) {
    const reason = 'another process has been launching them for a minute';
    throw new RegisteredError('durable-engine-not-starting', { target: store.server.place, reason });
  }
  try {
    options.signal?.throwIfAborted();
    await DBOS.launch();
    options.signal?.throwIfAborted();
  } catch (thrown) {
    await DBOS.shutdown({ deregister: true }).catch(() => undefined);
    options.signal?.throwIfAborted();
    const reason = reasonOf(thrown);
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
 * @throws RegisteredError `durable-engine-not-starting`, `database-unreachable`; the signal's reason where it is aborted
 */
export async function launchDurable(options: LaunchOptions): Promise<DurableEngine> {
  const { store, log, application = 'backlot', takeOverEveryMs = usualTakeOverEveryMs, workflows } = options;
  if (DBOS.isInitialized()) {
    throw new RegisteredError('internal-fault', { reason: 'the durable engine was launched twice in one process' });
  }
  const executor = await becomeExecutor(store, application, options.signal);
  if (executor === undefined) {
    const reason = 'too many processes use it';
    throw new RegisteredError('durable-engine-not-starting', { target: store.server.place, reason });
  }
  const guard = createGuard(options, executor);
  const registered = new Map<AnyWorkflow, (input: unknown) => Promise<unknown>>();
  const pool = openEnginePool(options);
  const letGo = async (): Promise<void> => {
    try {
      await pool.end();
    } finally {
      await executor.release();
    }
  };
  try {
    for (const workflow of workflows) {
      const runGuarded = async (input: unknown): Promise<unknown> => {
        const owner = await guard.ownerOf(DBOS.workflowID ?? '');
        return workflow.run(stepsOf(guard, owner), input).catch((thrown: unknown) => {
          throw keepFailure(thrown);
        });
      };
      registered.set(workflow, DBOS.registerWorkflow(runGuarded, { name: workflow.name }));
    }
    await startEngine(options, pool, application, executor.id);
  } catch (thrown) {
    await letGo();
    throw thrown;
  }
  const scope = { application, applicationVersion: versionOf(application), ownExecutorId: executor.id };
  let looking: Promise<unknown> | undefined;
  const look = (): void => {
    // A look that takes longer than the pause is not joined by a second one.
    looking ??= takeOver(store, scope, log)
      .catch((thrown: unknown) => log.warn('could not look for workflows to take over', { reason: String(thrown) }))
      .finally(() => {
        looking = undefined;
      });
  };
  look();
  const timer = setInterval(look, takeOverEveryMs);
  timer.unref();

  return {
    run: async <Input, Output>(workflow: DurableWorkflow<Input, Output>, id: string, input: Input): Promise<Output> => {
      const start = registered.get(workflow);
      if (start === undefined) {
        const reason = `the durable engine was launched without the workflow ${workflow.name}`;
        throw new RegisteredError('internal-fault', { reason });
      }
      const outcome = async (): Promise<unknown> => {
        // Starting a run that a killed process left would be the same, but the engine warns of it.
        const known = await DBOS.getWorkflowStatus(id);
        const handle =
          known === null ? await DBOS.startWorkflow(start, { workflowID: id })(input) : DBOS.retrieveWorkflow(id);
        return handle.getResult();
      };
      try {
        // The engine keeps results as JSON and cannot know their type; the workflow does.
        return (await Promise.race([guard.lost, outcome()])) as Output;
      } catch (thrown) {
        throw revealFailure(thrown);
      }
    },
    close: async () => {
      clearInterval(timer);
      try {
        await looking;
        await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: closePatienceMs });
      } finally {
        await letGo();
      }
    },
  };
}
