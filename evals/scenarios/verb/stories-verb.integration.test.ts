import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { storiesResultSchema } from './stories-result.ts';

const page = readFileSync(new URL('../../../docs/scenario-format.md', import.meta.url), 'utf8');
const example = /```yaml\n(version: 1\n[\s\S]+?)```/.exec(page)?.[1] ?? '';

afterAll(() => {
  killCommands();
  removeTemporaryDirs();
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDir('scenarios');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Requests that are many, for a long time. */
const crowd = (time: string, rate: string): string => `
version: 1
id: crowd
title: Many requests
facts:
  components: { web: { replicas: 2 } }
  operations: { web/GET: { self-time: 5ms } }
load: [{ operation: web/GET, rate: ${rate} }]
model: { run: { for: ${time} } }
members:
  - name: two more
    change: [{ action: scale, component: web, replicas: 4 }]
    expect: { verdict: [pass, warn] }
  - name: as it is
    expect: { verdict: unknown }
`;

const stories = (...words: readonly string[]): ReturnType<typeof startCommand>['ended'] =>
  startCommand(['eval', 'stories', ...words]).ended;

describe('backlot eval stories', () => {
  it('runs the example of the page, for a person and for a program', async () => {
    const folder = folderOf({ 'example.yaml': example });
    const text = await stories(folder);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('1 of 1 scenarios are right in every member (100 %)');
    const { code, stdout } = await stories(folder, '--output', 'json', '--quiet');
    const result = storiesResultSchema.parse(JSON.parse(stdout));
    expect(code).toBe(0);
    expect(result.scenarios[0]?.members.map(({ verdict, isRight }) => [verdict, isRight])).toEqual([
      ['block', true],
      ['pass', true],
    ]);
  }, 60_000);

  it('ends with 0 where one is not right, and otherwise only where that is asked for', async () => {
    const folder = folderOf({ 'wrong.yaml': example.replace('verdict: block', 'verdict: warn') });
    const { code, stdout } = await stories(folder);
    expect(code).toBe(0);
    expect(stdout).toContain('The verdict is block, expected is warn.');
    expect((await stories(folder, '--strict')).code).toBe(2);
  }, 60_000);

  it('takes what a compose file beside a scenario declares, and what is given by hand before that', async () => {
    const folder = folderOf({
      'limits.yaml': `
version: 1
id: limits
title: A limit below the peak
capture: app/compose.yaml
facts:
  components:
    app: { observed-peak: { memory: 300MiB } }
members:
  - name: as it is declared
    expect: { verdict: block, because: memory-headroom }
  - name: with more
    facts: { components: { app: { limits: { memory: 512MiB } } } }
    expect: { verdict: [pass, latent] }
`,
    });
    mkdirSync(join(folder, 'app'));
    writeFileSync(
      join(folder, 'app', 'compose.yaml'),
      'services: { app: { image: "registry.example/app:1.2.3", mem_limit: 256m } }\n',
    );
    const { code, stdout, stderr } = await stories(folder, '--strict');
    expect({ code, stderr: stderr.includes('error') }).toEqual({ code: 0, stderr: false });
    expect(stdout).toContain('memory-headroom');
  }, 60_000);

  it('lists the mistakes of all files at once, with their places', async () => {
    const folder = folderOf({
      'one.yaml': example.replace('reserved: 3', 'resreved: 3'),
      'two.yaml': example.replace('action: scale', 'action: scael'),
    });
    const { code, stdout, stderr } = await stories(folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('the scenario has 2 mistakes');
    expect(stderr).toMatch(/one\.yaml:14:\d+: .*resreved/);
    expect(stderr).toMatch(/two\.yaml:21:\d+: .*scael/);
  }, 60_000);

  it('runs the others where one cannot be read and one cannot be run, and names both', async () => {
    const folder = folderOf({
      'bad.yaml': example.replace('reserved: 3', 'resreved: 3').replace('id: ', 'id: bad-'),
      'good.yaml': example,
      'model.yaml': example
        .replace('id: ', 'id: model-')
        .replace(
          'members:',
          '  operations: { orders/GET: { self-time: 5ms } }\nload: [{ operation: orders/GET, rate: 1/s }]\nmodel: { components: { orders: { workers: 0 }, database: { operations: { any: [] } } } }\nmembers:',
        ),
    });
    const { code, stdout } = await stories(folder, '--output', 'json', '--quiet');
    const { scenarios, right, refused } = storiesResultSchema.parse(JSON.parse(stdout));
    expect({ code, right, files: scenarios.map(({ file }) => file) }).toEqual({
      code: 2,
      right: 1,
      files: ['good.yaml'],
    });
    expect(refused?.map(({ file, code: why }) => [file, why])).toEqual([
      ['bad.yaml', 'scenario-invalid'],
      ['model.yaml', 'scenario-invalid'],
    ]);
    expect(refused?.[0]?.message).toMatch(/bad\.yaml:14:/);
  }, 60_000);

  it('refuses two scenarios of one name, and a folder without any', async () => {
    const twice = folderOf({ 'one.yaml': example, 'two.yaml': example });
    expect((await stories(twice)).stdout).toContain('which one.yaml has too');
    const none = await stories(join(twice, 'nowhere'));
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('scenarios-missing');
  }, 60_000);

  it('writes the model of each member so that backlot simulate runs it, and says of which there is none', async () => {
    const folder = folderOf({ 'example.yaml': example, 'crowd.yaml': crowd('2m', '20/s') });
    const out = join(folder, 'models');
    const { code, stdout } = await stories(folder, '--write-models', out, '--output', 'json', '--quiet');
    const { scenarios } = storiesResultSchema.parse(JSON.parse(stdout));
    const files = scenarios.flatMap(({ members }) => members.map(({ modelFile }) => modelFile));
    expect({ code, files }).toEqual({
      code: 0,
      files: [join(out, 'crowd-1-two-more.json'), join(out, 'crowd-2-as-it-is.json'), null, null],
    });
    const simulated = await startCommand(['simulate', files[0] ?? '', '--output', 'json', '--quiet']).ended;
    expect(simulated.code).toBe(0);
    expect(simulated.stdout).toContain('action scale');
    const nowhere = await stories(folder, '--write-models', join(folder, 'example.yaml'));
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('file-not-written') });
  }, 60_000);

  it('ends at once where it is interrupted within a run, with what was done until then', async () => {
    const folder = folderOf({ 'crowd.yaml': crowd('10h', '2000/s') });
    const command = startCommand(['eval', 'stories', folder, '--output', 'json']);
    await command.saidOnStderr(/1 of 1/);
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    const { code, stdout } = await command.ended;
    const { scenarios, stoppedEarly } = storiesResultSchema.parse(JSON.parse(stdout));
    expect({ code, stoppedEarly, files: scenarios.map(({ file }) => file) }).toEqual({
      code: 130,
      stoppedEarly: true,
      files: [],
    });
  }, 60_000);
});
