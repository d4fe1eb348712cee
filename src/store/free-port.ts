import { createServer } from 'node:net';
import { codeOf, reasonOf, RegisteredError } from '../kernel/index.ts';

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/**
 * A port of 127.0.0.1 that was free a moment ago: whoever listens on it next may still find it taken.
 *
 * @param preferred - Taken when it is free.
 * @throws RegisteredError `postgres-port-unavailable`
 */
export async function findFreePort(preferred?: number): Promise<number> {
  try {
    return await listenOnce(preferred ?? 0);
  } catch (thrown) {
    if (preferred !== undefined && codeOf(thrown) === 'EADDRINUSE') return findFreePort();
    throw new RegisteredError('postgres-port-unavailable', { reason: reasonOf(thrown) }, { cause: thrown });
  }
}
