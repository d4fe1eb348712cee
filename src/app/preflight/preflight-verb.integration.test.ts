import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { useEstateCommands, written } from '../../../testing/estate-commands.ts';
import { temporaryDir } from '../../../testing/temporary-dir.ts';
import type { PreflightAnswer } from './preflight-result.ts';

jest.setTimeout(120_000);

const commands = useEstateCommands('preflight');

const compose = `
name: shop
services:
  web:
    image: nginx:latest
    depends_on: [database]
  database:
    image: postgres:16.4
    volumes: ['data:/var/lib/postgresql/data']
volumes:
  data:
`;

describe('backlot preflight', () => {
  let folder = '';

  beforeAll(async () => {
    folder = temporaryDir('change');
    await commands.json(['capture', written(folder, 'compose.yaml', compose), '--estate', 'shop']);
  }, 120_000);

  it('finds in a captured estate what needs nothing but its configuration', async () => {
    const { verdict, actions, findings } = await commands.json<PreflightAnswer>(['preflight', '--estate', 'shop']);
    expect({ verdict, actions }).toEqual({ verdict: 'latent', actions: [] });
    const floating = findings.find(({ rule, about }) => rule === 'floating-tags' && about.includes('web'));
    expect(floating?.evidence[0]).toMatchObject({ attribute: 'image', method: 'declared' });
    expect(floating?.evidence[0]?.place).toMatch(/compose\.yaml:\d+:\d+$/);
  });

  it('tells a change that cannot work from one that can', async () => {
    const change = (image: string): string =>
      written(
        folder,
        `${image.replace(':', '-')}.yaml`,
        `- { action: set-image, component: database, image: '${image}' }`,
      );
    const major = await commands.json<PreflightAnswer>(['preflight', change('postgres:17.2'), '--estate', 'shop']);
    expect(major.verdict).toBe('block');
    expect(major.findings[0]).toMatchObject({ rule: 'data-version', verdict: 'block', about: ['database'] });
    const minor = await commands.json<PreflightAnswer>(['preflight', change('postgres:16.6'), '--estate', 'shop']);
    expect(minor.findings.filter(({ rule, verdict }) => rule === 'data-version' && verdict !== 'pass')).toEqual([]);
    const { stdout } = await commands.run(['preflight', change('postgres:17.2'), '--estate', 'shop']);
    expect(stdout).toMatch(/verdict\s+block/);
  });

  it('says how to tell what could not be decided, and where in the change what it rests on stands', async () => {
    const told = written(
      folder,
      'pool.yaml',
      '- { action: set-pool, component: web, to: database, size: 40 }\n- { action: scale, component: web, replicas: 4 }',
    );
    const { undecided } = await commands.json<PreflightAnswer>(['preflight', told, '--estate', 'shop']);
    const slots = undecided.find(({ rule }) => rule === 'connection-slots');
    expect(slots?.missing).toContainEqual({
      missing: 'connection-slots of database',
      says: expect.stringContaining('how many connections it takes'),
      commands: [],
      byHand: 'facts: components: database: connection-slots',
    });
    const { stdout } = await commands.run(['preflight', told, '--estate', 'shop']);
    expect(stdout).toContain('backlot facts connection-slots shows its form');
    const image = written(folder, 'image.yaml', "- { action: set-image, component: database, image: 'postgres:17.2' }");
    const { findings } = await commands.json<PreflightAnswer>(['preflight', image, '--estate', 'shop']);
    expect(findings[0]?.evidence.map(({ place }) => place)).toContainEqual(expect.stringMatching(/image\.yaml:1:3$/));
  });

  it('ends with an exit code for pipelines, where it is asked to', async () => {
    const major = written(folder, 'major.yaml', "- { action: set-image, component: database, image: 'postgres:17.2' }");
    expect((await commands.run(['preflight', major, '--estate', 'shop'])).code).toBe(0);
    expect((await commands.run(['preflight', major, '--estate', 'shop', '--strict'])).code).toBe(2);
    const nothing = written(folder, 'well.yaml', "- { action: set-image, component: web, image: 'nginx:1.27.3' }");
    const well = await commands.run(['preflight', nothing, '--estate', 'shop', '--strict', '--output', 'json']);
    expect({ code: well.code, verdict: (JSON.parse(well.stdout) as PreflightAnswer).verdict }).toEqual({
      code: 0,
      verdict: 'pass',
    });
  });

  it('tells every mistake of a change at once', async () => {
    const wrong = written(
      folder,
      'wrong.yaml',
      '- { action: scael }\n- { action: scale, component: web, replicas: x }',
    );
    const { stderr } = await commands.run(['preflight', wrong, '--estate', 'shop']);
    expect(stderr).toMatch(/wrong\.yaml:1:13: 0\.action: found the unknown action scael/);
    expect(stderr).toMatch(/wrong\.yaml:2:46: 1\.replicas: found "x"/);
    const strangers = written(
      folder,
      'strangers.yaml',
      '- { action: restart, component: wbe }\n- { action: restart, component: databse }',
    );
    const unknown = await commands.run(['preflight', strangers, '--estate', 'shop']);
    expect(unknown.stderr).toMatch(/strangers\.yaml:1:3: restart names the component wbe/);
    expect(unknown.stderr).toMatch(/strangers\.yaml:2:3: restart names the component databse/);
  });

  it('refuses a file that says nothing to do, and an estate that is not there', async () => {
    const nothing = await commands.run(['preflight', written(folder, 'x.yaml', 'x: 1'), '--estate', 'shop']);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('change-invalid');
    expect((await commands.run(['preflight', '--estate', 'nowhere'])).stderr).toContain('estate-not-captured');
  });
});
