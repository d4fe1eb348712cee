import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectEngine, readEngine } from './connect-engine.ts';

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes connections and says nothing. */
const silentEngine = (): Promise<string> => listening(createServer());

/** Tells its version and the container of the test, and says nothing else. */
const forgetfulEngine = (): Promise<string> =>
  listening(
    createHttpServer(({ url = '' }, response) => {
      if (url.startsWith('/version')) response.end(JSON.stringify({ ApiVersion: '1.41', Arch: 'amd64' }));
      if (url.startsWith('/containers/cart/json')) {
        const never = '0001-01-01T00:00:00Z';
        response.end(
          JSON.stringify({
            Id: 'c1',
            Name: '/cart',
            Image: 'sha256:1',
            RestartCount: 0,
            State: { Status: 'running', StartedAt: never, Error: '', ExitCode: 0, OOMKilled: false },
            Config: { Image: 'shop/cart:1', Labels: {}, Env: ['API_KEY=very=secret', 'PORT=1'] },
            HostConfig: {},
            NetworkSettings: { Networks: {}, Ports: {} },
          }),
        );
      }
      // One that has begun to answer hangs as well.
      if (url.startsWith('/volumes')) response.write('{"Volumes":');
    }),
  );

afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

describe('something else that answers', () => {
  it.each([
    ['a page', '<html>welcome</html>'],
    ['JSON of another kind', '{}'],
    ['a version that is none', '{"ApiVersion":"latest","Arch":"amd64"}'],
  ])('is no engine: %s', async (_what, body) => {
    const address = await listening(createHttpServer((_request, response) => response.end(body)));
    await expect(connectEngine(address)).rejects.toMatchObject({
      code: 'docker-unreachable',
      message: expect.stringContaining('not a Docker engine') as unknown,
    });
  });
});

describe('an engine that takes connections and does not answer', () => {
  it('is unreachable after a while', async () => {
    const address = await silentEngine();
    for (const connect of [connectEngine, readEngine]) {
      await expect(connect(address, { withinMs: 100 })).rejects.toMatchObject({
        code: 'docker-unreachable',
        details: { address, reason: expect.stringContaining('did not answer within 100 ms') as unknown },
      });
    }
  });

  it('is given up at once by whoever is told to stop', async () => {
    const stop = new AbortController();
    const connecting = connectEngine(await silentEngine(), { signal: stop.signal });
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(connecting).rejects.toBe(reason);
  });

  it('is given up by reads that have begun, and by those that follow', async () => {
    const stop = new AbortController();
    const engine = await connectEngine(await forgetfulEngine(), { signal: stop.signal });
    const reading = [engine.listContainers([]), engine.listVolumes([]), engine.containerLog('cart', 1)];
    const reason = new Error('stopped');
    setImmediate(() => stop.abort(reason));
    for (const read of await Promise.allSettled(reading)) expect(read).toEqual({ status: 'rejected', reason });
    await expect(engine.inspectContainer('cart')).rejects.toBe(reason);
    // Whoever cleans up afterwards has a signal of its own.
    const after = engine.until(new AbortController().signal);
    expect((await after.inspectContainer('cart'))?.name).toBe('cart');
  });
});

describe('readEngine', () => {
  it('gives what reads and nothing that changes, and of an environment the names', async () => {
    const address = await forgetfulEngine();
    const reader = await readEngine(address);
    const methods = Object.keys(reader).filter((name) => name !== 'architecture' && name !== 'describe');
    expect(methods.length).toBeGreaterThan(5);
    for (const method of methods) expect(method).toMatch(/^(list|inspect|hostGateway|containerLog)/);
    const detail = await reader.inspectContainer('cart');
    expect(detail?.variableNames).toEqual(['API_KEY', 'PORT']);
    expect(JSON.stringify(detail)).not.toContain('secret');
    expect(await (await connectEngine(address)).containerVariables('cart')).toEqual({
      API_KEY: 'very=secret',
      PORT: '1',
    });
  });
});
