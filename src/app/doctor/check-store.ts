import { freeSpaceBytes } from '../../../connectors/host/index.ts';
import type { Config } from '../../config/index.ts';
import { runSelfCheck } from '../../durable/index.ts';
import type { SelfCheckResult } from '../../durable/index.ts';
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

const durable = { name: 'durable engine', neededFor: 'work that survives a crash' };

/**
 * What a self-check that nothing disturbed shows: then no step may have been tried twice.
 *
 * @param check - What it measured.
 */
export function durableFinding({ exactlyOnce, repeatedSteps, durationMs }: SelfCheckResult): Finding {
  if (exactlyOnce && repeatedSteps === 0) {
    const found = `a workflow's steps were recorded exactly once, in ${formatDuration(durationMs)}`;
    return { ...durable, state: 'ok', found };
  }
  return {
    ...durable,
    state: 'failed',
    found: exactlyOnce
      ? `steps of a workflow ran twice though nothing crashed: ${repeatedSteps}`
      : 'a step of a workflow was lost, or ran again after it had been remembered',
    remedy: 'Run it again; where it says the same, it is a defect: report it with what this command prints.',
  };
}

/**
 * Opens the database, which makes or starts the embedded one where needed, and lets the durable engine prove on it that
 * finished steps are remembered exactly once.
 *
 * @param config - Which database.
 * @param context - Time, log and progress.
 */
export async function checkStore(config: Config, { clock, log, progress, signal }: VerbContext): Promise<Finding[]> {
  const database = { name: 'database', neededFor: 'cases, facts and records' };
  let stage: typeof database = database;
  const findings: Finding[] = [];
  try {
    const store = await openStore({
      config,
      clock,
      log,
      signal,
      progress: (state) => progress.step('database', state),
    });
    try {
      const { kind, version, place } = store.server;
      findings.push({ ...database, state: 'ok', found: `PostgreSQL ${version}, ${kind}, ${place}` });
      stage = durable;
      progress.step('durable engine', 'checking that steps are remembered exactly once');
      const check = await runSelfCheck({ store, clock, log, signal });
      findings.push(durableFinding(check));
    } finally {
      await store.close();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    const { message, remedy } = asRegisteredError(thrown);
    findings.push({ ...stage, state: 'failed', found: message, remedy });
  }
  return findings;
}
