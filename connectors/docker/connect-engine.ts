import { RegisteredError } from '../../src/kernel/index.ts';
import { clientAt } from './client-slice.ts';
import { dockerEngine } from './docker-engine.ts';
import type { Engine, EngineReader } from './engine.ts';
import { engineFailure } from './engine-failure.ts';

/** Engine 20.10: the first that knows `host-gateway`, by which containers reach the host. */
const minimumApiVersion = '1.41';

function atLeast(found: string, needed: string): boolean {
  const [foundMajor = 0, foundMinor = 0] = found.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return foundMajor > neededMajor || (foundMajor === neededMajor && foundMinor >= neededMinor);
}

/**
 * The Docker engine at an address, known to answer and to be new enough.
 *
 * @param host - `unix:///path`, `tcp://host:port`, or undefined for DOCKER_HOST and then the usual socket.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`
 */
export async function connectEngine(host: string | undefined): Promise<Engine> {
  const { address, client } = clientAt(host);
  let found: string;
  let architecture: string;
  try {
    ({ ApiVersion: found, Arch: architecture } = await client.version());
  } catch (thrown) {
    throw engineFailure(thrown, { address, action: 'tell its version' });
  }
  if (!atLeast(found, minimumApiVersion)) {
    throw new RegisteredError('docker-too-old', { found, needed: minimumApiVersion });
  }
  return dockerEngine(client, address, architecture);
}

/**
 * The Docker engine at an address, for whoever only looks.
 *
 * @param host - As for `connectEngine`.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`
 */
export function readEngine(host: string | undefined): Promise<EngineReader> {
  return connectEngine(host);
}
