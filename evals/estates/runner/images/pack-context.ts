import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';
import type { ImageRecipeFile } from '../../image-recipe.ts';
import { defaultMode } from './recipe-hash.ts';

/** One time for all files: the engine's build cache must not see when a context was packed. */
const mtime = new Date(0);

async function addFile(archive: Pack, { path, source, mode = defaultMode }: ImageRecipeFile): Promise<void> {
  if ('file' in source) {
    const { size } = await stat(source.file);
    const entry = archive.entry({ name: path, mode, mtime, size });
    await pipeline(createReadStream(source.file), entry);
    return;
  }
  const content = Buffer.from(source.content);
  const entry = archive.entry({ name: path, mode, mtime, size: content.length });
  entry.end(content);
  await finished(entry);
}

/**
 * Packs a build context while it is read.
 *
 * @param files - Whose contents come from disk or memory.
 * @returns A tar archive; it fails with the file system's error where a file cannot be read.
 */
export function packContext(files: readonly ImageRecipeFile[]): Readable {
  const archive = pack();
  const add = async (): Promise<void> => {
    try {
      for (const file of files) await addFile(archive, file);
      archive.finalize();
    } catch (thrown) {
      archive.destroy(thrown instanceof Error ? thrown : undefined);
    }
  };
  void add();
  // The packer is a stream of the streamx package, which Node's own readers take and its types do not know.
  return archive as unknown as Readable;
}
