import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { useEstateCommands, written } from '../../../testing/estate-commands.ts';
import { temporaryDir } from '../../../testing/temporary-dir.ts';
import type { PredictResult } from './predict-result.ts';

jest.setTimeout(180_000);

const commands = useEstateCommands('predict');

/** Two services whose inside is known: their spans are captured, and the compose file that declares them. */
const model = `
version: 1
components:
  web:
    replicas: 2
    cpu: { cores: 1, scheduling: fcfs }
    operations: { 'GET /': [{ cpu: { exponential: 6ms } }, { call: stock/read }] }
  stock: { cpu: { cores: 1 }, operations: { read: [{ cpu: { exponential: 3ms } }] } }
arrivals: [{ operation: 'web/GET /', rate: 60/s }]
run: { for: 3m }
`;

const compose = (replicas: number, more = ''): string => `
name: shop
services:
  web: { image: 'web:1.0.0', depends_on: [stock], deploy: { replicas: ${replicas} } }
  stock: { image: 'stock:1.0.0' }
${more}`;

describe('backlot predict', () => {
  let folder = '';
  const predict = (...words: string[]) =>
    commands.json<PredictResult>(['predict', ...words, '--estate', 'shop', '--runs', '10', '--for', '2m']);

  beforeAll(async () => {
    folder = temporaryDir('predict');
    const trace = join(folder, 'spans.json');
    const simulated = ['simulate', written(folder, 'model.yaml', model), '--trace', trace, '--trace-requests', '9000'];
    expect((await commands.run(simulated)).code).toBe(0);
    await commands.json(['capture', trace, written(folder, 'compose.yaml', compose(2)), '--estate', 'shop']);
  }, 120_000);

  it('tells a change by its configuration, and draws it', async () => {
    const picture = join(folder, 'picture.svg');
    const said = await predict(
      '--compose',
      written(folder, 'new.yaml', compose(3, '  mail: { image: mail }')),
      '--picture',
      picture,
    );
    expect(said.change).toEqual(['scale component=web replicas=3']);
    expect(said.coverage.notExercised).toEqual(['mail is new: nothing was captured of what it does']);
    expect(said.tiers.find(({ tier }) => tier === 'model')).toMatchObject({ wasAsked: true, verdict: 'pass' });
    const p95 = said.signals.find(({ operation, signal }) => operation === 'web/GET /' && signal === 'p95');
    expect(p95?.after?.low).toBeLessThan(p95?.before?.high ?? 0);
    expect(readFileSync(picture, 'utf8')).toContain('p95 of web/GET /');
  });

  it('holds faults and a load against what was told', async () => {
    const file = written(
      folder,
      'friday.yaml',
      [
        'traffic: 1.5',
        'faults:',
        '  - { fault: latency, component: stock, delay: 80ms, for: 40s }',
        '  - { fault: status-code, component: stock, share: 10%, for: 40s }',
        'objectives: [{ operation: web/GET /, p95: 60ms, errors: 1% }]',
      ].join('\n'),
    );
    const said = await predict('--scenario', file);
    expect(said.load).toEqual(['1.5 times what was captured']);
    expect(said.objectives.map(({ signal, breachProbability }) => [signal, breachProbability.during])).toEqual([
      ['p95', 1],
      ['errors', 1],
    ]);
    expect(said.confidence.level).toBe('lowered');
    const { stdout } = await commands.run([
      'predict',
      '--scenario',
      file,
      '--estate',
      'shop',
      '--runs',
      '5',
      '--for',
      '1m',
    ]);
    expect(stdout).toContain('How likely an objective is missed');
  });

  it.each([
    ['nothing at all', [], 'usage-invalid'],
    ['what the estate does not have', ['--change', 'scale-nobody.yaml'], 'change-names-unknown'],
    ['what asks nothing', ['--scenario', 'nothing.yaml'], 'scenario-invalid'],
  ])('refuses %s', async (_, words, code) => {
    written(folder, 'scale-nobody.yaml', '- { action: scale, component: wbe, replicas: 3 }');
    written(folder, 'nothing.yaml', 'about: nothing');
    const paths = words.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
    const { code: exit, stderr } = await commands.run(['predict', ...paths, '--estate', 'shop']);
    expect(exit).toBe(2);
    expect(stderr).toContain(code);
  });
});
