import { readFileSync } from 'node:fs';
import { RegisteredError, formatDuration } from '../../../../src/kernel/index.ts';
import type { ImageRecipe } from '../../image-recipe.ts';
import { engineReasonOf } from '../../../../connectors/docker/index.ts';
import { labelNames } from '../labels.ts';
import type { RunContext } from '../run-context.ts';
import { baseImages, buildOrder, dockerfileText } from './base-images.ts';
import { ensureImage } from './ensure-image.ts';
import { packContext } from './pack-context.ts';
import { recipeHash } from './recipe-hash.ts';
import type { FileHashes } from './recipe-hash.ts';

/** Enough of a failed build's output to see the command that failed and what it said. */
const outputLines = 20;

/** What became of one image. */
export interface BuiltImage {
  readonly tag: string;
  readonly imageId: string;
  /** False where the image was there already, made from the same files. */
  readonly built: boolean;
  readonly tookMs: number;
}

async function ensureBases(context: RunContext, images: readonly string[]): Promise<void> {
  for (const image of images) {
    const found = await ensureImage(context, image);
    if ('reason' in found) throw new RegisteredError('base-image-missing', { image, reason: found.reason });
  }
}

async function fingerprint(recipe: ImageRecipe, bases: readonly string[], files: FileHashes): Promise<string> {
  try {
    return await recipeHash(recipe, bases, files);
  } catch (thrown) {
    const reason = `a file cannot be read: ${engineReasonOf(thrown)}`;
    throw new RegisteredError('image-build-failed', { tag: recipe.tag, reason, output: [] }, { cause: thrown });
  }
}

async function build(context: RunContext, recipe: ImageRecipe, hash: string): Promise<string> {
  const { engine, report, signal } = context;
  const { tag, dockerfile, buildArguments } = recipe;
  const step = `image ${tag}`;
  const output: string[] = [];
  const labels = { [labelNames.recipeHash]: hash };
  const previous = await engine.inspectImage(tag);
  try {
    const onLine = (line: string): void => {
      output.push(line);
      if (line.startsWith('Step ')) report(step, line);
    };
    report(step, 'building');
    await engine.buildImage(packContext(recipe.files), { tag, dockerfile, buildArguments, labels }, onLine, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof RegisteredError && thrown.code !== 'docker-refused') throw thrown;
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
    const reason = typeof cause === 'string' ? cause : engineReasonOf(cause);
    throw new RegisteredError('image-build-failed', { tag, reason, output: output.slice(-outputLines) }, { cause });
  }
  const image = await engine.inspectImage(tag);
  if (image === undefined) {
    const reason = 'the build ended without an image';
    throw new RegisteredError('image-build-failed', { tag, reason, output: output.slice(-outputLines) });
  }
  if (previous !== undefined && previous.id !== image.id) await engine.removeImage(previous.id);
  return image.id;
}

/**
 * Builds the images that are not there yet, or were made from other files than these.
 *
 * @param context - The engine, and whom to tell.
 * @param recipes - In any order; one may be built on another.
 * @param wanted - The tags that are needed; those that they are built on come with them. All where left out.
 * @throws RegisteredError `base-image-missing`, `image-build-failed`, and as the engine does; the signal's reason, when
 *   aborted
 */
export async function buildImages(
  context: RunContext,
  recipes: readonly ImageRecipe[],
  wanted?: ReadonlySet<string>,
): Promise<readonly BuiltImage[]> {
  const { engine, clock, report, signal } = context;
  const basesOf = (recipe: ImageRecipe): readonly string[] =>
    baseImages(
      dockerfileText(recipe, (file) => readFileSync(file, 'utf8')),
      recipe.buildArguments,
    );
  const hashes = new Map<string, string>();
  const files: FileHashes = new Map();
  const images: BuiltImage[] = [];
  for (const recipe of buildOrder(recipes, basesOf, wanted)) {
    signal.throwIfAborted();
    const bases = basesOf(recipe);
    const hash = await fingerprint(
      recipe,
      bases.map((base) => hashes.get(base) ?? base),
      files,
    );
    hashes.set(recipe.tag, hash);
    const present = await engine.inspectImage(recipe.tag);
    if (present?.labels[labelNames.recipeHash] === hash) {
      images.push({ tag: recipe.tag, imageId: present.id, built: false, tookMs: 0 });
      continue;
    }
    await ensureBases(context, bases);
    const startedMs = clock.monotonicMs();
    const imageId = await build(context, recipe, hash);
    const tookMs = clock.monotonicMs() - startedMs;
    report(`image ${recipe.tag}`, `built in ${formatDuration(tookMs)}`);
    images.push({ tag: recipe.tag, imageId, built: true, tookMs });
  }
  return images;
}
