import { freeSpaceBytes } from '../../../connectors/host/index.ts';
import type { Config } from '../../config/index.ts';
import { runSelfCheck } from '../../durable/index.ts';
import { asRegisteredError, formatDuration } from '../../kernel/index.ts';
import { openStore } from '../../store/index.ts';
import type { VerbContext } from '../verb.ts';
import { formatGib } from './check.ts';
import type { Finding } from './check.ts';

/** Below this an initial database (some 50 MB) and a first record still fit, but a day's work may not. */
const scarceBytes = 1024 ** 3;

/**
 * Looks how much space is left where Backlot keeps its own.
 *
 * @param config - Where that is.
 */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const base = { name: 'disk', neededFor: 'the database, the records and the images of replicas' };
  try {
    const free = await freeSpaceBytes(dataDir);
    const found = `${formatGib(free)} free for ${dataDir}`;
    if (free >= scarceBytes) return { ...base, state: 'ok', found };
    return {
      ...base,
      state: 'warn',
      found,
      remedy: 'Free some space, or name another folder with --data-dir, BACKLOT_DATA_DIR or dataDir in backlot.yaml.',
    };
  } catch (thrown) {
    return { ...base, state: 'warn', found: asRegisteredError(thrown).message };
  }
}

/**
 * Opens the database, which makes or starts the embedded one where needed, and lets the durable engine prove on it that
 * finished steps are remembered exactly once.
 *
 * @param config - Which database.
 * @param context - Time, log and progress.
 */
export async function checkStore(config: Config, { clock, log, progress }: VerbContext): Promise<Finding[]> {
  const database = { name: 'database', neededFor: 'cases, facts and records' };
  const durable = { name: 'durable engine', neededFor: 'work that survives a crash' };
  let stage: typeof database = database;
  const findings: Finding[] = [];
  try {
    const store = await openStore({ config, clock, log, progress: (state) => progress.step('database', state) });
    try {
      const { kind, version, place } = store.server;
      findings.push({ ...database, state: 'ok', found: `PostgreSQL ${version}, ${kind}, ${place}` });
      stage = durable;
      progress.step('durable engine', 'checking that steps are remembered exactly once');
      const check = await runSelfCheck({ store, clock, log });
      findings.push({
        ...durable,
        state: check.exactlyOnce ? 'ok' : 'failed',
        found: check.exactlyOnce
          ? `a workflow's steps were recorded exactly once, in ${formatDuration(check.durationMs)}`
          : 'a step of a workflow was lost or recorded twice',
        ...(check.exactlyOnce ? {} : { remedy: 'This is a defect: report it with what this command prints.' }),
      });
    } finally {
      await store.close();
    }
  } catch (thrown) {
    const { message, remedy } = asRegisteredError(thrown);
    findings.push({ ...stage, state: 'failed', found: message, remedy });
  }
  return findings;
}
