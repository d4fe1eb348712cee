import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrameRing } from './frame-ring.ts';
import { frameField, Frames } from './frames.ts';
import { WaitQueues } from './wait-queues.ts';

describe('frames', () => {
  it('are each somebody else as long as they are used, and used again afterwards', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1_000), { nil: undefined }), { maxLength: 3_000 }), (frees) => {
        const frames = new Frames(1 << 20);
        const used = new Map<number, number>();
        let most = 0;
        for (const [at, freed] of frees.entries()) {
          const names = [...used.keys()];
          const gone = freed === undefined ? undefined : names[freed % Math.max(1, names.length)];
          if (gone !== undefined) {
            frames.free(gone);
            used.delete(gone);
            continue;
          }
          const frame = frames.allocate(at, at + 1, at + 2, -1, 0);
          expect(used.has(frame)).toBe(false);
          used.set(frame, at);
          most = Math.max(most, used.size);
        }
        for (const [frame, at] of used) {
          const words = frames.words.subarray(frame, frame + 16);
          expect([words[frameField.operation], words[frameField.instance], words[frameField.at]]).toEqual([
            at,
            at + 1,
            at + 2,
          ]);
          expect([words[frameField.child], words[frameField.queue], words[frameField.cause]]).toEqual([-1, -1, 0]);
        }
        expect(frames.all().toSorted()).toEqual([...used.keys()].toSorted());
        expect(Math.max(-1, ...used.keys())).toBeLessThan(Math.max(1, most) << 4);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it('are as many as there may be, and no more', () => {
    const frames = new Frames(3);
    const all = [1, 2, 3].map((operation) => frames.allocate(operation, 7, 0, -1, 0));
    expect(frames.isExhausted).toBe(false);
    expect(frames.allocate(4, 7, 0, -1, 0)).toBe(-1);
    expect(frames.isExhausted).toBe(true);
    frames.free(all[1] as number);
    expect(frames.allocate(5, 7, 0, -1, 0)).toBe(all[1]);
  });

  it('are found by their instance and by whom they answer', () => {
    const frames = new Frames(10);
    const [parent, child, other] = [
      frames.allocate(0, 1, 0, -1, 0),
      frames.allocate(0, 2, 0, 0, 0),
      frames.allocate(0, 1, 0, 99 << 4, 0),
    ];
    expect(frames.of(1)).toEqual([parent, other]);
    expect(frames.calledBy(new Set([parent]))).toEqual([child]);
  });
});

/** What is done to queues of frames, and what a list would say. */
const doings = fc.array(fc.record({ joins: fc.boolean(), which: fc.nat(1_000) }), { maxLength: 500 });

describe('a ring of frames', () => {
  it('gives frames back in the order in which they came', () => {
    fc.assert(
      fc.property(doings, (given) => {
        const ring = new FrameRing();
        const right: number[] = [];
        for (const { joins, which } of given) {
          if (joins) {
            ring.push(which);
            right.push(which);
          } else expect(ring.shift()).toBe(right.shift() ?? -1);
          expect(ring.length).toBe(right.length);
        }
        for (const frame of right) expect(ring.shift()).toBe(frame);
        expect(ring.shift()).toBe(-1);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('is empty once cleared, wherever it stood', () => {
    const ring = new FrameRing();
    for (let frame = 0; frame < 13; frame++) ring.push(frame);
    for (let frame = 0; frame < 5; frame++) ring.shift();
    ring.clear();
    expect(ring.length).toBe(0);
    ring.push(42);
    expect([ring.shift(), ring.shift()]).toEqual([42, -1]);
  });
});

describe('queues of waiting frames', () => {
  it('keep the order of coming, and let anybody leave from anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('join', 'shift', 'leave'), fc.nat(2), fc.nat(100))), (given) => {
        const frames = new Frames(1_000);
        const waits = new WaitQueues(frames);
        const queues = [waits.create(), waits.create(), waits.create()];
        const right: number[][] = [[], [], []];
        for (const [what, which, some] of given) {
          const queue = queues[which] as number;
          const list = right[which] as number[];
          if (what === 'join') {
            const frame = frames.allocate(0, 0, 0, -1, 0);
            waits.join(queue, frame);
            list.push(frame);
          } else if (what === 'shift') expect(waits.shift(queue)).toBe(list.shift() ?? -1);
          else if (list.length > 0) {
            const [frame = -1] = list.splice(some % list.length, 1);
            waits.leave(frame);
            // Whoever waits nowhere may leave too.
            waits.leave(frame);
            expect(frames.words[frame + frameField.queue]).toBe(-1);
          }
          expect(waits.length(queue)).toBe(list.length);
          expect(waits.first(queue)).toBe(list[0] ?? -1);
        }
        for (const [which, list] of right.entries()) expect(waits.all(queues[which] as number)).toEqual(list);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('are as many as are wanted', () => {
    const frames = new Frames(1_000);
    const waits = new WaitQueues(frames);
    const queues = Array.from({ length: 200 }, () => waits.create());
    const waiting = queues.map((queue) => {
      const frame = frames.allocate(0, 0, 0, -1, 0);
      waits.join(queue, frame);
      return frame;
    });
    expect(queues.map((queue) => waits.first(queue))).toEqual(waiting);
  });
});
