/** Smallest difference of work that counts, in milliseconds: a picosecond, far above the rounding of a minute in doubles. */
const leastGrainMs = 1e-9;

/**
 * The same as a share of the time: five steps from one double to the next. With less, what is left of some work may be
 * shorter than the clock can show, and it would be looked at for ever at the same moment.
 */
const grainRatio = 1e-15;

/**
 * The processors of one instance where frames share them, or where a quota bounds them.
 *
 * Of `n` frames each gets `min(1, cores / n)` of a processor (egalitarian processor sharing), under a quota also where
 * frames would otherwise keep one each. Work is counted on a virtual clock that runs at that rate, so that a frame ends
 * when the clock reaches a mark that never changes.
 *
 * The quota is that of the CFS bandwidth controller of Linux (Documentation/scheduler/sched-bwc.rst): in each period so
 * much work, then nothing until the next. Frames run freely until it is used up. It is idealised: no slices of single
 * processors, so it throttles a little later than the real one.
 */
export class SharedProcessor {
  /** How many frames run at full speed at once. */
  cores: number;
  /** Work in each period; infinite for no quota. */
  quotaMs: number;
  readonly #periodMs: number;
  #marks = new Float64Array(16);
  #frames = new Int32Array(16);
  #count = 0;
  /** The virtual clock: work that each frame has got since it was last idle. */
  #clockMs = 0;
  #lastMs = 0;
  #leftMs: number;
  #periodEndsMs: number;
  #isThrottled = false;
  #usedInPeriod = false;
  #grainMs = leastGrainMs;
  /** When the engine will look at it next; infinite for not at all. */
  plannedMs = Infinity;
  /** Sum of what it worked, in milliseconds of processor. */
  workedMs = 0;
  /** Work that will never be done, since its instance died. */
  lostMs = 0;
  /** Periods that are over in which something wanted to run, and how many were throttled, the present one too. */
  periods = 0;
  throttledPeriods = 0;
  throttledMs = 0;

  /**
   * @param cores - How many frames run at full speed at once.
   * @param quotaMs - Work in each period; infinite for no quota.
   * @param periodMs - Length of a period.
   * @param startMs - When the first period begins. All others follow from it, whether anything ran in between or not: a
   *   request that comes late in a period soon gets the quota of the next. (Measured on Linux 6.18: the gaps of throttled
   *   requests ended at one phase of the clock for as long as the container lived.)
   */
  constructor(cores: number, quotaMs: number, periodMs: number, startMs: number) {
    this.cores = cores;
    this.quotaMs = quotaMs;
    this.#periodMs = periodMs;
    this.#leftMs = quotaMs;
    this.#periodEndsMs = startMs + periodMs;
  }

