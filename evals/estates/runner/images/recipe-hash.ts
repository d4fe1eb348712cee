import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ImageRecipe, ImageRecipeFile } from '../../image-recipe.ts';
import { configHash } from '../config-hash.ts';

/** Permission bits of a file whose recipe names none. */
export const defaultMode = 0o644;

/** Reads each file of the disk once, however many recipes hold it: they share a runtime of a hundred megabytes. */
export type FileHashes = Map<string, Promise<string>>;

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function contentHash({ source }: ImageRecipeFile, known: FileHashes): Promise<string> {
  if ('content' in source) return createHash('sha256').update(source.content).digest('hex');
  const hash = known.get(source.file) ?? hashFile(source.file);
  known.set(source.file, hash);
  return hash;
}

/**
 * The fingerprint of all that goes into an image.
 *
 * @param recipe - How it is built.
 * @param bases - Fingerprints of the recipes that it is built on.
 * @param known - Hashes of files read before; added to.
 * @throws the file system's error, where a file cannot be read
 */
export async function recipeHash(recipe: ImageRecipe, bases: readonly string[], known: FileHashes): Promise<string> {
  const files = await Promise.all(
    recipe.files.map(async (file) => ({
      path: file.path,
      mode: file.mode ?? defaultMode,
      content: await contentHash(file, known),
    })),
  );
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return configHash({ dockerfile: recipe.dockerfile, buildArguments: recipe.buildArguments, files, bases });
}
