import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Deadlines } from './deadlines.ts';
import { EventQueue } from './event-queue.ts';
import { frameField, Frames } from './frames.ts';

/** Whoever a frame waits for has come: its deadline is met. */
const meet = ({ words }: Frames, frame: number): void => {
  words[frame + frameField.sequence] = (words[frame + frameField.sequence] as number) + 1;
};

/** Runs the clock to the end and says which frames gave up when. */
function giveUps(queue: EventQueue, deadlines: Deadlines, untilMs = Infinity): [number, number][] {
  const found: [number, number][] = [];
  for (let atMs = queue.nextMs(); atMs <= untilMs && atMs !== Infinity; atMs = queue.nextMs()) {
    const list = queue.take() >> 4;
    for (let frame = deadlines.takeDue(list, atMs); frame >= 0; frame = deadlines.takeDue(list, atMs))
      found.push([atMs, frame]);
  }
  return found;
}

describe('deadlines', () => {
  it('fall due exactly after their time, for those alone who still wait', () => {
    const timeouts = [5, 20, 20.5, 100];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(3), fc.nat(150)), { maxLength: 100 }), (given) => {
        const frames = new Frames(1_000);
        const queue = new EventQueue();
        const deadlines = new Deadlines(queue, frames);
        const right: [number, number][] = [];
        const meetings: { readonly atMs: number; readonly frame: number }[] = [];
        let nowMs = 0;
        const found: [number, number][] = [];
        const pass = (untilMs: number): void => {
          for (const { atMs, frame } of meetings.splice(0).toSorted((one, other) => one.atMs - other.atMs)) {
            if (atMs > untilMs) meetings.push({ atMs, frame });
            else {
              found.push(...giveUps(queue, deadlines, atMs));
              meet(frames, frame);
            }
          }
          found.push(...giveUps(queue, deadlines, untilMs));
        };
        for (const [gapMs, which, metAfterMs] of given) {
          nowMs += gapMs;
          pass(nowMs);
          const timeoutMs = timeouts[which] as number;
          const frame = frames.allocate(0, 0, 0, -1, 0);
          deadlines.add(deadlines.list('call', timeoutMs), frame, nowMs);
          // What comes in the very moment of the deadline comes too late: half a millisecond avoids the question.
          if (metAfterMs + 0.25 < timeoutMs) meetings.push({ atMs: nowMs + metAfterMs + 0.25, frame });
          else right.push([nowMs + timeoutMs, frame]);
        }
        pass(Infinity);
        const sorted = (pairs: readonly [number, number][]) =>
          pairs.toSorted(([atMs, frame], [otherMs, other]) => atMs - otherMs || frame - other);
        expect(sorted(found)).toEqual(sorted(right));
        expect(deadlines.length).toBe(0);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('take one event for a list, not one for each frame', () => {
    const frames = new Frames(1_000);
    const queue = new EventQueue();
    const deadlines = new Deadlines(queue, frames);
    for (let atMs = 0; atMs < 500; atMs++)
      deadlines.add(deadlines.list('call', 1_000), frames.allocate(0, 0, 0, -1, 0), atMs);
    expect(queue.size).toBe(1);
    expect(deadlines.length).toBe(500);
    expect(giveUps(queue, deadlines)).toHaveLength(500);
  });

  it('keep the lists of different uses apart, and those of one together', () => {
    const deadlines = new Deadlines(new EventQueue(), new Frames(10));
    const [call, pool] = [deadlines.list('call', 5), deadlines.list('pool', 5)];
    expect(pool).not.toBe(call);
    expect(deadlines.list('call', 5)).toBe(call);
    expect([deadlines.purposeOf(call), deadlines.purposeOf(pool)]).toEqual(['call', 'pool']);
  });
});