  /** Periods in which something wanted to run, the present one too. */
  get usedPeriods(): number {
    return this.periods + (this.#usedInPeriod ? 1 : 0);
  }

  /** How many frames are on it. */
  get count(): number {
    return this.#count;
  }

  /** Adds a frame that needs so much work. */
  add(frame: number, workMs: number, nowMs: number): void {
    this.advance(nowMs);
    if (this.#count === 0) this.#clockMs = 0;
    this.#usedInPeriod = true;
    // Whoever was here before was done with the last of the quota.
    if (this.#isUsedUp() && !this.#isThrottled) this.#throttle();
    if (this.#count === this.#marks.length) this.#grow();
    this.#rise(this.#clockMs + workMs, frame);
  }

  /**
   * A frame that is done by now, taken off.
   *
   * @returns -1 where none is.
   */
  takeDone(): number {
    if (this.#count === 0 || (this.#marks[0] as number) - this.#clockMs > this.#grainMs) return -1;
    const frame = this.#frames[0] as number;
    this.#removeFirst();
    return frame;
  }

  /** Takes all frames off, done or not. */
  clear(nowMs: number): void {
    this.advance(nowMs);
    this.lostMs += this.leftMs();
    this.#count = 0;
  }

  /** Takes some frames off, done or not; the others get what these would have got. */
  remove(isMeant: (frame: number) => boolean, nowMs: number): void {
    this.advance(nowMs);
    const count = this.#count;
    this.#count = 0;
    for (let at = 0; at < count; at++) {
      const mark = this.#marks[at] as number;
      const frame = this.#frames[at] as number;
      if (isMeant(frame)) this.lostMs += Math.max(0, mark - this.#clockMs);
      // What is kept moves down only, to places that have been looked at.
      else this.#rise(mark, frame);
    }
  }

  /** Work that the frames on it still need, up to the last time that it was looked at. */
  leftMs(): number {
    let sumMs = 0;
    for (let at = 0; at < this.#count; at++) sumMs += (this.#marks[at] as number) - this.#clockMs;
    return sumMs;
  }

  /**
   * Changes what it has from now on. Frames keep the work that they have got; a changed quota begins with a new period.
   */
  resize(cores: number, quotaMs: number, nowMs: number): void {
    this.advance(nowMs);
    this.cores = cores;
    if (quotaMs === this.quotaMs) return;
    if (this.#usedInPeriod) this.periods += 1;
    this.#usedInPeriod = false;
    this.quotaMs = quotaMs;
    this.#leftMs = quotaMs;
    this.#isThrottled = false;
    this.#periodEndsMs = nowMs + this.#periodMs;
    this.#usedInPeriod = this.#count > 0;
  }

  /** Begins the counting anew. */
  clearCounts(): void {
    this.workedMs = 0;
    this.lostMs = 0;
    this.periods = 0;
    this.throttledPeriods = 0;
    this.throttledMs = 0;
  }

  /** Lets time pass up to now: work is done, quota used, periods end. */
  advance(nowMs: number): void {
    if (this.quotaMs === Infinity) {
      this.#work(nowMs);
      return;
    }
    while (this.#periodEndsMs <= nowMs) {
      this.#work(this.#periodEndsMs);
      this.#endPeriod();
      this.#periodEndsMs += this.#periodMs;
      if (this.#count > 0) continue;
      // Nothing runs: the periods up to now are none that anybody was in.
      const idle = Math.floor((nowMs - this.#periodEndsMs) / this.#periodMs) + 1;
      if (idle > 0) this.#periodEndsMs += idle * this.#periodMs;
    }
    this.#work(nowMs);
  }

  /** When something happens next if nothing is added; infinite where nothing will. */
  nextMs(nowMs: number): number {
    if (this.#count === 0) return Infinity;
    if (this.quotaMs === Infinity) return nowMs + this.#doneInMs();
    if (this.#isThrottled) return this.#periodEndsMs;
    const used = Math.min(this.cores, this.#count);
    const exhaustedMs = nowMs + this.#leftMs / used;
    return Math.min(nowMs + this.#doneInMs(), exhaustedMs, this.#periodEndsMs);
  }

  #endPeriod(): void {
    if (this.#usedInPeriod) this.periods += 1;
    this.#usedInPeriod = this.#count > 0;
    this.#leftMs = this.quotaMs;
    this.#isThrottled = false;
  }

  #doneInMs(): number {
    const rate = Math.min(1, this.cores / this.#count);
    return Math.max(0, ((this.#marks[0] as number) - this.#clockMs) / rate);
  }

  #work(nowMs: number): void {
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    this.#grainMs = Math.max(leastGrainMs, nowMs * grainRatio);
    if (this.#count === 0 || elapsedMs <= 0) return;
    if (this.#isThrottled) {
      this.throttledMs += elapsedMs;
      return;
    }
    const rate = Math.min(1, this.cores / this.#count);
    this.#clockMs += elapsedMs * rate;
    const workMs = elapsedMs * rate * this.#count;
    this.workedMs += workMs;
    if (this.quotaMs === Infinity) return;
    this.#leftMs -= workMs;
    if (!this.#isUsedUp()) return;
    // A frame that is done with the last of the quota does not wait for more.
    if ((this.#marks[0] as number) - this.#clockMs <= this.#grainMs && this.#count === 1) return;
    this.#throttle();
  }

  /** Whether nothing is left of the quota, as far as the clock can show with so many processors at once. */
  #isUsedUp(): boolean {
    return this.#leftMs <= this.#grainMs * Math.max(1, Math.min(this.cores, this.#count));
  }

  #throttle(): void {
    this.#isThrottled = true;
    this.throttledPeriods += 1;
  }

  /** Puts a frame behind the last and lets it rise to its place. */
  #rise(mark: number, frame: number): void {
    let at = this.#count++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((this.#marks[above] as number) <= mark) break;
      this.#marks[at] = this.#marks[above] as number;
      this.#frames[at] = this.#frames[above] as number;
      at = above;
    }
    this.#marks[at] = mark;
    this.#frames[at] = frame;
  }

  #removeFirst(): void {
    const last = --this.#count;
    const mark = this.#marks[last] as number;
    const frame = this.#frames[last] as number;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= last) break;
      if (below + 1 < last && (this.#marks[below + 1] as number) < (this.#marks[below] as number)) below += 1;
      if ((this.#marks[below] as number) >= mark) break;
      this.#marks[at] = this.#marks[below] as number;
      this.#frames[at] = this.#frames[below] as number;
      at = below;
    }
    this.#marks[at] = mark;
    this.#frames[at] = frame;
  }

  #grow(): void {
    const marks = new Float64Array(this.#marks.length * 2);
    marks.set(this.#marks);
    this.#marks = marks;
    const frames = new Int32Array(this.#frames.length * 2);
    frames.set(this.#frames);
    this.#frames = frames;
  }
}
