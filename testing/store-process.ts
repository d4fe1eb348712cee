/** Opens the store, says so, waits to be told to leave (SIGTERM) or killed, and closes it: a Backlot of tests. */
import { asRegisteredError, systemClock } from '../src/kernel/index.ts';
import { runSelfCheck } from '../src/durable/index.ts';
import { openStore } from '../src/store/index.ts';
import { silentLog } from './silent-log.ts';

const say = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

const [dataDir = '', schema = 'backlot', checkId] = process.argv.slice(2);
const toldToLeave = new Promise<void>((resolve) => process.on('SIGTERM', resolve));

try {
  const url = process.env['DATABASE_URL'];
  const store = await openStore({
    config: { dataDir, database: { url } },
    clock: systemClock,
    log: silentLog,
    schema,
  });
  try {
    const [server] = await store.database.query<{ started: string }>(
      'select pg_postmaster_start_time()::text as started',
    );
    say({ open: { ...store.server, ...server } });
    if (checkId === undefined) await toldToLeave;
    else say({ checked: await runSelfCheck({ store, clock: systemClock, log: silentLog, checkId }) });
  } finally {
    await store.close();
  }
  say({ closed: true });
} catch (thrown) {
  const { code, message, exitCode } = asRegisteredError(thrown);
  say({ failed: { code, message, exitCode } });
  process.exitCode = exitCode;
}
