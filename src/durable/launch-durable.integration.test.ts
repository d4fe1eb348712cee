/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { RegisteredError, systemClock } from '../kernel/index.ts';
import type { SessionLock } from '../store/index.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { useTestStore } from '../../testing/test-store.ts';
import type { DurableWorkflow } from './durable-workflow.ts';
import { launchDurable } from './launch-durable.ts';
import type { AnyWorkflow, DurableEngine } from './launch-durable.ts';
import { runSelfCheck } from './self-check.ts';

const store = useTestStore('launch_durable');

const launch = (
  application: string,
  workflow: AnyWorkflow,
  more: { lockPatienceMs?: number } = {},
): Promise<DurableEngine> =>
  launchDurable({ store: store(), log: silentLog, application, workflows: [workflow], ...more });

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

const executorLock = (application: string): string => `executor/${application}/executor-1`;

const lockHolders = (application: string): Promise<readonly { pid: number }[]> =>
  store().database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
       and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
    [`backlot/${store().schema}/${executorLock(application)}`],
  );

const cutLock = async (application: string): Promise<void> => {
  const [holder] = await lockHolders(application);
  await store().database.query('select pg_terminate_backend($1, 5000)', [holder?.pid]);
};

describe('a durable failure', () => {
  it.each([1, 2])(
    'is the same registered error in a later process (attempts: %d)',
    async (attempts) => {
      const error = new RegisteredError('data-dir-damaged', { path: '/srv/x', problem: 'it is gone' });
      const failing: DurableWorkflow<null, null> = {
        name: 'failing',
        run: (steps) => steps.step('fail', () => Promise.reject(error), { attempts, firstPauseMs: 10 }),
      };
      const ask = async (): Promise<unknown> => {
        const engine = await launch('failing', failing);
        try {
          return await caught(engine.run(failing, `failing-${attempts}`, null));
        } finally {
          await engine.close();
        }
      };
      const { code, message, exitCode, remedy } = error;
      for (const failure of [await ask(), await ask()]) {
        expect(failure).toBeInstanceOf(RegisteredError);
        expect(failure).toMatchObject({ code, message, exitCode, remedy });
      }
    },
    30_000,
  );
});

describe('an executor whose lock is lost', () => {
  const threeSteps = (done: number[], between: () => Promise<void>): DurableWorkflow<null, string> => ({
    name: 'three-steps',
    run: async (steps) => {
      for (const step of [1, 2, 3]) {
        await steps.step(`step-${step}`, () => {
          done.push(step);
          return Promise.resolve(null);
        });
        if (step === 1) await between();
      }
      return 'finished';
    },
  });

  it('goes on with each step once when it holds it again', async () => {
    const done: number[] = [];
    const workflow = threeSteps(done, () => cutLock('cut'));
    const engine = await launch('cut', workflow);
    try {
      expect(await engine.run(workflow, 'cut', null)).toBe('finished');
      expect(done).toEqual([1, 2, 3]);
      expect(await store().tryLock(executorLock('cut'))).toBeUndefined();
    } finally {
      await engine.close();
    }
  }, 30_000);

  it('starts no further step while another process is that executor', async () => {
    const done: number[] = [];
    let other: SessionLock | undefined;
    const workflow = threeSteps(done, async () => {
      // Cut until somebody else is faster.
      const waiting = store().tryLock(executorLock('other'), { patienceMs: 20_000 });
      while (other === undefined) {
        await cutLock('other');
        other = (await Promise.race([waiting, systemClock.sleep(200)])) ?? undefined;
      }
    });
    const engine = await launch('other', workflow, { lockPatienceMs: 1_000 });
    try {
      expect(await caught(engine.run(workflow, 'other', null))).toMatchObject({ code: 'durable-executor-lost' });
      expect(done).toEqual([1]);
    } finally {
      await other?.release();
      await engine.close();
    }
  }, 60_000);
});

describe('the self-check', () => {
  it('notices that a step ran again after it was remembered', async () => {
    const { database } = store();
    await database.query(`create function run_again() returns trigger language plpgsql as $$
      begin
        update durability_check_step set attempts = attempts + 1 where check_id = new.check_id and step = 1;
        return new;
      end $$`);
    await database.query(`create trigger run_again after insert on durability_check_step
      for each row when (new.step = 3) execute function run_again()`);
    try {
      const check = await runSelfCheck({ store: store(), clock: systemClock, log: silentLog, checkId: 'forged' });
      expect(check).toMatchObject({ exactlyOnce: false, repeatedSteps: 1 });
    } finally {
      await database.query('drop trigger run_again on durability_check_step');
    }
  }, 30_000);

  it('stops when it is aborted, and lets go of the engine', async () => {
    const stop = new Error('stop');
    const options = { store: store(), clock: systemClock, log: silentLog };
    await expect(runSelfCheck({ ...options, signal: AbortSignal.abort(stop) })).rejects.toBe(stop);
    expect(await runSelfCheck(options)).toMatchObject({ exactlyOnce: true });
  }, 30_000);
});
