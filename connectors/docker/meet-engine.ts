import { z } from 'zod';
import { RegisteredError } from '../../src/kernel/index.ts';
import { clientAt } from './client-slice.ts';
import { engineCalls, firstAnswerWithinMs } from './engine-calls.ts';
import type { EngineCalls } from './engine-calls.ts';

/** Engine 20.10: the first that knows `host-gateway`, by which containers reach the host. */
const minimumApiVersion = '1.41';

const versionSchema = z.object({ ApiVersion: z.string().regex(/^\d+\.\d+$/), Arch: z.string() });

function atLeast(found: string, needed: string): boolean {
  const [foundMajor = 0, foundMinor = 0] = found.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return foundMajor > neededMajor || (foundMajor === neededMajor && foundMinor >= neededMinor);
}

/** How to connect. */
export interface ConnectOptions {
  /** Ends the attempt, and every later read, with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * How long the engine may take to tell its version.
   *
   * @defaultValue 10 000
   */
  readonly withinMs?: number;
}

/**
 * Calls to the engine at an address, known to answer and to be new enough.
 *
 * @param host - As for `connectEngine`.
 * @param options - How long to try.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`; the signal's reason, when
 *   aborted
 */
export async function meetEngine(
  host: string | undefined,
  options: ConnectOptions,
): Promise<{ readonly calls: EngineCalls; readonly architecture: string }> {
  const calls = engineCalls(clientAt(host), options.signal ?? new AbortController().signal);
  const wanted = { action: 'tell its version', withinMs: options.withinMs ?? firstAnswerWithinMs };
  // Anything may listen there: a web server answers too, with a page.
  const answer = versionSchema.safeParse(await calls.need(wanted, (client) => client.version()));
  if (!answer.success) {
    const reason = 'what answers there is not a Docker engine';
    throw new RegisteredError('docker-unreachable', { address: calls.address, reason });
  }
  const { ApiVersion: found, Arch: architecture } = answer.data;
  if (!atLeast(found, minimumApiVersion)) {
    throw new RegisteredError('docker-too-old', { found, needed: minimumApiVersion });
  }
  return { calls, architecture };
}
