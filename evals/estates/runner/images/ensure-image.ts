import { RegisteredError } from '../../../../src/kernel/index.ts';
import { engineReasonOf } from '../../../../connectors/docker/index.ts';
import type { EngineImage } from '../../../../connectors/docker/index.ts';
import type { RunContext } from '../run-context.ts';

/** An image, or why it cannot be had. */
export type ImageOrReason = { readonly image: EngineImage } | { readonly reason: string };

/**
 * Looks for an image on the engine, then at its registry.
 *
 * @param context - The engine, and whom to tell.
 * @param reference - Repository and tag.
 * @throws RegisteredError as the engine does when it is asked for what it has; the signal's reason, when aborted
 */
export async function ensureImage(context: RunContext, reference: string): Promise<ImageOrReason> {
  const { engine, report, signal } = context;
  const local = await engine.inspectImage(reference);
  if (local !== undefined) return { image: local };
  const step = `image ${reference}`;
  try {
    report(step, 'pulling');
    await engine.pullImage(reference, (line) => report(step, line), signal);
    const pulled = await engine.inspectImage(reference);
    if (pulled !== undefined) return { image: pulled };
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof RegisteredError && thrown.code !== 'docker-refused') throw thrown;
    report(step, 'cannot be pulled');
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
    return { reason: typeof cause === 'string' ? cause : engineReasonOf(cause) };
  }
  return { reason: 'the registry answered, but the image did not arrive' };
}
