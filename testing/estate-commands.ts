import { afterAll, beforeAll } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../src/kernel/index.ts';
import { openStore } from '../src/store/index.ts';
import type { Store } from '../src/store/index.ts';
import { killCommands, startCommand } from './command.ts';
import type { RunningCommand } from './command.ts';
import { databaseText } from './database-text.ts';
import { silentLog } from './silent-log.ts';
import { removeTemporaryDirs, temporaryDir } from './temporary-dir.ts';

/** What a command said and how it ended. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands that ask and tell of estates, each in a process of its own, all on one database. */
export interface EstateCommands {
  /** Starts one and lets it run. */
  start(words: readonly string[], env?: Readonly<Record<string, string>>): RunningCommand;
  /** Runs one to its end. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Said>;
  /** Runs one that must succeed or end with a given code, and gives its JSON. */
  json<Result>(words: readonly string[], code?: number): Promise<Result>;
  /** Everything that the database holds. */
  databaseText(): Promise<string>;
  /** The number of rows of a table. */
  count(table: string): Promise<number>;
}

/**
 * Gives a test file a database of its own, and commands that use it.
 *
 * @param purpose - Names the folder.
 */
export function useEstateCommands(purpose: string): EstateCommands {
  let store: Store | undefined;
  let dataDir = '';
  // A server that stays up for the whole file: starting one for each command would take a second each time.
  beforeAll(async () => {
    dataDir = join(temporaryDir(purpose), 'data');
    store = await openStore({
      config: { dataDir, database: { url: undefined } },
      clock: systemClock,
      log: silentLog,
    });
  }, 120_000);
  afterAll(async () => {
    killCommands();
    await store?.close();
    removeTemporaryDirs();
  }, 60_000);
  const database = () => {
    if (store === undefined) throw new Error('the database is there from beforeAll on');
    return store.database;
  };
  const start: EstateCommands['start'] = (words, env = {}) =>
    startCommand(words, { env: { BACKLOT_DATA_DIR: dataDir, ...env } });
  const run: EstateCommands['run'] = (words, env) => start(words, env).ended;
  return {
    start,
    run,
    json: async <Result>(words: readonly string[], code = 0) => {
      const said = await run([...words, '--output', 'json', '--quiet']);
      if (said.code !== code) throw new Error(`backlot ${words.join(' ')} ended with ${said.code}: ${said.stderr}`);
      return JSON.parse(said.stdout) as Result;
    },
    databaseText: () => databaseText(database()),
    count: async (table) => {
      const [row] = await database().query<{ count: number }>(`select count(*)::int as count from ${table}`);
      return row?.count ?? 0;
    },
  };
}

/**
 * Writes a file of a test.
 *
 * @param folder - Where.
 * @param name - Of the file.
 * @param content - Text, bytes, or data that is written as JSON.
 * @returns The path.
 */
export function written(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}
