import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { createArrivalProcess } from './arrival-process.ts';

async function arrivalsOf(ratePerSecond: number, durationMs: number, arrive?: (dueMs: number) => void) {
  const clock = createManualClock();
  const due: number[] = [];
  const stop = new AbortController();
  const process = createArrivalProcess(
    ratePerSecond,
    (dueMs) => {
      due.push(dueMs);
      arrive?.(dueMs);
    },
    { clock, random: createRandom(7) },
  );
  const running = process.run(stop.signal);
  await clock.advance(durationMs);
  stop.abort();
  await running;
  return due;
}

describe('the arrival process', () => {
  it('has gaps of the asked mean, with the spread and the lack of memory of an exponential', async () => {
    const due = await arrivalsOf(50, 60_000);
    const gaps = due.slice(1).map((dueMs, index) => dueMs - (due[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    const longerThanMean = gaps.filter((gap) => gap > mean).length / gaps.length;
    const lag = gaps.slice(1).reduce((sum, gap, index) => sum + (gap - mean) * ((gaps[index] ?? 0) - mean), 0);
    // About 3000 gaps: each bound is more than four standard errors wide.
    expect(gaps.length).toBeGreaterThan(2_750);
    expect(gaps.length).toBeLessThan(3_250);
    expect(deviation / mean).toBeGreaterThan(0.92);
    expect(deviation / mean).toBeLessThan(1.08);
    expect(longerThanMean).toBeGreaterThan(Math.exp(-1) - 0.04);
    expect(longerThanMean).toBeLessThan(Math.exp(-1) + 0.04);
    expect(Math.abs(lag / gaps.length / deviation ** 2)).toBeLessThan(0.08);
  });

  it('keeps to its schedule whatever its arrivals set off', async () => {
    const unanswered: Promise<never>[] = [];
    const held = await arrivalsOf(100, 2_000, () => {
      unanswered.push(new Promise(() => undefined));
    });
    expect(unanswered).toHaveLength(held.length);
    expect(held).toEqual(await arrivalsOf(100, 2_000));
  });

  it('makes up for a late wake-up without moving any intended moment', async () => {
    const punctual = await arrivalsOf(100, 1_000);
    const clock = createManualClock();
    // A busy processor: every sleep takes 200 ms longer than asked.
    const sluggish = {
      ...clock,
      sleep: (durationMs: number, signal?: AbortSignal) => clock.sleep(durationMs + 200, signal),
    };
    const due: number[] = [];
    const stop = new AbortController();
    const process = createArrivalProcess(100, (dueMs) => due.push(dueMs), {
      clock: sluggish,
      random: createRandom(7),
    });
    const running = process.run(stop.signal);
    await clock.advance(1_200);
    stop.abort();
    await running;
    expect(due.slice(0, punctual.length)).toEqual(punctual);
  });

  it('takes a new rate at once, and falls silent at 0', async () => {
    const clock = createManualClock();
    const due: number[] = [];
    const stop = new AbortController();
    const process = createArrivalProcess(0, (dueMs) => due.push(dueMs), { clock, random: createRandom(3) });
    const running = process.run(stop.signal);
    await clock.advance(120_000);
    expect(due).toHaveLength(0);
    process.setRate(200);
    await clock.advance(1_000);
    expect(due.length).toBeGreaterThan(140);
    expect(due[0]).toBeGreaterThanOrEqual(120_000);
    process.setRate(0);
    await clock.advance(1);
    const untilSilence = due.length;
    await clock.advance(60_000);
    expect(due).toHaveLength(untilSilence);
    stop.abort();
    await running;
  });
});
