import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { killProcesses, startProcess } from '../../../testing/backlot-process.ts';
import type { RunningCommand } from '../../../testing/command.ts';
import { useEstateCommands } from '../../../testing/estate-commands.ts';
import { PlantedSecrets } from '../../../testing/planted-secrets.ts';

jest.setTimeout(180_000);

const commands = useEstateCommands('listen');

afterAll(killProcesses);

interface Listened {
  readonly spans: number;
  readonly metricPoints: number;
  readonly captures: number;
  readonly snapshot: string | null;
  readonly notUnderstood: readonly { readonly what: string; readonly count: number }[];
}

interface Shown {
  readonly nodes: readonly { readonly name: string; readonly collectors: readonly string[] }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  readonly history: readonly { readonly snapshot: string }[];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Listening extends RunningCommand {
  readonly http: string;
  readonly grpc: string;
  readonly ports: Readonly<Record<string, string>>;
}

async function listen(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Listening> {
  const [port, grpcPort] = [await freePort(), await freePort()];
  const ports = { BACKLOT_TELEMETRY_PORT: String(port), BACKLOT_TELEMETRY_GRPC_PORT: String(grpcPort) };
  const running = commands.start(['listen', ...words, '--output', 'json'], { ...ports, ...env });
  await running.saidOnStderr(/listening: /);
  return { ...running, http: `http://127.0.0.1:${port}`, grpc: `http://127.0.0.1:${grpcPort}`, ports };
}

const interrupt = ({ child }: RunningCommand): boolean => process.kill(-(child.pid ?? 0), 'SIGINT');

async function resultOf(listening: RunningCommand): Promise<Listened> {
  const { code, stdout, stderr } = await listening.ended;
  if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Listened;
}

const send = (protocol: string, address: string, requests: number, service = 'cart'): Promise<true> =>
  startProcess('testing/telemetry-sender.ts', { args: [protocol, address, String(requests), service] }).said('sent');

const show = (estate: string): Promise<Shown> =>
  commands.json<Shown>(['estate', 'show', '--history', '--estate', estate]);

describe('backlot listen', () => {
  it.each([['http/protobuf'], ['http/json'], ['grpc']])(
    'keeps what the OpenTelemetry SDK sends over %s, until Ctrl-C',
    async (protocol) => {
      const estate = protocol.replace('/', '-');
      const listening = await listen(['--estate', estate]);
      await send(protocol, protocol === 'grpc' ? listening.grpc : listening.http, 50);
      interrupt(listening);
      const { spans, metricPoints, captures, notUnderstood } = await resultOf(listening);
      expect({ spans, captures, notUnderstood }).toEqual({ spans: 100, captures: 1, notUnderstood: [] });
      expect(metricPoints).toBeGreaterThanOrEqual(2);
      const { nodes, edges } = await show(estate);
      expect(nodes.map(({ name, collectors }) => [name, ...collectors])).toEqual([
        ['cart', 'metrics', 'traces'],
        ['redis', 'traces'],
      ]);
      expect(edges).toMatchObject([{ from: 'cart', to: 'redis' }]);
    },
  );

  it('freezes a snapshot of each window, and none of one in which nothing came', async () => {
    const listening = await listen(['--estate', 'windows', '--every', '2s', '--for', '9s']);
    await send('http/protobuf', listening.http, 10);
    // Two windows pass: the spans of the first are known to be whole in the second.
    await delay(4_500);
    await send('grpc', listening.grpc, 10, 'pay');
    const { spans, captures, snapshot } = await resultOf(listening);
    expect(spans).toBe(40);
    expect(captures).toBeGreaterThanOrEqual(2);
    expect(captures).toBeLessThanOrEqual(4);
    const { nodes, history } = await show('windows');
    expect(history).toHaveLength(captures);
    expect(history[0]?.snapshot).toBe(snapshot);
    // What the last window did not see has not gone.
    expect(nodes.map(({ name }) => name)).toEqual(['cart', 'pay', 'redis']);
  });

  it('ends by itself, and takes no capture where nothing came', async () => {
    const before = await commands.count('estate_capture');
    const listening = await listen(['--estate', 'silence', '--every', '1s', '--for', '3s']);
    const { captures, snapshot } = await resultOf(listening);
    expect({ captures, snapshot }).toEqual({ captures: 0, snapshot: null });
    expect(await commands.count('estate_capture')).toBe(before);
  });

  it('answers what is no telemetry with a reason, counts it, and goes on', async () => {
    const listening = await listen(['--estate', 'garbage']);
    const post = async (path: string, type: string, body: string): Promise<number> => {
      const { status } = await fetch(`${listening.http}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      return status;
    };
    expect(await post('/v1/traces', 'application/json', '{"resourceSpans": [')).toBe(400);
    expect(await post('/v1/traces', 'application/json', '{"resourceSpans": 7}')).toBe(400);
    expect(await post('/v1/traces', 'application/x-protobuf', 'no protobuf at all')).toBe(400);
    expect(await post('/v1/traces', 'text/plain', 'x')).toBe(415);
    expect(await post('/v1/metrics', 'application/json', '{"resourceMetrics": {}}')).toBe(400);
    expect(await post('/v1/logs', 'application/json', '{"resourceLogs": []}')).toBe(200);
    expect(await post('/', 'application/json', '{}')).toBe(404);
    await send('http/json', listening.http, 5);
    interrupt(listening);
    const { spans, notUnderstood } = await resultOf(listening);
    expect(spans).toBe(10);
    expect(notUnderstood.map(({ what }) => what).join('; ')).toMatch(/not as the protocol says.*exports of logs/);
  });

  it('says that a port is taken, and which program to look for', async () => {
    const listening = await listen(['--estate', 'first']);
    const second = await commands.run(['listen', '--estate', 'second', '--for', '5s'], listening.ports);
    expect(second.code).toBe(3);
    expect(second.stderr).toMatch(/error \(port-taken\): port \d+ on 127\.0\.0\.1 is in use/);
    expect(second.stderr).toMatch(/ss -ltnp/);
    interrupt(listening);
    await listening.ended;
    expect((await commands.run(['listen', '--host', '203.0.113.9', '--for', '1s'], listening.ports)).stderr).toContain(
      'error (address-unavailable)',
    );
  });

  it('refuses a window that has no length', async () => {
    const { code, stderr } = await commands.run(['listen', '--every', '0s', '--for', '1s']);
    expect(code).toBe(2);
    expect(stderr).toContain('--every: found "0s"; accepted: a duration of at least one second');
  });

  it('leaves what earlier windows told where it is killed', async () => {
    const listening = await listen(['--estate', 'killed', '--every', '1s']);
    await send('http/protobuf', listening.http, 10);
    while ((await commands.count(`estate_capture where estate = 'killed'`)) === 0) await delay(200);
    await send('http/protobuf', listening.http, 10, 'late');
    process.kill(-(listening.child.pid ?? 0), 'SIGKILL');
    await listening.ended;
    expect((await show('killed')).nodes.map(({ name }) => name)).toContain('cart');
    const again = await listen(['--estate', 'killed']);
    await send('http/protobuf', again.http, 10, 'later');
    interrupt(again);
    await resultOf(again);
    expect((await show('killed')).nodes.map(({ name }) => name)).toContain('later');
  });

  it('keeps no secret that telemetry holds', async () => {
    const secrets = new PlantedSecrets();
    const listening = await listen(['--estate', 'secrets']);
    const attribute = (key: string, place: string) => ({
      key,
      value: { stringValue: `token=${secrets.plant('words', place)}` },
    });
    const times = { startTimeUnixNano: '1767225600000000000', timeUnixNano: '1767225601000000000' };
    const body = JSON.stringify({
      resourceMetrics: [
        {
          resource: {
            attributes: [{ key: 'service.name', value: { stringValue: 'cart' } }, attribute('host.name', 'a host')],
          },
          scopeMetrics: [
            {
              metrics: [
                {
                  name: 'pool',
                  gauge: {
                    dataPoints: ['url.full', 'http.route', 'db.query.text', 'state', 'user.secret'].map((key) => ({
                      ...times,
                      asInt: '7',
                      attributes: [attribute(key, `the label ${key}`)],
                    })),
                  },
                },
              ],
            },
          ],
        },
      ],
    });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${listening.http}/v1/metrics`, { method: 'POST', headers, body })).status).toBe(200);
    interrupt(listening);
    const { stdout, stderr } = await listening.ended;
    expect(secrets.size).toBe(6);
    const texts = [stdout, stderr, await commands.databaseText()];
    expect(texts[2]).toContain('pool');
    expect(secrets.foundIn(texts.join('\n'))).toEqual([]);
  });

  it('needs no more memory for more spans', async () => {
    // What comes in takes 400 bytes a span while its trace is open: kept, it would need twice this heap.
    const listening = await listen(['--estate', 'memory', '--every', '5s'], {
      NODE_OPTIONS: '--max-old-space-size=128',
    });
    for (let round = 0; round < 8; round += 1) await send('http/protobuf', listening.http, 40_000);
    interrupt(listening);
    const { spans } = await resultOf(listening);
    expect(spans).toBe(640_000);
  });
});
