import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, reasonOf, RegisteredError } from '../kernel/index.ts';

/**
 * Writes a file that a person has named.
 *
 * @param path - Of the file.
 * @param content - The whole of it.
 * @param options - `folder`: make the folder where it is not there.
 * @throws RegisteredError `file-not-written`
 */
export async function writeNamedFile(
  path: string,
  content: string,
  { folder = false }: { readonly folder?: boolean } = {},
): Promise<void> {
  try {
    if (folder) await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  } catch (thrown) {
    const reason = codeOf(thrown) ?? reasonOf(thrown);
    throw new RegisteredError('file-not-written', { path, reason }, { cause: thrown });
  }
}
