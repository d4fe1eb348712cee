import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../../testing/temporary-dir.ts';
import { readScenarioFolder } from './read-folder.ts';

afterAll(removeTemporaryDirs);

const compose = 'services:\n  web:\n    image: nginx:1.27.3\n';

const scenario = (capture: string): string => `
version: 1
id: captured
title: Which file is captured.
chosen: []
capture: ${capture}
members:
  - { name: one, change: [{ action: restart, component: web }], expect: { verdict: [pass, unknown] } }
  - { name: other, change: [{ action: stop, component: web }], expect: { verdict: [block] } }
`;

/** What is told of a scenario that captures a file, beside one that it may read and one that it may not. */
async function told(capture: string): Promise<string> {
  const outside = temporaryDir('outside');
  writeFileSync(join(outside, 'compose.yaml'), compose);
  const folder = join(outside, 'scenarios');
  mkdirSync(join(folder, 'shop'), { recursive: true });
  writeFileSync(join(folder, 'shop', 'compose.yaml'), compose);
  symlinkSync(join(outside, 'compose.yaml'), join(folder, 'link.yaml'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(folder, 'shop'), join(folder, 'own'));
  writeFileSync(join(folder, 'one.yaml'), scenario(capture));
  const { scenarios, refused } = await readScenarioFolder(folder);
  return [
    ...scenarios.map(({ members }) => members[0]?.components[0]?.name),
    ...refused.map(({ error }) => error.message),
  ]
    .join('\n')
    .replaceAll(outside, '');
}

describe('readScenarioFolder', () => {
  it.each([['shop/compose.yaml'], ['own/compose.yaml'], ['[shop/compose.yaml]'], ['shop/../shop/compose.yaml']])(
    'captures %s, which lies in its folder',
    async (capture) => {
      expect(await told(capture)).toContain('web');
    },
  );

  it.each([
    ['../compose.yaml'],
    ['../../../etc/passwd'],
    ['/etc/passwd'],
    ['../scenarios-elsewhere/compose.yaml'],
    ['link.yaml'],
    ['linked/compose.yaml'],
    ['shop/../../compose.yaml'],
    ['.'],
  ])('refuses %s, which leads out of it, before it is opened', async (capture) => {
    const message = await told(capture);
    expect(message).toContain(`one.yaml:6:10: capture: found "${capture}"`);
    expect(message).toContain('accepted: a file in the folder of the scenario');
  });

  it('names which of several leads out of it', async () => {
    expect(await told('[shop/compose.yaml, ../compose.yaml]')).toContain('one.yaml:6:30: capture.1');
  });
});
