import pMap from 'p-map';
import { keepImageReference } from '../../../src/kernel/index.ts';
import type { CoverageCount } from '../../../src/kernel/index.ts';
import { callsAtOnce, ifTold } from './asking.ts';
import type { ContainerAnswer } from './container-answer.ts';
import type { EngineAnswers } from './engine-answers.ts';
import { imageAnswer } from './other-answers.ts';
import type { ImageAnswer } from './other-answers.ts';
import { referenceOf } from './read-container.ts';

/** The images that containers have to do with. */
export interface ImageAnswers {
  /** Those that run, and those that references mean now. */
  readonly byId: ReadonlyMap<string, ImageAnswer>;
  /** The id of the image that a reference means now, by reference. */
  readonly pointedAt: ReadonlyMap<string, string>;
}

/**
 * Asks an engine about the images that containers run, and about those that the references mean now by which the
 * containers were made: the engine alone knows which registry and tag a short reference stands for.
 *
 * @param engine - To ask.
 * @param containers - Those that were read.
 * @param coverage - Told which images are gone.
 * @param signal - Ends it early.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export async function askImages(
  engine: EngineAnswers,
  containers: readonly ContainerAnswer[],
  coverage: CoverageCount,
  signal: AbortSignal,
): Promise<ImageAnswers> {
  const together = { concurrency: callsAtOnce, signal };
  const ask = async (name: string): Promise<readonly (readonly [string, ImageAnswer])[]> => {
    if (name === '') return [];
    const what = 'images that the engine did not tell of';
    const place = `images/${keepImageReference(name)}`;
    const parsed = imageAnswer.safeParse(await ifTold(what, place, coverage, engine.image(name)));
    return parsed.success ? [[name, parsed.data]] : [];
  };
  const references = [...new Set(containers.map(referenceOf))];
  const pointed = (await pMap(references, ask, together)).flat();
  const byId = new Map(pointed.map(([, image]) => [image.Id, image]));
  const running = new Set(containers.flatMap(({ Image: id }) => (id === undefined ? [] : [id])));
  const others = [...running].filter((id) => !byId.has(id));
  for (const [id, image] of (await pMap(others, ask, together)).flat()) byId.set(id, image);
  for (const id of running) {
    if (!byId.has(id)) coverage.notUnderstood('images that run and that the engine has no more', `images/${id}`);
  }
  return { byId, pointedAt: new Map(pointed.map(([reference, { Id: id }]) => [reference, id])) };
}
