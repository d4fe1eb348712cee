import type { Engine } from '../engine/engine.ts';
import { bucketCount, bucketOf, quantileMs } from '../engine/latency-buckets.ts';
import type { SimulationReport } from '../report/index.ts';

/** So many buckets are drawn well, and kept. */
const mostBuckets = 600;

/** A p95 over time needs less detail than a total: four buckets of durations are one. */
const coarser = 2;

interface Track {
  readonly offered: number[];
  readonly ended: number[];
  readonly failed: number[];
  readonly p95Ms: (number | null)[];
  readonly durations: Uint32Array;
  offeredBefore: number;
  endedNow: number;
  failedNow: number;
}

/** Records what became of the requests of each source, second by second, so that a recovery can be seen. */
export class TimelineRecorder {
  readonly bucketMs: number;
  readonly #engine: Engine;
  readonly #tracks: readonly Track[];
  #beganMs = 0;

  /**
   * @param spanMs - How long the run may last.
   */
  constructor(engine: Engine, spanMs: number) {
    this.#engine = engine;
    this.bucketMs = Math.max(1, Math.ceil(spanMs / mostBuckets / 1_000)) * 1_000;
    this.#tracks = engine.program.model.arrivals.map(() => ({
      offered: [],
      ended: [],
      failed: [],
      p95Ms: [],
      durations: new Uint32Array(bucketCount >> coarser),
      offeredBefore: 0,
      endedNow: 0,
      failedNow: 0,
    }));
  }

  /** Begins to record. */
  start(): void {
    this.#beganMs = this.#engine.nowMs;
    this.#engine.sources.report = (source, durationMs, cause) => {
      const track = this.#tracks[source] as Track;
      track.endedNow += 1;
      if (cause !== 0) track.failedNow += 1;
      else {
        const bucket = bucketOf(durationMs) >> coarser;
        track.durations[bucket] = (track.durations[bucket] as number) + 1;
      }
    };
    this.#next();
  }

  /** What was recorded, the bucket that is not yet full among it. */
  read(): Pick<SimulationReport['timeline'], 'bucketMs' | 'sources'> {
    const isPartial = this.#engine.nowMs > this.#beganMs;
    const { arrivals } = this.#engine.program.model;
    const sources = this.#tracks.map((track, at) => {
      const now = isPartial ? this.#bucketOf(track, at) : undefined;
      const joined = <Value>(past: readonly Value[], last: Value | undefined): Value[] =>
        last === undefined ? [...past] : [...past, last];
      return {
        operation: arrivals[at]?.operation ?? '',
        offered: joined(track.offered, now?.offered),
        ended: joined(track.ended, now?.ended),
        failed: joined(track.failed, now?.failed),
        p95Ms: joined(track.p95Ms, now?.p95Ms),
      };
    });
    return { bucketMs: this.bucketMs, sources };
  }

  #next(): void {
    if ((this.#tracks[0]?.offered.length ?? mostBuckets) >= mostBuckets) return;
    this.#engine.at(this.#beganMs + this.bucketMs, () => {
      this.#endBucket();
      this.#next();
    });
  }

  #endBucket(): void {
    this.#beganMs += this.bucketMs;
    for (const [at, track] of this.#tracks.entries()) {
      const { offered, ended, failed, p95Ms } = this.#bucketOf(track, at);
      track.offered.push(offered);
      track.ended.push(ended);
      track.failed.push(failed);
      track.p95Ms.push(p95Ms);
      track.offeredBefore += offered;
      track.endedNow = 0;
      track.failedNow = 0;
      track.durations.fill(0);
    }
  }

  #bucketOf(track: Track, at: number): { offered: number; ended: number; failed: number; p95Ms: number | null } {
    const answered = track.endedNow - track.failedNow;
    return {
      offered: this.#engine.sources.offered(at) - track.offeredBefore,
      ended: track.endedNow,
      failed: track.failedNow,
      p95Ms: answered === 0 ? null : quantileMs(track.durations, answered, 0.95, coarser),
    };
  }
}
