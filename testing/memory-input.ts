import { defaultLimits, textOf } from '../connectors/files/index.ts';
import type { Input, InputLimits } from '../connectors/files/index.ts';

/**
 * An input whose content is given, for tests of readers that need no file.
 *
 * @param content - After unpacking.
 * @param chunkBytes - How much of it comes at once.
 */
export function memoryInput(
  content: string | Uint8Array,
  { chunkBytes = 1_000, limits = {} }: { chunkBytes?: number; limits?: Partial<InputLimits> } = {},
): Input {
  const bytes = Buffer.from(content as Uint8Array);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      yield await Promise.resolve(bytes.subarray(at, at + chunkBytes));
  }
  const input: Input = {
    path: 'input',
    sizeBytes: bytes.length,
    sha256: '0'.repeat(64),
    changedMs: 0,
    isPacked: false,
    head: bytes.subarray(0, 2 ** 16),
    limits: { ...defaultLimits, ...limits },
    chunks,
    text: () => textOf(input),
  };
  return input;
}
