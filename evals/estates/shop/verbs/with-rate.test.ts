import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../testing/manual-clock.ts';
import type { Engine } from '../../../../connectors/docker/index.ts';
import type { RunContext } from '../../runner/index.ts';
import { withRate } from './with-rate.ts';

const stop = new AbortController();
const engine = { until: () => engine } as unknown as Engine;
const run: RunContext = { engine, clock: createManualClock(), report: () => undefined, signal: stop.signal };
stop.abort(new Error('Ctrl-C'));

/** Sets rates until it is told to fail, and remembers them. */
function generator(refuses: (rate: number) => boolean = () => false) {
  const rates: number[] = [];
  const setRate = (rate: number, { signal }: RunContext): Promise<void> => {
    if (refuses(rate)) return Promise.reject(new Error('it does not answer'));
    if (rates.length > 0) signal.throwIfAborted();
    rates.push(rate);
    return Promise.resolve();
  };
  return { rates, temporary: { name: 'two', rate: 120, before: 25, setRate } };
}

const interrupted = (): Promise<never> => Promise.reject(stop.signal.reason as Error);

describe('withRate', () => {
  it('puts the rate back, also after an interruption, which stays what is told', async () => {
    const { rates, temporary } = generator();
    await expect(withRate(run, temporary, interrupted)).rejects.toBe(stop.signal.reason);
    expect(rates).toEqual([120, 25]);
    const again = generator();
    expect(await withRate(run, again.temporary, () => Promise.resolve('seen'))).toBe('seen');
    expect(again.rates).toEqual([120, 25]);
  });

  it.each([
    ['the work is interrupted', interrupted],
    ['the time is over', () => Promise.resolve('seen')],
  ])('says that the rate is still in force, and how to set it back, when that fails after %s', async (_when, work) => {
    const { temporary } = generator((rate) => rate === 25);
    await expect(withRate(run, temporary, work)).rejects.toMatchObject({
      code: 'estate-load-not-restored',
      message: expect.stringContaining('still 120 requests/s') as unknown,
      remedy: expect.stringContaining('`backlot estate shop load --name two --rate 25`') as unknown,
    });
  });
});
