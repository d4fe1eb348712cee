import { eventKinds } from './event-queue.ts';
import type { EventQueue } from './event-queue.ts';
import { frameField } from './frames.ts';
import type { Frames } from './frames.ts';

/** Frames that give up after the same time, in the order in which they fall due. */
interface DeadlineList {
  readonly purpose: string;
  readonly timeoutMs: number;
  dueMs: Float64Array;
  frames: Int32Array;
  sequences: Int32Array;
  /** Ring: the oldest, and how many. */
  first: number;
  count: number;
  isPlanned: boolean;
}

/**
 * When frames give up waiting. Most deadlines never fall due; with one time per list they need no place in the event queue
 * but for the first of each list, and one that was met is thrown away when its turn comes.
 */
export class Deadlines {
  readonly #lists: DeadlineList[] = [];
  /** By purpose, then by time: asked for each call, where making one key of both would cost a text each time. */
  readonly #byPurpose = new Map<string, Map<number, number>>();
  readonly #queue: EventQueue;
  readonly #frames: Frames;

  constructor(queue: EventQueue, frames: Frames) {
    this.#queue = queue;
    this.#frames = frames;
  }

  /**
   * The list for a timeout.
   *
   * @param purpose - Keeps the lists of different uses apart.
   * @param timeoutMs - Not negative.
   */
  list(purpose: string, timeoutMs: number): number {
    let byTimeout = this.#byPurpose.get(purpose);
    if (byTimeout === undefined) {
      byTimeout = new Map<number, number>();
      this.#byPurpose.set(purpose, byTimeout);
    }
    const known = byTimeout.get(timeoutMs);
    if (known !== undefined) return known;
    const size = 16;
    const list = this.#lists.push({
      purpose,
      timeoutMs,
      dueMs: new Float64Array(size),
      frames: new Int32Array(size),
      sequences: new Int32Array(size),
      first: 0,
      count: 0,
      isPlanned: false,
    });
    byTimeout.set(timeoutMs, list - 1);
    return list - 1;
  }

  /** How many are remembered, those that were met and whose turn has not come among them. */
  get length(): number {
    return this.#lists.reduce((sum, { count }) => sum + count, 0);
  }

  /** What a list is for. */
  purposeOf(list: number): string {
    return (this.#lists[list] as DeadlineList).purpose;
  }

  /** Lets a frame give up when the list's time is over, unless its sequence has moved on by then. */
  add(list: number, frame: number, nowMs: number): void {
    const entry = this.#lists[list] as DeadlineList;
    if (entry.count === entry.frames.length) grow(entry);
    const at = (entry.first + entry.count) & (entry.frames.length - 1);
    entry.dueMs[at] = nowMs + entry.timeoutMs;
    entry.frames[at] = frame;
    entry.sequences[at] = this.#frames.words[frame + frameField.sequence] as number;
    entry.count += 1;
    if (entry.isPlanned) return;
    entry.isPlanned = true;
    this.#queue.push(nowMs + entry.timeoutMs, (list << 4) | eventKinds.deadline);
  }

  /**
   * A frame of a list that has fallen due by now and still waits.
   *
   * @returns -1 where there is none; the list is then planned for its next one.
   */
  takeDue(list: number, nowMs: number): number {
    const entry = this.#lists[list] as DeadlineList;
    const words = this.#frames.words;
    while (entry.count > 0) {
      const at = entry.first;
      const frame = entry.frames[at] as number;
      const dueMs = entry.dueMs[at] as number;
      const waits = words[frame + frameField.sequence] === entry.sequences[at];
      if (waits && dueMs > nowMs) {
        this.#queue.push(dueMs, (list << 4) | eventKinds.deadline);
        return -1;
      }
      entry.first = (at + 1) & (entry.frames.length - 1);
      entry.count -= 1;
      if (waits) return frame;
    }
    entry.isPlanned = false;
    return -1;
  }
}

function grow(entry: DeadlineList): void {
  const size = entry.frames.length;
  const dueMs = new Float64Array(size * 2);
  const frames = new Int32Array(size * 2);
  const sequences = new Int32Array(size * 2);
  for (let at = 0; at < entry.count; at++) {
    const from = (entry.first + at) & (size - 1);
    dueMs[at] = entry.dueMs[from] as number;
    frames[at] = entry.frames[from] as number;
    sequences[at] = entry.sequences[from] as number;
  }
  Object.assign(entry, { dueMs, frames, sequences, first: 0 });
}
