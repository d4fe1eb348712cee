import Dockerode from 'dockerode';
import { afterAll, afterEach, expect, it, jest } from '@jest/globals';
import { killCommands, startCommand } from '../../testing/command.ts';
import { describeWithDocker } from '../../testing/docker-gate.ts';
import { namesOnEngine, randomName, removeFromEngine } from '../../testing/docker-leftovers.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/temporary-dir.ts';

// Images may have to be built first, with packages from Debian's mirror.
jest.setTimeout(600_000);

const run = randomName('demotest');

/** What the demo captures is kept where nobody else looks. */
const dataDir = temporaryDir('demo');

const startDemo = (...words: readonly string[]) =>
  startCommand(['demo', ...words], { env: { BACKLOT_DATA_DIR: dataDir } });

interface DemoResult {
  readonly removed: boolean;
  readonly snapshot: string | null;
  readonly watchedMs: number;
  readonly services: readonly {
    readonly service: string;
    readonly running: number;
    readonly wanted: number;
    readonly requestsPerSecond: number | null;
    readonly p95Ms: number | null;
    readonly toldBy: string | null;
  }[];
  readonly objectives: readonly { readonly operation: string; readonly errorRatio: number }[];
}

describeWithDocker('backlot demo on a real engine', () => {
  afterEach(killCommands);
  afterAll(async () => {
    await removeFromEngine(run);
    removeTemporaryDirs();
  });

  it('shows every service from its own telemetry, prints exactly its result, and leaves nothing behind', async () => {
    const name = `${run}-whole`;
    const { code, stdout, stderr } = await startDemo('--name', name, '--for', '20s', '--output', 'json').ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const result = JSON.parse(stdout) as DemoResult;
    expect(result.removed).toBe(true);
    expect(result.snapshot).toMatch(/^[0-9a-f]{64}$/);
    expect(result.watchedMs).toBeGreaterThanOrEqual(20_000);
    const told = result.services.map(({ service, running, wanted, requestsPerSecond, p95Ms, toldBy }) => ({
      service,
      allRun: running === wanted,
      isBusy: (requestsPerSecond ?? 0) > 0 && (p95Ms ?? 0) > 0,
      toldBy,
    }));
    const byItself = ['storefront', 'catalogue', 'cart', 'checkout', 'payment', 'payment-provider'];
    const byCallers = ['gateway', 'database', 'redis'];
    for (const service of byItself) {
      expect(told).toContainEqual({ service, allRun: true, isBusy: true, toldBy: 'own' });
    }
    for (const service of byCallers) {
      expect(told).toContainEqual({ service, allRun: true, isBusy: true, toldBy: 'callers' });
    }
    // A busy machine may let a request run out of time; a service that does not work fails all that need it.
    expect(result.objectives.map(({ errorRatio }) => errorRatio < 0.5)).toEqual([true, true, true, true, true]);
    expect(stderr).toContain('storefront: healthy');
    expect(await namesOnEngine(name)).toEqual([]);
  });

  it('cleans up at Ctrl-C, while it comes up and while it shows', async () => {
    const name = `${run}-ctrl`;
    const early = startDemo('--name', name);
    await early.saidOnStderr(/redis: started/);
    process.kill(-(early.child.pid ?? 0), 'SIGINT');
    const { code, stderr } = await early.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('error (interrupted)');
    expect(await namesOnEngine(name)).toEqual([]);

    const late = startDemo('--name', name, '--output', 'json');
    await late.saidOnStderr(/Estate .* for/);
    process.kill(-(late.child.pid ?? 0), 'SIGINT');
    expect((await late.ended).code).toBe(0);
    expect(await namesOnEngine(name)).toEqual([]);
  });

  it('goes on with what a killed demo left, and removes it at the end', async () => {
    const name = `${run}-kill`;
    // Another demo on this machine may hold the usual port, and then this one would be taken for its picture.
    const ownPort = { env: { BACKLOT_DATA_DIR: dataDir, BACKLOT_TELEMETRY_PORT: '14318' } };
    const killed = startCommand(['demo', '--name', name], ownPort);
    await killed.saidOnStderr(/Estate .* for/);
    process.kill(-(killed.child.pid ?? 0), 'SIGKILL');
    await killed.ended;
    expect(await namesOnEngine(name)).not.toEqual([]);
    const { code, stderr } = await startCommand(['demo', '--name', name, '--for', '1s'], ownPort).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await namesOnEngine(name)).toEqual([]);
  });

  it('refuses a shop that no demo made, and leaves it', async () => {
    const name = `${run}-left`;
    const docker = new Dockerode();
    await docker.createContainer({
      name: `${name}-cart-1`,
      Image: 'debian:bookworm-slim',
      Cmd: ['true'],
      Labels: { 'com.docker.compose.project': name, 'dev.backlot.estate': 'shop' },
    });
    const { code, stderr } = await startDemo('--name', name, '--for', '1s').ended;
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('estate-not-of-demo') as unknown,
    });
    expect(await namesOnEngine(name)).toEqual([`container ${name}-cart-1`]);
  });

  it('does not take the telemetry of a demo that runs', async () => {
    const name = `${run}-twice`;
    const first = startDemo('--name', name);
    await first.saidOnStderr(/Estate .* for/);
    const second = await startDemo('--name', name).ended;
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('demo-running');
    process.kill(-(first.child.pid ?? 0), 'SIGTERM');
    expect((await first.ended).code).toBe(0);
  });
});
