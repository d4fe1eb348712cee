import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineVerb } from '../../app/index.ts';
import { durationMsSchema, RegisteredError, systemClock } from '../../kernel/index.ts';
import { runCli } from './run-cli.ts';

const greet = defineVerb({
  path: ['people', 'greet'],
  summary: 'greet somebody',
  examples: [{ line: 'backlot people greet Ada', does: 'greets Ada' }],
  parameters: z.strictObject({
    name: z.string().describe('whom to greet').meta({ positional: 0 }),
    times: z.int({ error: 'a whole number from 1' }).min(1, { error: 'a whole number from 1' }).default(1),
    every: durationMsSchema.prefault('1s').describe('how far apart'),
    loudly: z.boolean().default(false).describe('shout'),
    set: z
      .record(z.string(), z.string({ error: 'NAME=VALUE' }))
      .default({})
      .describe('anything else'),
    fail: z.boolean().default(false),
  }),
  result: z.strictObject({
    name: z.string(),
    times: z.number(),
    everyMs: z.number(),
    loudly: z.boolean(),
    set: z.record(z.string(), z.string()),
  }),
  run: ({ name, times, every, loudly, set, fail }, { progress }) => {
    progress.step('greeting', 'on its way');
    if (fail) throw new RegisteredError('usage-invalid', { problem: 'no greeting', command: 'backlot people greet' });
    return Promise.resolve({ name, times, everyMs: every, loudly, set });
  },
  present: ({ name }) => [{ kind: 'paragraph', text: `Hello ${name}` }],
  exitCode: ({ times }) => (times > 5 ? 3 : 0),
});

const steal = defineVerb({
  path: ['people', 'list'],
  summary: 'list people',
  examples: [],
  parameters: z.strictObject({}),
  result: z.strictObject({}),
  run: () => Promise.reject(new Error('secret plan failed')),
  present: () => [],
});

type Written = { code: number; stdout: string; stderr: string };

const run = (...words: string[]): Promise<Written> => runOn(undefined, ...words);

/** Runs a command whose output goes somewhere that fails so. */
async function runOn(failure: string | undefined, ...words: string[]): Promise<Written> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written): NodeJS.WriteStream => {
    const write = (text: string, done?: (failure?: Error | null) => void): boolean => {
      written[name] += text;
      const isFailing = name === 'stdout' && failure !== undefined;
      done?.(isFailing ? Object.assign(new RangeError(failure), { code: failure }) : null);
      return true;
    };
    return { isTTY: false, write } as unknown as NodeJS.WriteStream;
  };
  const code = await runCli(
    {
      identity: {
        name: 'backlot',
        version: '9.9.9',
        description: 'a test',
        examples: [{ line: 'backlot people greet Ada', does: 'greets' }],
      },
      verbs: [greet, steal],
      groups: [{ path: ['people'], summary: 'those whom we know' }],
    },
    {
      words,
      environment: {},
      currentDir: '/',
      isRoot: false,
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      clock: systemClock,
      signal: new AbortController().signal,
    },
  );
  return { code, ...written };
}

describe('runCli', () => {
  it('says where a result could not be written, and is quiet where its reader went away', async () => {
    const full = await runOn('ENOSPC', 'people', 'greet', 'Ada');
    expect(full.code).toBe(3);
    expect(full.stderr).toContain('output-not-written');
    expect(await runOn('EPIPE', 'people', 'greet', 'Ada')).toMatchObject({ code: 0 });
  });

  it.each([[[]], [['--help']], [['people', 'greet', '--help']], [['--version']]])(
    'says so of help too: %j',
    async (words) => {
      const full = await runOn('ENOSPC', ...words);
      expect(full.code).toBe(3);
      expect(full.stderr).toContain('output-not-written');
      expect(await runOn('EPIPE', ...words)).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('runs a verb with arguments and options, results to stdout and progress to stderr', async () => {
    const { code, stdout, stderr } = await run('people', 'greet', 'Ada', '--times', '2');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Hello Ada\n', stderr: 'greeting: on its way\n' });
  });

  it('prints exactly the result with --output json', async () => {
    const { stdout } = await run(
      'people',
      'greet',
      'Ada',
      '--every',
      '1m30s',
      '--loudly',
      '--set',
      'A=1',
      '--set',
      'B=x=y',
      '--output',
      'json',
    );
    expect(JSON.parse(stdout)).toEqual({
      name: 'Ada',
      times: 1,
      everyMs: 90_000,
      loudly: true,
      set: { A: '1', B: 'x=y' },
    });
  });

  it('is silent on stderr with --quiet', async () => {
    expect((await run('people', 'greet', 'Ada', '--quiet')).stderr).toBe('');
  });

  it('lets a result decide the exit code', async () => {
    expect((await run('people', 'greet', 'Ada', '--times', '6')).code).toBe(3);
  });

  it.each([
    [['people', 'greet']],
    [['people', 'greet', 'Ada', 'Grace']],
    [['people', 'greet', 'Ada', '--times', 'two']],
    [['people', 'greet', 'Ada', '--times', '0']],
    [['people', 'greet', 'Ada', '--every', '5']],
    [['people', 'greet', 'Ada', '--lowdly']],
    [['people', 'greet', 'Ada', '--set', 'A']],
    [['people', 'greet', 'Ada', '--output', 'xml']],
    [['people', 'gret', 'Ada']],
    [['peple']],
    [['people']],
  ])('refuses %j with the words, the remedy and exit code 2', async (words) => {
    const { code, stdout, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error \(usage-invalid\): \S/);
    expect(stderr).toMatch(/remedy: See `backlot.* --help`/);
  });

  it('names the option, what was found and what is accepted', async () => {
    const { stderr } = await run('people', 'greet', 'Ada', '--times', 'two', '--every', '5');
    expect(stderr).toContain('--times: found "two"; accepted: a whole number from 1');
    expect(stderr).toContain('--every: found "5"; accepted: a duration with a unit');
  });

  it('repeats of pairs only the one that is wrong', async () => {
    const { stderr } = await run('people', 'greet', 'Ada', '--set', 'PASSWORD=hunter2', '--set', 'B');
    expect(stderr).toContain('--set: found "B"');
    expect(stderr).not.toContain('hunter2');
  });

  it('tells an error as one line of JSON where JSON was asked for, and keeps stdout empty', async () => {
    const { stdout, stderr } = await run('people', 'greet', 'Ada', '--fail', '--quiet', '--output', 'json');
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'usage-invalid', exitCode: 2, message: 'no greeting' } });
  });

  it('calls what no code covers a defect', async () => {
    const { code, stderr } = await run('people', 'list');
    expect(code).toBe(70);
    expect(stderr).toContain('internal-fault');
  });

  it('shows help with the verbs, their options and examples, and exits 0', async () => {
    const root = await run('--help');
    expect(root.code).toBe(0);
    expect(root.stdout).toContain('those whom we know');
    expect(root.stdout).toContain('$ backlot people greet Ada');
    const verb = await run('people', 'greet', '--help');
    expect(verb.stdout).toContain('whom to greet');
    expect(verb.stdout).toContain('--every');
    expect(verb.stdout).toContain('--output');
    expect(await run()).toEqual(root);
    expect((await run('--version')).stdout).toBe('9.9.9\n');
  });
});
