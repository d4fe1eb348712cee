/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { killProcesses, startProcess } from '../../testing/backlot-process.ts';
import { disposeDataDir, postmasterPid } from '../../testing/embedded-server.ts';
import { temporaryDir } from '../../testing/temporary-dir.ts';

/** Each would break a connection that it reaches. */
const nonsense = {
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c bogus=1',
  PGHOST: 'nowhere.invalid',
  PGPORT: '1',
  PGUSER: 'stranger',
  PGDATABASE: 'elsewhere',
  PGPASSWORD: 'wrong',
  PGAPPNAME: 'another',
  PGBINARY: '1',
  PGREPLICATION: 'soup',
  PGCLIENT_ENCODING: 'soup',
  PGCONNECT_TIMEOUT: 'soup',
};

let parent: string;

beforeAll(() => {
  parent = temporaryDir('environment');
});
afterEach(killProcesses);
afterAll(() => disposeDataDir(parent), 30_000);

describe('the embedded server', () => {
  it.each([
    ['PGSSLMODE', { PGSSLMODE: 'require' }],
    ['PGOPTIONS', { PGOPTIONS: '-c bogus=1' }],
    ['every PG* variable', nonsense],
  ])(
    'serves the store, its locks and the durable engine whatever %s says',
    async (name, env) => {
      const dataDir = join(parent, name.replaceAll('*', ''), 'data');
      const checking = startProcess('testing/store-process.ts', { args: [dataDir, 'backlot', 'check-1'], env });
      expect(await checking.said<object>('open')).toMatchObject({ kind: 'embedded', place: dataDir });
      expect(await checking.said<object>('checked')).toBeDefined();
      expect(await checking.said('closed')).toBe(true);
      expect(postmasterPid(dataDir)).toBeUndefined();
    },
    30_000,
  );
});
