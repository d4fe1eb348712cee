import { pipeline } from 'node:stream';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RegisteredError } from '../../src/kernel/index.ts';
import { formatBytes, ratioCountsFromBytes } from './limits.ts';
import type { InputLimits } from './limits.ts';

const gzipMagic = [0x1f, 0x8b] as const;

/** Other ways of packing, by their first bytes: they are named in the error. */
const otherPacking: readonly (readonly [magic: readonly number[], name: string])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], 'a file packed with zstd'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
  [[0x42, 0x5a, 0x68], 'a file packed with bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'a file packed with xz'],
  [[0x04, 0x22, 0x4d, 0x18], 'a file packed with lz4'],
];

const beginsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

/** Whether a file that begins so is packed with gzip. */
export const isGzip = (first: Uint8Array): boolean => beginsWith(first, gzipMagic);

/** Another way of packing that a file that begins so shows, in words. */
export function otherPackingOf(first: Uint8Array): string | undefined {
  return otherPacking.find(([magic]) => beginsWith(first, magic))?.[1];
}

/**
 * Unpacks gzip, no further than the limits.
 *
 * @param packed - The file as it stands.
 * @param path - For messages.
 * @param limits - Of size and ratio.
 * @throws RegisteredError `input-too-large`, `input-malformed`, and what `packed` throws.
 */
export async function* gunzip(
  packed: AsyncIterable<Buffer>,
  path: string,
  limits: InputLimits,
): AsyncGenerator<Buffer, void, undefined> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  async function* counted(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of packed) {
      packedBytes += chunk.byteLength;
      yield chunk;
    }
  }
  const unpacked = createGunzip({ chunkSize: 2 ** 17 });
  // A failure on the way destroys the last stream, and so reaches the loop below; leaving the loop ends the others.
  pipeline(Readable.from(counted()), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.byteLength;
      refuseBomb(path, packedBytes, unpackedBytes, limits);
      yield chunk;
    }
  } catch (thrown) {
    if (thrown instanceof RegisteredError) throw thrown;
    const { code = '' } = thrown as NodeJS.ErrnoException;
    const found = code === 'Z_BUF_ERROR' ? 'the end of a gzip file that is cut off' : 'bytes that are no gzip';
    const details = { path, place: `byte ${packedBytes} of the packed file`, found, accepted: 'a whole gzip file' };
    throw new RegisteredError('input-malformed', details, { cause: thrown });
  }
}

function refuseBomb(path: string, packedBytes: number, unpackedBytes: number, limits: InputLimits): void {
  const { largestRatio, largestUnpackedBytes } = limits;
  if (unpackedBytes > largestUnpackedBytes) {
    const size = formatBytes(largestUnpackedBytes);
    throw new RegisteredError('input-too-large', {
      path,
      found: `more than ${size} after unpacking`,
      accepted: `up to ${size}`,
    });
  }
  if (unpackedBytes < ratioCountsFromBytes || unpackedBytes <= packedBytes * largestRatio) return;
  throw new RegisteredError('input-too-large', {
    path,
    found: `a gzip file that unpacks to more than ${largestRatio} times its size`,
    accepted: `up to ${largestRatio} times`,
  });
}
