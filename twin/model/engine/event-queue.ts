/** What an event is about, in its lowest four bits; the rest is a frame, or an index times 16. */
export const eventKinds = {
  /** A frame has waited its time. */
  waited: 0,
  /** A frame has its work done, on a processor that it had for itself. */
  worked: 1,
  /** The next request of a source of arrivals. */
  arrival: 2,
  /** Something ends, runs out or is refilled at a shared processor. */
  processor: 3,
  /** The next deadline of a list falls due. */
  deadline: 4,
  /** A frame tries its call again. */
  retry: 5,
  /** Something outside the hot path asked to be called. */
  callback: 6,
  /** A request arrives after its way through the network. */
  received: 7,
  /** An answer arrives after its way through the network. */
  answered: 8,
} as const;

/** By kind: a 1 where it is of a frame. */
const kindsOfFrames =
  (1 << eventKinds.waited) |
  (1 << eventKinds.worked) |
  (1 << eventKinds.retry) |
  (1 << eventKinds.received) |
  (1 << eventKinds.answered);

/**
 * What happens next: a binary heap in typed arrays. Events of the same time come out in the order in which they were
 * pushed, so that one more event that changes nothing does not change what happens to others.
 *
 * Taking the first event leaves a hole at the root, which the next push fills: most events cause exactly one other, and
 * one sift is saved for each of them.
 */
export class EventQueue {
  #timesMs = new Float64Array(1_024);
  #events = new Int32Array(1_024);
  /** As how many-th each was pushed; looked at for equal times only. */
  #orders = new Uint32Array(1_024);
  #pushed = 0;
  /** The hole counts. */
  #size = 0;
  #hasHole = false;

  /** How many events are to come. */
  get size(): number {
    return this.#hasHole ? this.#size - 1 : this.#size;
  }

  /**
   * When the next event is; infinite where there is none.
   */
  nextMs(): number {
    if (this.#hasHole) this.#closeHole();
    return this.#size === 0 ? Infinity : (this.#timesMs[0] as number);
  }

  /**
   * Takes the next event out. Only after `nextMs` has told a finite time.
   */
  take(): number {
    this.#hasHole = true;
    return this.#events[0] as number;
  }

  /**
   * Adds an event.
   *
   * @param atMs - Not before the event taken last.
   * @param event - A kind of `eventKinds` and what it is about.
   */
  push(atMs: number, event: number): void {
    const order = this.#pushed;
    this.#pushed = (order + 1) >>> 0;
    if (this.#hasHole) {
      this.#hasHole = false;
      this.#sink(atMs, event, order);
    } else this.#rise(atMs, event, order);
  }

  /**
   * Lets the events of some frames never come.
   *
   * @param isMeant - Asked for each frame that an event is to come of.
   * @param cancelled - Told of each that will not come.
   */
  cancel(isMeant: (frame: number) => boolean, cancelled: (event: number, atMs: number) => void): void {
    if (this.#hasHole) this.#closeHole();
    const timesMs = this.#timesMs;
    const events = this.#events;
    const isCancelled = (at: number): boolean => {
      const event = events[at] as number;
      if (((kindsOfFrames >> (event & 15)) & 1) === 0 || !isMeant(event & ~15)) return false;
      cancelled(event, timesMs[at] as number);
      return true;
    };
    for (let at = 0; at < this.#size; at++) {
      if (!isCancelled(at)) continue;
      // What comes in its place is known to stay: it may rise past what has been looked at.
      do this.#size -= 1;
      while (this.#size > at && isCancelled(this.#size));
      if (this.#size === at) break;
      this.#settle(at, this.#size);
      // What came up from below is yet to be looked at.
      at -= 1;
    }
  }

  /** Moves an event from behind the last into a place that is empty, or to where it belongs above or below it. */
  #settle(place: number, from: number): void {
    const timesMs = this.#timesMs;
    const events = this.#events;
    const orders = this.#orders;
    const [atMs, event, order] = [timesMs[from] as number, events[from] as number, orders[from] as number];
    const isBefore = (one: number): boolean =>
      (timesMs[one] as number) < atMs || (timesMs[one] === atMs && (orders[one] as number) < order);
    const move = (to: number, one: number): number => {
      timesMs[to] = timesMs[one] as number;
      events[to] = events[one] as number;
      orders[to] = orders[one] as number;
      return one;
    };
    let at = place;
    while (at > 0 && !isBefore((at - 1) >> 1)) at = move(at, (at - 1) >> 1);
    for (let below = 2 * at + 1; below < this.#size; below = 2 * at + 1) {
      const other = below + 1;
      const isOther =
        other < this.#size &&
        ((timesMs[other] as number) < (timesMs[below] as number) ||
          (timesMs[other] === timesMs[below] && (orders[other] as number) < (orders[below] as number)));
      const first = isOther ? other : below;
      if (!isBefore(first)) break;
      at = move(at, first);
    }
    timesMs[at] = atMs;
    events[at] = event;
    orders[at] = order;
  }

  /** Puts an event behind the last and lets it rise to its place. */
  #rise(atMs: number, event: number, order: number): void {
    if (this.#size === this.#timesMs.length) this.#grow();
    const timesMs = this.#timesMs;
    const events = this.#events;
    const orders = this.#orders;
    let at = this.#size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const aboveMs = timesMs[above] as number;
      if (aboveMs < atMs || (aboveMs === atMs && (orders[above] as number) < order)) break;
      timesMs[at] = aboveMs;
      events[at] = events[above] as number;
      orders[at] = orders[above] as number;
      at = above;
    }
    timesMs[at] = atMs;
    events[at] = event;
    orders[at] = order;
  }

  #closeHole(): void {
    this.#hasHole = false;
    const last = --this.#size;
    if (last > 0) this.#sink(this.#timesMs[last] as number, this.#events[last] as number, this.#orders[last] as number);
  }

  /** Puts an event into the empty root and lets it sink to its place. */
  #sink(atMs: number, event: number, order: number): void {
    const timesMs = this.#timesMs;
    const events = this.#events;
    const orders = this.#orders;
    const size = this.#size;
    let at = 0;
    let below = 1;
    while (below < size) {
      let belowMs = timesMs[below] as number;
      if (below + 1 < size) {
        const otherMs = timesMs[below + 1] as number;
        // Which of the two is earlier nobody can foresee, a processor neither: it is computed, without a branch.
        below += Number(otherMs < belowMs);
        if (otherMs === belowMs) below += Number((orders[below + 1] as number) < (orders[below] as number));
        belowMs = timesMs[below] as number;
      }
      if (belowMs > atMs || (belowMs === atMs && (orders[below] as number) > order)) break;
      timesMs[at] = belowMs;
      events[at] = events[below] as number;
      orders[at] = orders[below] as number;
      at = below;
      below = 2 * at + 1;
    }
    timesMs[at] = atMs;
    events[at] = event;
    orders[at] = order;
  }

  #grow(): void {
    const timesMs = new Float64Array(this.#timesMs.length * 2);
    timesMs.set(this.#timesMs);
    this.#timesMs = timesMs;
    const events = new Int32Array(this.#events.length * 2);
    events.set(this.#events);
    this.#events = events;
    const orders = new Uint32Array(this.#orders.length * 2);
    orders.set(this.#orders);
    this.#orders = orders;
  }
}
