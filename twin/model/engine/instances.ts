/** The places of an instance's whole numbers. */
export const instanceField = {
  component: 0,
  /** One of `instanceStates`. */
  state: 1,
  /** Workers that are held. */
  busy: 2,
  /** Workers that there are; -1 for any number. */
  workers: 3,
  /** Requests that are there, waiting ones among them. */
  inFlight: 4,
  /** From this many on, the next request is looked at closely: see `watch`. */
  watermark: 5,
  /** One of `processorModes`. */
  mode: 6,
  /** Processors that work, where each is had by one frame. */
  working: 7,
  /** Processors that there are, where each is had by one frame. */
  processors: 8,
  /** Requests that may be there; more are refused. */
  capacity: 9,
  /** The most requests that were there at once. */
  mostInFlight: 11,
  /** Where this instance's own connection pools begin, or -1 before its first call. */
  pools: 12,
  /** Whether each request must be asked about before it is let in. */
  isGuarded: 13,
} as const;

/** The places of an instance's numbers. */
export const instanceNumber = {
  /** By which all of its work takes longer. */
  slowdown: 0,
  /** Times of departures less those of arrivals, summed: the integral of the number that is there. */
  presence: 1,
  /** The same for processors that work. */
  working: 2,
  /** Work that its processors were given. */
  demand: 3,
  /** Time from arrival to departure, summed over requests that left. */
  visits: 4,
  /** Requests that left. */
  left: 5,
  /** Times of getting a worker less those of beginning to wait for one, summed: the integral of those that wait. */
  waited: 6,
  /** The same for workers that are held. */
  busy: 7,
  /** The same for waiting for a processor to have for itself. */
  queued: 8,
  /** When it came to be, or the counting began; later by as long as it was gone since. */
  since: 10,
  /** When it was gone; infinite as long as it is there. */
  until: 11,
  /** Work that was begun where there is always a processor free. */
  unbounded: 9,
} as const;

/** How an instance's processors are had. */
export const processorModes = {
  /** There is always one free. */
  unlimited: 0,
  /** One frame has one until its work is done. */
  exclusive: 1,
  /** Frames share them, or a quota bounds them: see `SharedProcessor`. */
  shared: 2,
} as const;

/** What an instance is about to do. */
export const instanceStates = { starting: 0, running: 1, draining: 2, gone: 3 } as const;

const wordsEach = 16;
const numbersEach = 16;

/** All instances that there were in a run. Instance `i` has its field `k` at `words[i * 16 + k]` and its number `k` at
 * `numbers[i * 16 + k]`. */
export class Instances {
  words = new Int32Array(wordsEach * 16);
  numbers = new Float64Array(numbersEach * 16);
  count = 0;

  /**
   * Says how many requests may be in an instance, and whether it must be asked about each. Both are looked at when as many
   * are there as the watermark says, which is the most that there ever were: a rare event, unless each must be asked about.
   */
  watch(instance: number, capacity: number, isGuarded: boolean): void {
    const base = instance * wordsEach;
    const most = this.words[base + instanceField.mostInFlight] as number;
    this.words[base + instanceField.capacity] = capacity;
    this.words[base + instanceField.isGuarded] = isGuarded ? 1 : 0;
    this.words[base + instanceField.watermark] = isGuarded ? 0 : Math.min(most, capacity);
  }

  /** It is there from now on; how long it was there before stays counted. */
  comes(instance: number, nowMs: number): void {
    const base = instance * wordsEach;
    const untilMs = this.numbers[base + instanceNumber.until] as number;
    if (untilMs === Infinity) return;
    this.numbers[base + instanceNumber.since] = (this.numbers[base + instanceNumber.since] as number) + nowMs - untilMs;
    this.numbers[base + instanceNumber.until] = Infinity;
  }

  /** It is gone from now on, unless it was before. */
  goes(instance: number, nowMs: number): void {
    const at = instance * wordsEach + instanceNumber.until;
    this.numbers[at] = Math.min(this.numbers[at] as number, nowMs);
  }

  /** Adds one of a component, all fields 0. */
  add(component: number): number {
    const instance = this.count++;
    if (instance * wordsEach === this.words.length) {
      const words = new Int32Array(this.words.length * 2);
      words.set(this.words);
      this.words = words;
      const numbers = new Float64Array(this.numbers.length * 2);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    this.words[instance * wordsEach] = component;
    return instance;
  }
}
