import { dockerEngine } from './docker-engine.ts';
import type { Engine, EngineReader } from './engine.ts';
import { engineReader } from './engine-reader.ts';
import { meetEngine } from './meet-engine.ts';
import type { ConnectOptions } from './meet-engine.ts';

/**
 * The Docker engine at an address, known to answer and to be new enough.
 *
 * @param host - `unix:///path`, `tcp://host:port`, or undefined for DOCKER_HOST and then the usual socket.
 * @param options - How long to try.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`; the signal's reason, when
 *   aborted
 */
export async function connectEngine(host: string | undefined, options: ConnectOptions = {}): Promise<Engine> {
  const { calls, architecture } = await meetEngine(host, options);
  return dockerEngine(calls, architecture);
}

/**
 * The Docker engine at an address, for whoever only looks.
 *
 * @param host - As for `connectEngine`.
 * @param options - How long to try.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`; the signal's reason, when
 *   aborted
 */
export async function readEngine(host: string | undefined, options: ConnectOptions = {}): Promise<EngineReader> {
  const { calls, architecture } = await meetEngine(host, options);
  return engineReader(calls, architecture);
}
