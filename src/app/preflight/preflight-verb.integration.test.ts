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

  it('refuses a file that says nothing to do, and an estate that is not there', async () => {
    const nothing = await commands.run(['preflight', written(folder, 'x.yaml', 'x: 1'), '--estate', 'shop']);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('change-invalid');
    expect((await commands.run(['preflight', '--estate', 'nowhere'])).stderr).toContain('estate-not-captured');
  });
});
