import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWithDocker } from '../../../testing/docker-gate.ts';
import { namesOnEngine, randomName, removeFromEngine } from '../../../testing/docker-leftovers.ts';
import { systemClock } from '../../../src/kernel/index.ts';
import { bringUp } from './bring-up.ts';
import { connectEngine } from '../../../connectors/docker/index.ts';
import type { Engine } from '../../../connectors/docker/index.ts';
import { estateNames } from './estate-state.ts';
import { fixtureKind, fixtureRequest } from './fixture/index.ts';
import { readStatus } from './read-status.ts';
import type { RunContext } from './run-context.ts';
import { takeDown } from './take-down.ts';

jest.setTimeout(60_000);

/** All names of this run contain it, so that a failed test's leftovers can be found. */
const run = randomName('runner');
const image = `${run}:1`;
const upProcess = fileURLToPath(new URL('fixture/up-process.ts', import.meta.url));

let engine: Engine;

interface Watched {
  readonly context: RunContext;
  readonly lines: string[];
  readonly abort: AbortController;
}

function watched(onLine: (line: string, abort: AbortController) => void = () => undefined): Watched {
  const lines: string[] = [];
  const abort = new AbortController();
  const report = (name: string, state: string): void => {
    lines.push(`${name}: ${state}`);
    onLine(`${name}: ${state}`, abort);
  };
  return { context: { engine, clock: systemClock, report, signal: abort.signal }, lines, abort };
}

const estateOf = (name: string) => ({ kind: fixtureKind, name });
const newName = (): string => randomName(run);
const up = (name: string, variables: Readonly<Record<string, string>> = {}) =>
  bringUp(watched().context, fixtureRequest(name, image, variables));
const down = (name: string) => takeDown(watched().context, estateOf(name));
const containersOf = async (name: string) => {
  const services = await readStatus(engine, estateOf(name), []);
  return new Map(services.flatMap(({ containers }) => containers.map((container) => [container.name, container])));
};
const idsOf = async (name: string) =>
  Object.fromEntries([...(await containersOf(name))].map(([container, { id }]) => [container, id]));
const namesOf = async (name: string) => (await namesOnEngine(name)).filter((entry) => !entry.startsWith('image'));

async function edgeAnswer(name: string): Promise<string> {
  const port = (await containersOf(name)).get(`${name}-edge-1`)?.ports[0]?.hostPort ?? 0;
  return (await fetch(`http://127.0.0.1:${port}/`)).text();
}

/** Runs `up` in a process of its own and kills it without warning once it prints a line that matches. */
async function upKilledAt(name: string, line: RegExp): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', upProcess, name, image], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  for await (const text of createInterface({ input: child.stdout })) if (line.test(text)) child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

