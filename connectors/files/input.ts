import { createHash } from 'node:crypto';
import { RegisteredError } from '../../src/kernel/index.ts';
import { fileBytes, openFile } from './file-bytes.ts';
import { defaultLimits, formatBytes } from './limits.ts';
import type { InputLimits } from './limits.ts';
import { textOf } from './text.ts';
import { gunzip, isGzip, otherPackingOf } from './unpack.ts';

/** How much of a file tells its format. */
const headBytes = 2 ** 16;

/** A file that can be read, any number of times. */
export interface Input {
  /** As it was given. */
  readonly path: string;
  /** As it stands on disk, packed or not. */
  readonly sizeBytes: number;
  /** SHA-256 of the bytes on disk, 64 hexadecimal digits. */
  readonly sha256: string;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedMs: number;
  readonly isPacked: boolean;
  /** The first 64 KiB after unpacking. */
  readonly head: Buffer;
  readonly limits: InputLimits;
  /**
   * The content after unpacking, piece by piece.
   *
   * @throws RegisteredError `input-unreadable`, `input-too-large`, `input-malformed`
   */
  chunks(): AsyncIterable<Buffer>;
  /**
   * The whole content as text, where it is UTF-8 and no larger than `limits.largestPieceBytes`.
   *
   * @throws RegisteredError `input-unreadable`, `input-too-large`, `input-malformed`
   */
  text(): Promise<string>;
}

/** The first bytes of what comes, no more being read than is needed. */
async function firstBytes(chunks: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const read: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= length) break;
  }
  return Buffer.concat(read).subarray(0, length);
}

async function hashOf(path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fileBytes(path, sizeBytes)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Opens a file of unknown content, of which it reads the whole for its hash, and the beginning.
 *
 * @param path - Of the file; symbolic links are followed.
 * @param limits - What is accepted, where it is to differ from `defaultLimits`.
 * @throws RegisteredError `input-unreadable`, `input-too-large`, `input-malformed` (empty, packed otherwise than with gzip)
 */
export async function openInput(path: string, limits: Partial<InputLimits> = {}): Promise<Input> {
  const all = { ...defaultLimits, ...limits };
  const { handle, stats } = await openFile(path);
  await handle.close();
  const { size: sizeBytes, mtimeMs } = stats;
  if (sizeBytes === 0)
    throw new RegisteredError('input-malformed', { path, place: '', found: 'an empty file', accepted });
  if (sizeBytes > all.largestBytes) {
    const found = `${sizeBytes} bytes`;
    throw new RegisteredError('input-too-large', { path, found, accepted: `up to ${formatBytes(all.largestBytes)}` });
  }
  const first = await firstBytes(fileBytes(path, sizeBytes), 8);
  const packing = otherPackingOf(first);
  if (packing !== undefined) {
    throw new RegisteredError('input-malformed', { path, place: '', found: packing, accepted: 'gzip, or not packed' });
  }
  const isPacked = isGzip(first);
  const chunks = (): AsyncIterable<Buffer> => {
    const bytes = fileBytes(path, sizeBytes);
    return isPacked ? gunzip(bytes, path, all) : bytes;
  };
  const head = await firstBytes(chunks(), headBytes);
  if (head.length === 0) {
    throw new RegisteredError('input-malformed', {
      path,
      place: '',
      found: 'a gzip file with nothing in it',
      accepted,
    });
  }
  return {
    path,
    sizeBytes,
    sha256: await hashOf(path, sizeBytes),
    changedMs: Math.floor(mtimeMs),
    isPacked,
    head,
    limits: all,
    chunks,
    text: () => textOf({ path, limits: all, chunks }),
  };
}

const accepted = 'a file with content';
