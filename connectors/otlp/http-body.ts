import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { reasonOf } from '../../src/kernel/index.ts';
import type { WorkBudget } from './work-budget.ts';

/** One export request is small, since senders batch by count; a larger one is refused before it is held in memory. */
export const largestBodyBytes = 16 * 1024 * 1024;

/** Why a body was not read, and the HTTP status that says so. */
export class BodyRefusal extends Error {
  readonly statusCode: 400 | 413 | 415 | 429;

  /**
   * @param statusCode - Of the answer.
   * @param message - Why.
   */
  constructor(statusCode: BodyRefusal['statusCode'], message: string) {
    super(message);
    this.name = 'BodyRefusal';
    this.statusCode = statusCode;
  }
}

/** A body that was read, and holds its bytes of the budget until it is released. */
export interface HeldBody {
  readonly bytes: Buffer;
  release(): void;
}

function unpacked(request: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return request;
  if (encoding !== 'gzip') throw new BodyRefusal(415, `content-encoding ${encoding} is not understood; accepted: gzip`);
  const gunzip = createGunzip();
  // A failure on the way destroys the last stream, and so reaches whoever reads the body.
  pipeline(request, gunzip, () => undefined);
  return gunzip;
}

/**
 * Reads the body of a request. Each piece takes its bytes of the budget as it comes, so that requests which are still being
 * sent count as well.
 *
 * @param request - The request.
 * @param encoding - Its `content-encoding`.
 * @param budget - What may be in work.
 * @throws BodyRefusal where it is too large, there is too much in work, or it is not packed as it says.
 */
export async function readBody(request: Readable, encoding: string | undefined, budget: WorkBudget): Promise<HeldBody> {
  let heldBytes = 0;
  const release = (): void => {
    budget.giveBack(heldBytes);
    heldBytes = 0;
  };
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of unpacked(request, encoding) as AsyncIterable<Buffer>) {
      if (heldBytes + chunk.byteLength > largestBodyBytes) {
        throw new BodyRefusal(413, `the body is, or unpacks to, more than ${largestBodyBytes} bytes`);
      }
      if (!budget.take(chunk.byteLength))
        throw new BodyRefusal(429, 'too much telemetry is in work; send it again later');
      heldBytes += chunk.byteLength;
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), release };
  } catch (thrown) {
    release();
    if (thrown instanceof BodyRefusal) throw thrown;
    throw new BodyRefusal(400, `the body cannot be read: ${reasonOf(thrown)}`);
  }
}
