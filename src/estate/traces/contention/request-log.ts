import { mix32 } from '../span-key.ts';
import type { OperationTally } from '../tallied.ts';

/** One request to an instance, as the sweep needs it. */
export interface LoggedRequest {
  readonly operation: OperationTally;
  /** Component and instance: requests of one key share its workers and its processors. */
  readonly instance: string;
  readonly startMs: number;
  readonly endMs: number;
  /** When it was in the component itself and not waiting for a call: from, to, from, to, ..., in order of time. */
  readonly ownMs: readonly number[];
  /** Of its span: the same that keeps or drops it as a sample of its plan. */
  readonly priority: number;
  /** How many requests it stands for; above 1 others like it are missing from the log. */
  readonly weight: number;
}

/** Long enough for what is in flight at the beginning of a stretch to be a small part of it. */
const sliceMs = 4_000;

/** Slices that one request is looked for in: one that takes longer is in the stretches of its beginning and its end. */
const mostSlicesOfRequest = 64;

/**
 * Keeps the requests of stretches of time, whole: who was in flight beside whom is lost where single requests are drawn.
 * Time is cut into slices of four seconds. At first all are kept; each time the log is full, half of the slices go, chosen
 * by a hash, so that what stays lies scattered over the window and does not depend on the order in which requests came.
 */
export class RequestLog {
  readonly #most: number;
  readonly #salt: number;
  /** A slice is kept where the hash of its number is below this; 2^32 keeps all. */
  #threshold = 2 ** 32;
  #requests: LoggedRequest[] = [];

  /**
   * @param most - Requests kept; where a single slice holds more, none of that slice.
   * @param salt - Which slices are kept.
   */
  constructor(most: number, salt: number) {
    this.#most = most;
    this.#salt = salt;
  }

  /** The share of the time that is kept, 0 to 1. */
  get keptRatio(): number {
    return this.#threshold / 2 ** 32;
  }

  /** What was kept, in the order in which it came. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** Whether a request that lies there would be kept: asked first, as a record costs. */
  wants(startMs: number, endMs: number): boolean {
    if (this.#threshold === 2 ** 32) return true;
    const first = Math.floor(startMs / sliceMs);
    const last = Math.floor(endMs / sliceMs);
    for (let slice = first; slice <= last && slice - first < mostSlicesOfRequest; slice += 1) {
      if (this.#keeps(slice)) return true;
    }
    return this.#keeps(last);
  }

  /** Whether everything that was in flight at any time of this stretch was kept. */
  covers(startMs: number, endMs: number): boolean {
    if (this.#threshold === 2 ** 32) return true;
    const first = Math.floor(startMs / sliceMs);
    const last = Math.floor(endMs / sliceMs);
    if (last - first >= mostSlicesOfRequest) return false;
    for (let slice = first; slice <= last; slice += 1) if (!this.#keeps(slice)) return false;
    return true;
  }

  /** Keeps a request that is wanted. */
  keep(request: LoggedRequest): void {
    if (!this.wants(request.startMs, request.endMs)) return;
    this.#requests.push(request);
    while (this.#requests.length > this.#most) {
      this.#threshold = Math.floor(this.#threshold / 2);
      this.#requests = this.#requests.filter(({ startMs, endMs }) => this.wants(startMs, endMs));
    }
  }

  #keeps(slice: number): boolean {
    return mix32((slice % 2 ** 31) ^ mix32(this.#salt)) >>> 0 < this.#threshold;
  }
}
