import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const bounds = { dependency: 'provider', concurrency: 2, queue: 2, queueTimeoutMs: 500 };

describe('the concurrency limit', () => {
  it('lets no more work at once than it says, in order of arrival', async () => {
    const clock = createManualClock();
    const limit = createConcurrencyLimit(bounds, clock);
    const begun: string[] = [];
    let most = 0;
    const work = (name: string): Promise<void> =>
      limit.run(async () => {
        begun.push(name);
        most = Math.max(most, limit.working);
        await clock.sleep(100);
      });
    const all = Promise.all(['a', 'b', 'c', 'd'].map(work));
    await clock.advance(50);
    expect([limit.working, limit.waiting]).toEqual([2, 2]);
    await clock.advance(500);
    await all;
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(most).toBe(2);
    expect([limit.working, limit.waiting]).toEqual([0, 0]);
  });

  it('refuses at once where nobody more may wait', async () => {
    const limit = createConcurrencyLimit({ ...bounds, queue: 0 }, createManualClock());
    for (let call = 0; call < 2; call += 1) void limit.run(() => new Promise(() => undefined));
    await expect(limit.run(() => Promise.resolve())).rejects.toMatchObject({ failure: 'saturated', answerStatus: 503 });
  });

  it('gives up a wait that takes too long, and keeps no place for it', async () => {
    const clock = createManualClock();
    const limit = createConcurrencyLimit({ ...bounds, concurrency: 1 }, clock);
    const first = limit.run(() => clock.sleep(2_000));
    const second = limit.run(() => Promise.resolve('worked'));
    const outcome = expect(second).rejects.toMatchObject({ failure: 'saturated' });
    await clock.advance(600);
    await outcome;
    expect(limit.waiting).toBe(0);
    await clock.advance(2_000);
    await first;
    await expect(limit.run(() => Promise.resolve('worked'))).resolves.toBe('worked');
  });

  it('frees the place of work that failed', async () => {
    const limit = createConcurrencyLimit({ ...bounds, concurrency: 1 }, createManualClock());
    await expect(limit.run(() => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(limit.working).toBe(0);
  });
});
