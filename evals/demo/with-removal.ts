import { asRegisteredError, RegisteredError } from '../../src/kernel/index.ts';

/**
 * Works, and removes what was made for it whatever becomes of the work.
 *
 * @param name - What the estate is called.
 * @param remove - Removes all of it; undefined where it is to stay.
 * @param work - The work, the making included.
 * @throws RegisteredError `estate-not-removed`, which hides what the work threw: it is what a person must know; as the
 *   work does
 */
export async function withRemoval<Result>(
  name: string,
  remove: (() => Promise<unknown>) | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const clear = async (): Promise<void> => {
    try {
      await remove?.();
    } catch (thrown) {
      const reason = asRegisteredError(thrown).message;
      throw new RegisteredError('estate-not-removed', { name, reason }, { cause: thrown });
    }
  };
  let result: Result;
  try {
    result = await work();
  } catch (thrown) {
    await clear();
    throw thrown;
  }
  await clear();
  return result;
}
