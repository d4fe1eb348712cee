import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, jest } from '@jest/globals';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { describeWithDocker } from '../../../testing/docker-gate.ts';
import { namesOnEngine, randomName, removeFromEngine } from '../../../testing/docker-leftovers.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { shopResultSchema } from './shop-result.ts';
import type { ShopResult } from './shop-result.ts';

// Images may have to be built first, with packages from Debian's mirror.
jest.setTimeout(600_000);

const run = randomName('evalshop');

const dataDir = temporaryDir('eval-shop');

const evaluate = (...words: readonly string[]) =>
  startCommand(['eval', 'shop', '--output', 'json', ...words], { env: { BACKLOT_DATA_DIR: dataDir } });

const short = ['--warm-up', '5s', '--capture', '40s', '--settle', '5s', '--measure', '30s', '--runs', '12'];

const checkoutIn = ({ cases }: ShopResult) => {
  const figure = cases[0]?.figures.find(
    ({ operation, quantile }) => operation === 'storefront/POST /checkout' && quantile === 'p50',
  );
  return figure!;
};

describeWithDocker('backlot eval shop on a real engine', () => {
  afterEach(killCommands);
  afterAll(async () => {
    await removeFromEngine(run);
    removeTemporaryDirs();
  });

  it('predicts a change, makes it, measures what comes of it, and leaves nothing behind', async () => {
    const name = `${run}-one`;
    const words = ['--only', 'provider-400ms', '--name', name, ...short];
    const { code, stdout, stderr } = await evaluate(...words).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const result = shopResultSchema.parse(JSON.parse(stdout));
    const { before, measured, predicted } = checkoutIn(result);
    expect(measured - before).toBeGreaterThan(300);
    expect(Math.abs(predicted!.best - measured)).toBeLessThan((measured - before) / 2);
    expect(result.unchangedAgain.length).toBeGreaterThan(0);
    expect(await namesOnEngine(name)).toEqual([]);

    const file = join(dataDir, 'measured.json');
    writeFileSync(file, stdout);
    const again = await evaluate('--again', file, '--runs', '12', '--quiet').ended;
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
    // The same snapshot, seed and runs: the same numbers.
    expect(JSON.parse(again.stdout)).toEqual(result);
  });

  it('takes the estate down at Ctrl-C', async () => {
    const name = `${run}-ctrl`;
    const command = evaluate('--only', 'provider-100ms', '--name', name, ...short);
    await command.saidOnStderr(/unchanged: warming up/);
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    const { code } = await command.ended;
    expect(code).toBe(130);
    expect(await namesOnEngine(name)).toEqual([]);
  });

  it.each([
    ['a change that is none', ['--only', 'cpu-nobody'], 'cpu-checkout-less'],
    ['what is no result', ['--again', 'package.json'], 'has printed'],
  ])('refuses %s', async (_, words, message) => {
    const { code, stderr } = await evaluate(...words).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
