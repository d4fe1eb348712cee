import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SharedProcessor } from './shared-processor.ts';

interface Job {
  readonly atMs: number;
  readonly workMs: number;
}

/** When each of some jobs is done, as the engine runs a processor: from one of its moments to the next. */
function runJobs(processor: SharedProcessor, jobs: readonly Job[]): number[] {
  const doneMs: number[] = [];
  const coming = [...jobs.entries()].toSorted(([, one], [, other]) => one.atMs - other.atMs);
  let nowMs = 0;
  for (let looks = 0; looks < 100_000; looks++) {
    const nextMs = processor.nextMs(nowMs);
    const comesMs = coming[0]?.[1].atMs ?? Infinity;
    if (nextMs === Infinity && comesMs === Infinity) break;
    nowMs = Math.min(nextMs, comesMs);
    if (comesMs <= nextMs) {
      const [job, { workMs }] = coming.shift() as [number, Job];
      processor.add(job, workMs, nowMs);
    } else processor.advance(nowMs);
    for (let job = processor.takeDone(); job >= 0; job = processor.takeDone()) doneMs[job] = nowMs;
  }
  return doneMs;
}

/** The same by small steps of time: nothing clever, and therefore right to a step or two. */
function runInSteps(cores: number, quotaMs: number, periodMs: number, jobs: readonly Job[], stepMs: number): number[] {
  const leftMs = jobs.map(({ workMs }) => workMs);
  const doneMs: number[] = [];
  let quotaLeftMs = quotaMs;
  for (let step = 0; Object.keys(doneMs).length < jobs.length && step < 1e6; step++) {
    const nowMs = step * stepMs;
    if (step % Math.round(periodMs / stepMs) === 0) quotaLeftMs = quotaMs;
    const there = jobs.flatMap(({ atMs }, at) => (atMs <= nowMs && doneMs[at] === undefined ? [at] : []));
    if (there.length === 0 || quotaLeftMs <= 0) continue;
    const each = Math.min(stepMs * Math.min(1, cores / there.length), quotaLeftMs / there.length);
    quotaLeftMs -= each * there.length;
    for (const at of there) {
      leftMs[at] = (leftMs[at] as number) - each;
      if (leftMs[at] <= 1e-9) doneMs[at] = nowMs + stepMs;
    }
  }
  return doneMs;
}

const jobs = fc.array(
  fc.record({
    atMs: fc.nat(2_000).map((at) => at / 10),
    workMs: fc.integer({ min: 1, max: 400 }).map((ms) => ms / 10),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('a shared processor', () => {
  it('gives each of n frames the n-th part of its cores, but no more than one', () => {
    const alone = runJobs(new SharedProcessor(2, Infinity, 100, 0), [{ atMs: 5, workMs: 10 }]);
    expect(alone).toEqual([15]);
    // Four share two cores until the short one is done at 4 ms; then three do.
    const four = runJobs(new SharedProcessor(2, Infinity, 100, 0), [
      { atMs: 0, workMs: 2 },
      { atMs: 0, workMs: 10 },
      { atMs: 0, workMs: 10 },
      { atMs: 0, workMs: 10 },
    ]);
    for (const [at, rightMs] of [4, 16, 16, 16].entries()) expect(four[at]).toBeCloseTo(rightMs, 9);
  });

  it.each([
    [1, Infinity],
    [2, Infinity],
    [4, 20],
    [1, 30],
    [Infinity, 25],
  ])('with %d cores and a quota of %d ms of each 100 does what small steps of time do', (cores, quotaMs) => {
    let compared = 0;
    fc.assert(
      fc.property(jobs, (some) => {
        // Of few jobs it can be said whether one ends with the very last of a quota.
        const given = quotaMs === Infinity ? some : some.slice(0, 3);
        const stepMs = 0.02;
        const processor = new SharedProcessor(cores, quotaMs, 100, 0);
        const exact = runJobs(processor, given);
        const stepped = runInSteps(cores, quotaMs, 100, given, stepMs);
        // There a step more or less may put the rest into the next period.
        if (!isEdge(given, quotaMs)) {
          compared += 1;
          for (const [at, doneMs] of stepped.entries())
            expect(Math.abs((exact[at] ?? NaN) - doneMs)).toBeLessThan(10 * stepMs);
        }
        const workMs = given.reduce((sum, one) => sum + one.workMs, 0);
        expect(processor.workedMs).toBeCloseTo(workMs, 6);
        expect(processor.count).toBe(0);
        expect(processor.throttledPeriods).toBeLessThanOrEqual(processor.usedPeriods);
      }),
      { seed: 1, numRuns: 30 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  it('works no more than its quota in any period, and is held for the rest', () => {
    const processor = new SharedProcessor(4, 30, 100, 0);
    const doneMs = runJobs(
      processor,
      Array.from({ length: 4 }, () => ({ atMs: 0, workMs: 30 })),
    );
    // 7.5 ms of each in every period.
    for (const ms of doneMs) expect(ms).toBeCloseTo(307.5, 6);
    expect(processor.throttledMs).toBeCloseTo(3 * 92.5, 6);
    expect(processor.usedPeriods).toBe(4);
  });

  it('that nobody used for long begins its periods where they would have begun', () => {
    const doneMs = runJobs(new SharedProcessor(1, 10, 100, 30), [{ atMs: 100_025, workMs: 12 }]);
    // Periods begin at 30, 130 and so on: 5 ms in the one, 7 in the next.
    expect(doneMs[0]).toBeCloseTo(100_037, 6);
  });

  it('whose frames die has the rest of their work as lost', () => {
    const processor = new SharedProcessor(1, Infinity, 100, 0);
    processor.add(0, 10, 0);
    processor.add(16, 30, 0);
    processor.clear(10);
    expect([processor.workedMs, processor.lostMs, processor.count]).toEqual([10, 30, 0]);
  });

  it('goes on with what it has when its cores change', () => {
    const processor = new SharedProcessor(1, Infinity, 100, 0);
    processor.add(0, 10, 0);
    processor.add(16, 10, 0);
    processor.resize(2, Infinity, 10);
    expect(processor.nextMs(10)).toBeCloseTo(15, 9);
  });

  it('needs no look for ever at one moment, at any time of any run', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e6, max: 1e11, noNaN: true }),
        jobs,
        fc.constantFrom(Infinity, 20),
        (startMs, given, quotaMs) => {
          const later = given.map(({ atMs, workMs }) => ({ atMs: startMs + atMs, workMs: workMs / 3 }));
          const doneMs = runJobs(new SharedProcessor(3, quotaMs, 100, 0), later);
          for (const [at, { atMs }] of later.entries()) expect(doneMs[at]).toBeGreaterThan(atMs);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });
});

/** Whether some job may end within a step of the end of a quota: then both answers are right. */
function isEdge(given: readonly Job[], quotaMs: number): boolean {
  if (quotaMs === Infinity) return false;
  const sums = new Set<number>([0]);
  for (const { workMs } of given) for (const sum of [...sums]) sums.add(sum + workMs);
  return [...sums].some((sum) => {
    const rest = sum % quotaMs;
    return sum > 0 && Math.min(rest, quotaMs - rest) < 0.2;
  });
}
