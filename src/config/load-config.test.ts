import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../kernel/index.ts';
import type { ConfigProblem } from '../kernel/index.ts';
import { loadConfig } from './load-config.ts';
import type { ConfigSources } from './load-config.ts';
import { checkConfigText } from './read-config-file.ts';

const nowhere: ConfigSources = {
  environment: { HOME: '/nonexistent' },
  currentDir: '/nonexistent',
  isRoot: false,
};

async function problemsOf(sources: ConfigSources): Promise<readonly ConfigProblem[]> {
  try {
    await loadConfig(sources);
  } catch (thrown) {
    if (thrown instanceof RegisteredError && thrown.code === 'config-invalid') {
      return (thrown as RegisteredError<'config-invalid'>).details.problems;
    }
    throw thrown;
  }
  return [];
}

describe('checkConfigText', () => {
  it('accepts an empty file and empty sections', () => {
    expect(checkConfigText('', 'b.yaml').problems).toEqual([]);
    expect(checkConfigText('database:\nlog:\n', 'b.yaml').problems).toEqual([]);
  });

  it('reports every mistake at its own line and column', () => {
    const text = ['dataDir: 7', 'telemetry:', '  port: 99999', 'log: { level: loud }', 'dockr: {}', ''].join('\n');
    const { problems } = checkConfigText(text, 'b.yaml');
    expect(problems).toEqual([
      { place: 'b.yaml:1:10', found: 'dataDir = 7', accepted: 'a path' },
      { place: 'b.yaml:3:9', found: 'telemetry.port = 99999', accepted: 'a whole number from 1 to 65535' },
      { place: 'b.yaml:4:15', found: 'log.level = "loud"', accepted: 'one of silent, error, warn, info, debug' },
      {
        place: 'b.yaml:5:1',
        found: 'the unknown key "dockr"',
        accepted: 'one of dataDir, database, docker, telemetry, estate, log (did you mean docker?)',
      },
    ]);
  });

  it('names the keys of the section where an unknown one stands', () => {
    const [problem] = checkConfigText('telemetry:\n  prot: 1\n', 'b.yaml').problems;
    expect(problem).toEqual({
      place: 'b.yaml:2:3',
      found: 'the unknown key "prot"',
      accepted: 'one of port, grpcPort (did you mean port?)',
    });
  });

  it('names the keys of the members of a list where an unknown one stands', () => {
    const text = 'estate:\n  owners:\n    - { component: web, owner: x }\n    - web\n';
    expect(checkConfigText(text, 'b.yaml').problems).toMatchObject([
      { place: 'b.yaml:3:7', found: 'estate.owners.0.components = nothing' },
      {
        place: 'b.yaml:3:9',
        found: 'the unknown key "component"',
        accepted: 'one of components, owner (did you mean components?)',
      },
      { place: 'b.yaml:4:7', found: 'estate.owners.1 = "web"' },
    ]);
  });

  it('never repeats a database URL', () => {
    const { problems } = checkConfigText('database:\n  url: mysql://me:hunter2@db/x\n', 'b.yaml');
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('reports YAML that does not parse, duplicate keys among it, at their place', () => {
    expect(checkConfigText('log: {\n', 'b.yaml').problems[0]?.place).toMatch(/^b\.yaml:\d+:\d+$/);
    expect(checkConfigText('dataDir: /a\ndataDir: /b\n', 'b.yaml').problems[0]?.place).toBe('b.yaml:2:1');
  });

  it.each([
    ['in the place of its section', 'database: postgres://ada:hunter2@db/x\n'],
    ['in a list', 'database:\n  - url: postgres://ada:hunter2@db/x\n'],
    ['as the whole file', 'postgres://ada:hunter2@db/x\n'],
    ['as an unknown key', 'postgres://ada:hunter2@db/x: 1\n'],
    ['in the address of an engine', 'docker: { host: "foo://ada:hunter2@db:1" }\n'],
  ])('repeats no password %s', (_where, text) => {
    const { problems } = checkConfigText(text, 'b.yaml');
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('goes on checking after a key that stands twice', () => {
    const { problems } = checkConfigText('dataDir: /a\ndataDir: /b\nfoo: 1\nlog: { level: loud }\n', 'b.yaml');
    expect(problems.map(({ place }) => place).sort()).toEqual(['b.yaml:2:1', 'b.yaml:3:1', 'b.yaml:4:15']);
  });

  it('lists no more mistakes than anybody mends', () => {
    const unknown = Array.from({ length: 2_000 }, (_, index) => `key${index}: 1`).join('\n');
    expect(checkConfigText(unknown, 'b.yaml').problems).toHaveLength(51);
    expect(checkConfigText('a: 1\n'.repeat(2_000), 'b.yaml').problems).toHaveLength(51);
  });

  it('refuses a file that is not a mapping, and one whose aliases unfold without end', () => {
    expect(checkConfigText('- a\n- b\n', 'b.yaml').problems[0]?.accepted).toContain('a mapping');
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe']) bomb.push(`${name}: &${name} [${`*${of}, `.repeat(9)}]`);
    expect(checkConfigText(bomb.join('\n'), 'b.yaml').problems.length).toBeGreaterThan(0);
  });

  it('treats hostile keys as unknown keys', () => {
    const { problems } = checkConfigText('__proto__: { dataDir: /x }\nconstructor: 1\n', 'b.yaml');
    expect(problems.length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)['dataDir']).toBeUndefined();
  });
});

describe('loadConfig', () => {
  it('gives frozen defaults under the XDG data home', async () => {
    const config = await loadConfig(nowhere);
    expect(config.dataDir).toBe('/nonexistent/.local/share/backlot');
    expect(config.telemetry.port).toBe(4318);
    expect(Object.isFrozen(config) && Object.isFrozen(config.telemetry)).toBe(true);
  });

  it('gives root a data directory that PostgreSQL can enter, and everybody the XDG data home they name', async () => {
    expect((await loadConfig({ ...nowhere, isRoot: true })).dataDir).toBe('/var/lib/backlot');
    const environment = { HOME: '/h', XDG_DATA_HOME: '/data' };
    expect((await loadConfig({ ...nowhere, environment })).dataDir).toBe('/data/backlot');
    const relative = { HOME: '/h', XDG_DATA_HOME: 'data' };
    expect((await loadConfig({ ...nowhere, environment: relative })).dataDir).toBe('/h/.local/share/backlot');
  });

  it('lets the command line win over the environment, and takes relative paths from the current folder', async () => {
    const environment = { HOME: '/h', BACKLOT_DATA_DIR: 'from-environment' };
    expect((await loadConfig({ ...nowhere, environment })).dataDir).toBe('/nonexistent/from-environment');
    expect((await loadConfig({ ...nowhere, environment, dataDir: '/given' })).dataDir).toBe('/given');
  });

  it('reports every wrong and unknown variable at once, without passwords', async () => {
    const problems = await problemsOf({
      ...nowhere,
      environment: {
        HOME: '/h',
        BACKLOT_TELEMETRY_PORT: '4318x',
        BACKLOT_DATADIR: '/x',
        DATABASE_URL: 'mysql://me:hunter2@db/x',
        BACKLOT_TEST_ANYTHING: '1',
      },
    });
    expect(problems.map(({ place }) => place).sort()).toEqual([
      'environment variable BACKLOT_DATADIR',
      'environment variable BACKLOT_TELEMETRY_PORT',
      'environment variable DATABASE_URL',
    ]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
    expect(problems.find(({ place }) => place.endsWith('DATADIR'))?.accepted).toContain(
      'did you mean BACKLOT_DATA_DIR?',
    );
  });

  it('takes an empty HOME for none, and refuses an empty data directory', async () => {
    const config = await loadConfig({ ...nowhere, environment: { HOME: '' } });
    expect(config.dataDir).toMatch(/^\//);
    expect(await problemsOf({ ...nowhere, dataDir: '' })).toEqual([
      { place: 'option --data-dir', found: '""', accepted: 'a path' },
    ]);
  });

  it('says so when a named file is not there', async () => {
    await expect(loadConfig({ ...nowhere, configPath: 'missing.yaml' })).rejects.toMatchObject({
      code: 'config-unreadable',
    });
  });
});
