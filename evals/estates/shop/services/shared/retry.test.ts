import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { backoffDelayMs, withRetries } from './retry.ts';

const policy = { retries: 2, backoffMs: 100, backoffMaxMs: 300 };
const always = (): boolean => true;

describe('backoff', () => {
  it('is spread evenly below a cap that doubles up to a limit', () => {
    const random = createRandom(1);
    for (const [retry, capMs] of [100, 200, 300, 300].entries()) {
      const delays = Array.from({ length: 2_000 }, () => backoffDelayMs(policy, retry, random));
      expect(Math.max(...delays)).toBeLessThanOrEqual(capMs);
      expect(Math.max(...delays)).toBeGreaterThan(0.97 * capMs);
      expect(Math.min(...delays)).toBeLessThan(0.03 * capMs);
      const mean = delays.reduce((sum, delayMs) => sum + delayMs, 0) / delays.length;
      expect(Math.abs(mean / capMs - 0.5)).toBeLessThan(0.03);
    }
  });
});

describe('retries', () => {
  it('end at the first success, after waits below their caps', async () => {
    const clock = createManualClock();
    const triedAtMs: number[] = [];
    const answer = withRetries(
      policy,
      always,
      (attemptsBefore) => {
        triedAtMs.push(clock.monotonicMs());
        return attemptsBefore < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve('done');
      },
      { clock, random: createRandom(2) },
    );
    await clock.advance(1_000);
    await expect(answer).resolves.toBe('done');
    const [first = 0, second = 0, third = 0] = triedAtMs;
    expect(first).toBe(0);
    expect(second - first).toBeLessThanOrEqual(100);
    expect(third - second).toBeLessThanOrEqual(200);
  });

  it('are bounded, and end with the last failure', async () => {
    const clock = createManualClock();
    let attempts = 0;
    const answer = withRetries(
      policy,
      always,
      () => {
        attempts += 1;
        return Promise.reject(new Error(`failure ${attempts}`));
      },
      { clock, random: createRandom(2) },
    );
    const outcome = expect(answer).rejects.toThrow('failure 3');
    await clock.advance(10_000);
    await outcome;
    expect(attempts).toBe(3);
  });

  it('are not spent on a failure that will not pass', async () => {
    let attempts = 0;
    const answer = withRetries(
      policy,
      (thrown) => (thrown as Error).message !== 'for good',
      () => {
        attempts += 1;
        return Promise.reject(new Error('for good'));
      },
      { clock: createManualClock(), random: createRandom(2) },
    );
    await expect(answer).rejects.toThrow('for good');
    expect(attempts).toBe(1);
  });
});
