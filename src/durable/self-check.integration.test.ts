/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../kernel/index.ts';
import type { BacklotProcess } from '../../testing/backlot-process.ts';
import { killProcesses, startProcess } from '../../testing/backlot-process.ts';
import { disposeDataDir, postmasterPid, until } from '../../testing/embedded-server.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { temporaryDir } from '../../testing/temporary-dir.ts';
import { sharedTestDataDir, useTestStore } from '../../testing/test-store.ts';
import { openStore } from '../store/index.ts';
import { launchDurable } from './launch-durable.ts';
import type { SelfCheckResult } from './self-check.ts';
import { createSelfCheck, runSelfCheck, selfCheckApplication, selfCheckSteps } from './self-check.ts';

/** The pattern for the crash tests of later workflows: a process, a break-point, a kill, another process. */
const store = useTestStore('self_check');

afterEach(killProcesses);

const startCheck = (checkId: string, env: Readonly<Record<string, string>> = {}): BacklotProcess =>
  startProcess('testing/store-process.ts', { args: [sharedTestDataDir, store().schema, checkId], env });

interface StepRow {
  readonly step: number;
  readonly attempts: number;
  readonly recorded_by_pid: number;
}

const recordsOf = (checkId: string): Promise<readonly StepRow[]> =>
  store().database.query<StepRow>(
    'select step, attempts, recorded_by_pid from durability_check_step where check_id = $1 order by step',
    [checkId],
  );

const steps = Array.from({ length: selfCheckSteps }, (_, index) => index + 1);

/** Where the process is killed, which steps it has recorded by then, and which one is tried a second time. */
const breakPoints = [
  { at: 'self-check/before-step-1', before: 0, twice: 0 },
  ...steps.flatMap((step) => [
    { at: `self-check/in-step-${step}`, before: step, twice: step },
    { at: `self-check/after-step-${step}`, before: step, twice: 0 },
  ]),
];

describe('the durability self-check', () => {
  it('records each step once where nothing is killed, and says nothing on the terminal', async () => {
    const process = startCheck('undisturbed');
    expect(await process.said<SelfCheckResult>('checked')).toMatchObject({ exactlyOnce: true, repeatedSteps: 0 });
    await process.ended;
    expect(process.stderr()).toBe('');
  }, 30_000);

  it.each(breakPoints)(
    'goes on exactly once after kill -9 at $at',
    async ({ at, before, twice }) => {
      const killed = startCheck(at, { BACKLOT_TEST_MODE: '1', BACKLOT_TEST_BREAK_POINT: at });
      expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' });
      const recorded = await recordsOf(at);
      expect(recorded.map(({ step }) => step)).toEqual(steps.slice(0, before));

      const next = startCheck(at);
      expect(await next.said<SelfCheckResult>('checked')).toMatchObject({
        exactlyOnce: true,
        repeatedSteps: twice === 0 ? 0 : 1,
      });
      const finished = await recordsOf(at);
      expect(finished.map(({ step, attempts }) => ({ step, attempts }))).toEqual(
        steps.map((step) => ({ step, attempts: step === twice ? 2 : 1 })),
      );
      // What the killed process did stays as it did it.
      expect(finished.filter(({ recorded_by_pid }) => recorded_by_pid === killed.child.pid)).toHaveLength(before);
    },
    30_000,
  );

  it('is taken over by another process that lives on', async () => {
    const selfCheck = createSelfCheck(store().database);
    const engine = await launchDurable({
      store: store(),
      log: silentLog,
      application: selfCheckApplication,
      takeOverEveryMs: 200,
      workflows: [selfCheck],
    });
    try {
      const at = 'self-check/after-step-1';
      const killed = startCheck('taken-over', { BACKLOT_TEST_MODE: '1', BACKLOT_TEST_BREAK_POINT: at });
      expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
      await until(async () => (await recordsOf('taken-over')).length === selfCheckSteps);
      const records = await recordsOf('taken-over');
      expect(records.map(({ attempts }) => attempts)).toEqual(steps.map(() => 1));
      expect(records.map(({ recorded_by_pid }) => recorded_by_pid)).toEqual([
        killed.child.pid,
        process.pid,
        process.pid,
      ]);
    } finally {
      await engine.close();
    }
  }, 60_000);

  it('lets several processes start at once on new tables, each with a check of its own', async () => {
    const names = ['at-once-1', 'at-once-2', 'at-once-3'];
    const schema = `${store().schema}_at_once`;
    const all = names.map((name) =>
      startProcess('testing/store-process.ts', { args: [sharedTestDataDir, schema, name] }),
    );
    const checked = await Promise.all(all.map((one) => one.said<SelfCheckResult>('checked')));
    expect(checked.map(({ checkId, exactlyOnce }) => ({ checkId, exactlyOnce }))).toEqual(
      names.map((checkId) => ({ checkId, exactlyOnce: true })),
    );
    for (const { ended } of all) expect(await ended).toMatchObject({ code: 0 });
    await store().database.query(`drop schema "${schema}" cascade`);
    await store().database.query(`drop schema "${schema}_durable" cascade`);
  }, 60_000);

  it('lets two processes run the same check at once, and still records each step once', async () => {
    const both = [startCheck('shared'), startCheck('shared')];
    for (const one of both) {
      expect(await one.said<SelfCheckResult>('checked')).toMatchObject({ checkId: 'shared', exactlyOnce: true });
    }
    expect((await recordsOf('shared')).map(({ attempts }) => attempts)).toEqual(steps.map(() => 1));
  }, 60_000);

  it('goes on when PostgreSQL is killed under it', async () => {
    const dataDir = temporaryDir('durable');
    try {
      const own = await openStore({
        config: { dataDir, database: { url: undefined } },
        clock: systemClock,
        log: silentLog,
      });
      // The check stands still at its second step until the trigger is off.
      await own.database.query(`create function wait_for_kill() returns trigger language plpgsql as $$
        begin perform pg_sleep(case when new.step = 2 then 600 else 0 end); return new; end $$`);
      await own.database.query(`create trigger wait_for_kill before insert on durability_check_step
        for each row execute function wait_for_kill()`);
      const checking = runSelfCheck({ store: own, clock: systemClock, log: silentLog, checkId: 'killed-under' });
      await until(async () => {
        const [found] = await own.database.query<{ waits: boolean }>(
          `select count(*) > 0 as waits from pg_stat_activity where wait_event = 'PgSleep'`,
        );
        return found?.waits === true;
      });
      const pid = postmasterPid(dataDir)!;
      process.kill(pid, 'SIGKILL');
      await until(() =>
        own.database.query('alter table durability_check_step disable trigger wait_for_kill').then(
          () => true,
          () => false,
        ),
      );
      expect(await checking).toMatchObject({ exactlyOnce: true, checkId: 'killed-under' });
      expect(postmasterPid(dataDir)).not.toBe(pid);
      await own.close();
    } finally {
      await disposeDataDir(dataDir);
    }
  }, 90_000);
});
