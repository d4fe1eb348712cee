import type { Engine } from '../engine/engine.ts';
import { bucketCount, quantileMs } from '../engine/latency-buckets.ts';
import type { SimulationReport } from '../report/index.ts';

/** So many buckets are drawn well, and kept. */
const mostBuckets = 600;

interface Bucket {
  readonly offered: number;
  readonly ended: number;
  readonly failed: number;
  readonly p95Ms: number | null;
}

/** One source: its full buckets, and what was counted when the last of them was full. */
interface Track {
  readonly buckets: Bucket[];
  /** By duration, as the tallies have them: all that were counted until then. */
  readonly durations: Uint32Array;
  offered: number;
  answered: number;
  failed: number;
}

/** Records what became of the requests of each source, second by second, so that a recovery can be seen. */
export class TimelineRecorder {
  readonly bucketMs: number;
  readonly #engine: Engine;
  readonly #tracks: readonly Track[];
  /** How many took how long in one bucket of one source: filled anew for each. */
  readonly #inBucket = new Uint32Array(bucketCount);
  #beganMs = 0;

  /**
   * @param spanMs - How long the run may last.
   */
  constructor(engine: Engine, spanMs: number) {
    this.#engine = engine;
    this.bucketMs = Math.max(1, Math.ceil(spanMs / mostBuckets / 1_000)) * 1_000;
    this.#tracks = engine.program.model.arrivals.map(() => ({
      buckets: [],
      durations: new Uint32Array(bucketCount),
      offered: 0,
      answered: 0,
      failed: 0,
    }));
  }

  /** Begins to record, with all counts at 0. */
  start(): void {
    this.#beganMs = this.#engine.nowMs;
    this.#next();
  }

  /** What was recorded, the bucket that is not yet full among it. */
  read(): Pick<SimulationReport['timeline'], 'bucketMs' | 'sources'> {
    const isPartial = this.#engine.nowMs > this.#beganMs;
    const { arrivals } = this.#engine.program.model;
    const sources = this.#tracks.map((track, at) => {
      const buckets = isPartial ? [...track.buckets, this.#bucketOf(track, at)] : track.buckets;
      return {
        operation: arrivals[at]?.operation ?? '',
        offered: buckets.map(({ offered }) => offered),
        ended: buckets.map(({ ended }) => ended),
        failed: buckets.map(({ failed }) => failed),
        p95Ms: buckets.map(({ p95Ms }) => p95Ms),
      };
    });
    return { bucketMs: this.bucketMs, sources };
  }

  #next(): void {
    if ((this.#tracks[0]?.buckets.length ?? mostBuckets) >= mostBuckets) return;
    this.#engine.at(this.#beganMs + this.bucketMs, () => {
      this.#endBucket();
      this.#next();
    });
  }

  #endBucket(): void {
    this.#beganMs += this.bucketMs;
    for (const [at, track] of this.#tracks.entries()) {
      track.buckets.push(this.#bucketOf(track, at));
      const { answered, failed } = this.#ended(at);
      track.offered = this.#engine.sources.offered(at);
      track.answered = answered;
      track.failed = failed;
      track.durations.set(this.#durationsOf(at));
    }
  }

  #bucketOf(track: Track, at: number): Bucket {
    const outcomes = this.#ended(at);
    const answered = outcomes.answered - track.answered;
    const failed = outcomes.failed - track.failed;
    return {
      offered: this.#engine.sources.offered(at) - track.offered,
      ended: answered + failed,
      failed,
      p95Ms: answered === 0 ? null : quantileMs(this.#durationsSince(track, at), answered, 0.95),
    };
  }

  #durationsSince(track: Track, at: number): Uint32Array {
    const durations = this.#durationsOf(at);
    const before = track.durations;
    // With many sources this is done thousands of times a run: a callback for each number took a fifth of it.
    for (let duration = 0; duration < bucketCount; duration++) {
      this.#inBucket[duration] = (durations[duration] as number) - (before[duration] as number);
    }
    return this.#inBucket;
  }

  #ended(at: number): { readonly answered: number; readonly failed: number } {
    return this.#engine.tallies.endedOf(this.#engine.sources.row(at));
  }

  #durationsOf(at: number): Uint32Array {
    return this.#engine.tallies.bucketsOf(this.#engine.sources.row(at));
  }
}