describeWithDocker('bringUp on a real engine', () => {
  beforeAll(async () => {
    engine = await connectEngine(undefined);
  });
  afterAll(() => removeFromEngine(run));

  it('brings an estate up in order, answers on its port, and leaves nothing when it goes', async () => {
    const name = newName();
    const result = await up(name);
    expect(result.containers.map(({ change }) => change)).toEqual(['created', 'created', 'created', 'created']);
    const containers = await containersOf(name);
    expect([...containers.values()].map(({ state, health }) => `${state} ${health}`)).toEqual(
      Array.from({ length: 4 }, () => 'running healthy'),
    );
    expect(await edgeAnswer(name)).toBe('edge');
    const startedAt = (container: string) => containers.get(`${name}-${container}`)?.startedAt ?? '';
    expect(startedAt('store-1') < startedAt('front-1')).toBe(true);
    expect(startedAt('front-2') < startedAt('edge-1')).toBe(true);
    const detail = await engine.inspectContainer(`${name}-store-1`);
    expect(detail?.labels).toMatchObject({
      'com.docker.compose.project': name,
      'com.docker.compose.service': 'store',
      'com.docker.compose.container-number': '1',
      'com.docker.compose.oneoff': 'False',
      'com.docker.compose.image': detail?.imageId,
    });
    expect(detail).toMatchObject({ cpuCores: 0.2, memoryBytes: 32 * 1024 ** 2 });
    await down(name);
    expect(await namesOf(name)).toEqual([]);
    expect(await down(name)).toEqual({ containers: [], networks: [], volumes: [] });
  });

  it('changes nothing the second time, and makes anew exactly what changed', async () => {
    const name = newName();
    await up(name);
    const before = await idsOf(name);
    const secret = async (container: string) =>
      (await engine.containerVariables(`${name}-${container}`))?.['STORE_PASSWORD'];
    const password = await secret('store-1');
    const again = await up(name);
    expect(again.containers.every(({ change }) => change === 'unchanged')).toBe(true);
    expect(again.images.every(({ built }) => !built)).toBe(true);
    expect(await idsOf(name)).toEqual(before);

    await up(name, { FRONT_GREETING: 'good day' });
    const after = await idsOf(name);
    expect(Object.keys(after).filter((container) => after[container] !== before[container])).toEqual([
      `${name}-front-1`,
      `${name}-front-2`,
    ]);
    expect(await secret('front-1')).toBe(password);

    const fewer = await up(name, { FRONT_GREETING: 'good day', FRONT_REPLICAS: '1' });
    expect(fewer.removed).toEqual([`${name}-front-2`]);
    expect(await idsOf(name)).not.toHaveProperty(`${name}-front-2`);

    await engine.stopContainer(`${name}-edge-1`);
    const restarted = await up(name, { FRONT_GREETING: 'good day', FRONT_REPLICAS: '1' });
    expect(restarted.containers.find(({ change }) => change !== 'unchanged')).toEqual({
      name: `${name}-edge-1`,
      change: 'started',
    });
    await down(name);
  });

  it.each([
    ['the store is being made', /^store: started/],
    ['the fronts are being made', /^store: healthy/],
    ['the edge is being made', /^edge: started/],
  ])('goes on after kill -9 while %s', async (_when, line) => {
    const name = newName();
    await upKilledAt(name, line);
    expect(await namesOf(name)).not.toEqual([]);
    await up(name);
    expect(await edgeAnswer(name)).toBe('edge');
    expect(await idsOf(name)).toMatchObject({ [`${name}-front-2`]: expect.any(String) as unknown });
    await down(name);
    expect(await namesOf(name)).toEqual([]);
  });

  it('takes down what a killed process left half-made', async () => {
    const name = newName();
    await upKilledAt(name, /^store: started/);
    expect(await estateNames(engine, fixtureKind)).toContain(name);
    await down(name);
    expect(await namesOf(name)).toEqual([]);
  });

  it('leaves nothing when it is aborted', async () => {
    const name = newName();
    const { context } = watched((line, abort) => {
      if (line.startsWith('front: started')) abort.abort();
    });
    await expect(bringUp(context, fixtureRequest(name, image))).rejects.toThrow(/abort/i);
    expect(await namesOf(name)).toEqual([]);
  });

  it('says what a failed health check and the log say, hides the password, and leaves nothing', async () => {
    const name = newName();
    await expect(up(name, { STORE_COMMAND: 'perl /serve.pl blab' })).rejects.toMatchObject({
      code: 'estate-unhealthy',
      details: {
        service: 'store',
        reason: 'is unhealthy',
        log: ['the password is [secret]'],
        check: expect.arrayContaining([expect.stringContaining('no answer from 127.0.0.1:8080')]) as unknown,
      },
    });
    expect(await namesOf(name)).toEqual([]);
  });

  it('puts the old containers back when their successors fail', async () => {
    const name = newName();
    await up(name);
    const before = await idsOf(name);
    await expect(up(name, { STORE_COMMAND: 'perl -e exit(7)' })).rejects.toMatchObject({
      code: 'estate-unhealthy',
      details: { reason: expect.stringContaining('exit code 7') as unknown },
    });
    expect(await idsOf(name)).toEqual(before);
    const again = await up(name);
    expect(again.containers.every(({ change }) => change === 'unchanged')).toBe(true);
    await down(name);
  });

  it('stops and pauses again what it had started, when another fails', async () => {
    const name = newName();
    await up(name);
    await engine.stopContainer(`${name}-store-1`);
    await engine.pauseContainer(`${name}-front-1`);
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const port = String((holder.address() as AddressInfo).port);
    await expect(up(name, { EDGE_PORT: port })).rejects.toMatchObject({ code: 'docker-port-taken' });
    holder.close();
    const containers = await containersOf(name);
    expect(containers.get(`${name}-store-1`)?.state).toBe('exited');
    expect(containers.get(`${name}-front-1`)?.state).toBe('paused');
    await down(name);
  });

  it('runs two estates side by side', async () => {
    const [one, two] = [newName(), newName()];
    await Promise.all([up(one), up(two, { FRONT_REPLICAS: '1' })]);
    expect([await edgeAnswer(one), await edgeAnswer(two)]).toEqual(['edge', 'edge']);
    await down(one);
    expect(await edgeAnswer(two)).toBe('edge');
    await down(two);
  });

  it('names the port that is taken, and leaves nothing', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const name = newName();
    const port = String((holder.address() as AddressInfo).port);
    await expect(up(name, { EDGE_PORT: port })).rejects.toMatchObject({
      code: 'docker-port-taken',
      details: { container: `${name}-edge-1`, port: expect.stringContaining(port) as unknown },
    });
    holder.close();
    expect(await namesOf(name)).toEqual([]);
  });

  it('does not touch what belongs to somebody else', async () => {
    const name = newName();
    await engine.createVolume(`${name}_data`, { 'com.docker.compose.project': name });
    await expect(up(name)).rejects.toMatchObject({ code: 'docker-name-taken', details: { kind: 'volume' } });
    await down(name);
    expect(await namesOf(name)).toEqual([`volume ${name}_data`]);
    await engine.removeVolume(`${name}_data`);
    await engine.createVolume(`${name}_data`, {});
    await expect(up(name)).rejects.toMatchObject({ code: 'docker-name-taken', details: { kind: 'volume' } });
    expect(await namesOf(name)).toEqual([`volume ${name}_data`]);
  });

  it('makes a volume anew when the password that opens it is lost', async () => {
    const name = newName();
    await up(name);
    await Promise.all(Object.values(await idsOf(name)).map((id) => engine.removeContainer(id)));
    const { context, lines } = watched();
    await bringUp(context, fixtureRequest(name, image));
    expect(lines).toContain('volume data: made anew: the password that it was made with is lost');
    await down(name);
  });
});
