import { describe, expect, it } from '@jest/globals';
import { withRemoval } from './with-removal.ts';

const failed = new Error('no services');

describe('withRemoval', () => {
  it('removes the estate after work that ends and after work that fails, the making included', async () => {
    let removals = 0;
    const remove = (): Promise<void> => {
      removals += 1;
      return Promise.resolve();
    };
    expect(await withRemoval('demo', remove, () => Promise.resolve('seen'))).toBe('seen');
    await expect(withRemoval('demo', remove, () => Promise.reject(failed))).rejects.toBe(failed);
    expect(removals).toBe(2);
    await expect(withRemoval('demo', undefined, () => Promise.reject(failed))).rejects.toBe(failed);
  });

  it.each([
    ['ended', () => Promise.resolve('seen')],
    ['was interrupted', () => Promise.reject(failed)],
  ])('says that the estate is still there when its removal fails after work that %s', async (_how, work) => {
    const remove = (): Promise<void> => Promise.reject(new Error('the engine is gone'));
    await expect(withRemoval('demo', remove, work)).rejects.toMatchObject({
      code: 'estate-not-removed',
      message: expect.stringContaining('the engine is gone') as unknown,
      remedy: expect.stringContaining('`backlot estate shop down --name demo`') as unknown,
    });
  });
});
