import { RegisteredError } from '../../../src/kernel/index.ts';
import type { CoverageCount } from '../../../src/kernel/index.ts';

/** More would hold up those who work with the engine; fewer would take long on one with hundreds of containers. */
export const callsAtOnce = 8;

/** Engines take all their samples together, once a second, and let each question wait for that: a hundred wait as one. */
export const samplesAtOnce = 100;

/**
 * What a reading can do without: undefined, and counted, where the engine refuses it or takes too long.
 *
 * @param what - What is lacking then, for the coverage.
 * @param place - Of what object.
 * @param coverage - Told so.
 * @param call - The question, asked.
 * @throws RegisteredError `docker-permission-denied`; the signal's reason, when aborted
 */
export async function ifTold(
  what: string,
  place: string,
  coverage: CoverageCount,
  call: Promise<unknown>,
): Promise<unknown> {
  try {
    return await call;
  } catch (thrown) {
    const code = thrown instanceof RegisteredError ? (thrown as RegisteredError).code : undefined;
    if (code !== 'docker-refused' && code !== 'docker-unreachable') throw thrown;
    coverage.notUnderstood(what, place);
    return undefined;
  }
}
