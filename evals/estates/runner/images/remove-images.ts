import { labelNames } from '../labels.ts';
import type { RunContext } from '../run-context.ts';

/** What became of an estate's images. */
export interface RemovedImages {
  readonly removed: readonly string[];
  /** In use by a container, or what an image in use stands on. */
  readonly kept: readonly string[];
}

/**
 * Removes images that a recipe made and that nothing uses.
 *
 * @param context - The engine, and when to stop between two images.
 * @param prefix - Of their tags: `backlot-shop/`.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export async function removeImages(context: RunContext, prefix: string): Promise<RemovedImages> {
  const { engine, report, signal } = context;
  const [tags, containers] = await Promise.all([
    engine.listImageTags([labelNames.recipeHash]),
    engine.listContainers([]),
  ]);
  const inUse = new Set(containers.map(({ imageId }) => imageId));
  const found = await Promise.all(
    tags.filter((tag) => tag.startsWith(prefix)).map(async (tag) => ({ tag, image: await engine.inspectImage(tag) })),
  );
  const used = found.flatMap(({ image }) => (image !== undefined && inUse.has(image.id) ? [image] : []));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { tag, image } of found) {
    if (image === undefined) continue;
    signal.throwIfAborted();
    const carries = used.some(({ layers }) => image.layers.every((layer, at) => layers[at] === layer));
    if (!carries) await engine.removeImage(tag);
    // A container that was made meanwhile keeps its image.
    const isThere = carries || (await engine.inspectImage(tag)) !== undefined;
    (isThere ? kept : removed).push(tag);
    report(`image ${tag}`, isThere ? 'in use' : 'removed');
  }
  return { removed: removed.sort(), kept: kept.sort() };
}
