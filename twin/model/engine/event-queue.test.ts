import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventQueue, eventKinds } from './event-queue.ts';

/** What is to come, by the simplest means: a list that is sorted by time, and by order of coming where that is the same. */
class SortedEvents {
  events: { readonly atMs: number; readonly event: number }[] = [];

  push(atMs: number, event: number): void {
    const after = this.events.findIndex((one) => one.atMs > atMs);
    this.events.splice(after < 0 ? this.events.length : after, 0, { atMs, event });
  }
}

const operations = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ gapMs: fc.constantFrom(0, 1, 2, 3.5, 7, 1e6), frame: fc.nat(50) }) },
    { weight: 4, arbitrary: fc.constant('take' as const) },
    { weight: 1, arbitrary: fc.record({ cancelled: fc.nat(50) }) },
  ),
  { maxLength: 400 },
);

describe('an event queue', () => {
  it('gives what a sorted list gives, whatever is pushed, taken and cancelled in between', () => {
    fc.assert(
      fc.property(operations, (given) => {
        const queue = new EventQueue();
        const right = new SortedEvents();
        let nowMs = 0;
        const take = (): void => {
          const first = right.events.shift();
          expect(queue.nextMs()).toBe(first?.atMs ?? Infinity);
          if (first === undefined) return;
          expect(queue.take()).toBe(first.event);
          nowMs = first.atMs;
        };
        for (const operation of given) {
          if (operation === 'take') take();
          else if ('cancelled' in operation) {
            const isMeant = (frame: number): boolean => frame === operation.cancelled << 4;
            const gone: number[] = [];
            queue.cancel(isMeant, (event, atMs) => gone.push(event, atMs));
            const [lost, kept] = [true, false].map((wanted) =>
              right.events.filter(({ event }) => isMeant(event & ~15) === wanted),
            );
            right.events = kept ?? [];
            expect(gone.toSorted()).toEqual((lost ?? []).flatMap(({ event, atMs }) => [event, atMs]).toSorted());
          } else {
            const event = (operation.frame << 4) | eventKinds.waited;
            queue.push(nowMs + operation.gapMs, event);
            right.push(nowMs + operation.gapMs, event);
          }
          expect(queue.size).toBe(right.events.length);
        }
        while (right.events.length > 0) take();
        expect(queue.nextMs()).toBe(Infinity);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('cancels events of frames only, not of what has the same number and is none', () => {
    const queue = new EventQueue();
    queue.push(1, (3 << 4) | eventKinds.callback);
    queue.push(2, (3 << 4) | eventKinds.worked);
    const gone: number[] = [];
    queue.cancel(
      () => true,
      (event) => gone.push(event),
    );
    expect(gone).toEqual([(3 << 4) | eventKinds.worked]);
    expect(queue.nextMs()).toBe(1);
  });

  it('holds more than it began with', () => {
    const queue = new EventQueue();
    for (let at = 5_000; at > 0; at--) queue.push(at, at << 4);
    for (let at = 1; at <= 5_000; at++) {
      expect(queue.nextMs()).toBe(at);
      expect(queue.take()).toBe(at << 4);
    }
    expect(queue.size).toBe(0);
  });
});
