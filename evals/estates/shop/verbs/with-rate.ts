import { asRegisteredError, RegisteredError } from '../../../../src/kernel/index.ts';
import { uninterrupted } from '../../runner/index.ts';
import type { RunContext } from '../../runner/index.ts';

/** A rate to keep for a while. */
export interface TemporaryRate {
  /** Which shop. */
  readonly name: string;
  readonly rate: number;
  /** What it goes back to. */
  readonly before: number;
  readonly setRate: (ratePerSecond: number, run: RunContext) => Promise<void>;
}

/**
 * Works while a shop is under another load, and puts it back whatever becomes of the work, an interruption included.
 *
 * @param run - The engine; its signal does not keep the rate from being put back.
 * @param temporary - The rate, and how it is set.
 * @param work - What to do meanwhile.
 * @throws RegisteredError `estate-load-not-restored`, which hides what the work threw; as setting and working do
 */
export async function withRate<Result>(
  run: RunContext,
  { name, rate, before, setRate }: TemporaryRate,
  work: () => Promise<Result>,
): Promise<Result> {
  const restore = async (): Promise<void> => {
    try {
      await setRate(before, uninterrupted(run));
    } catch (thrown) {
      const details = { name, ratePerSecond: rate, beforePerSecond: before, reason: asRegisteredError(thrown).message };
      throw new RegisteredError('estate-load-not-restored', details, { cause: thrown });
    }
  };
  let result: Result;
  try {
    // Also one that was cut short may have been heard.
    await setRate(rate, run);
    result = await work();
  } catch (thrown) {
    await restore();
    throw thrown;
  }
  await restore();
  return result;
}
