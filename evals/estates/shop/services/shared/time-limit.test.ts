import { describe, expect, it } from '@jest/globals';
import { TimeoutError, withTimeLimit } from './time-limit.ts';

describe('the time limit', () => {
  it('ends work that heeds its signal, with an error that has a name', async () => {
    const work = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const thrown = await withTimeLimit(5, work).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(TimeoutError);
    expect(thrown).toMatchObject({ name: 'TimeoutError' });
    expect(thrown).not.toHaveProperty('code');
  });

  it('leaves work alone that is done in time, and its failure as it was', async () => {
    await expect(withTimeLimit(1_000, () => Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeLimit(1_000, () => Promise.reject(new RangeError('broke')))).rejects.toThrow('broke');
  });
});
