import { compareText } from '../../kernel/index.ts';

/** Bounds of an offset are first kept for windows this wide; wider where there are too many. */
const narrowestMs = 10_000;

/** More windows of a pair than this are joined two by two. */
const mostWindows = 360;

/** What is known of the difference of two hosts' clocks over a stretch of time. */
export interface OffsetStretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** Server's clock less the client's is at least this: no server may end after its client. */
  readonly lowestMs: number;
  /** Server's clock less the client's is at most this: no server may start before its client. */
  readonly highestMs: number;
  readonly calls: number;
  /** Whether no single offset explains all calls of even one window: the clocks drifted or jumped within it. */
  readonly isInconsistent: boolean;
}

/** The offset between the clocks of two hosts, as the calls between them tell. */
export interface HostPairOffset {
  readonly clientHost: string;
  readonly serverHost: string;
  /** One stretch where one offset explains all; more where the clocks drifted or jumped in between. */
  readonly stretches: readonly OffsetStretch[];
}

interface Bounds {
  lowestMs: number;
  highestMs: number;
  calls: number;
}

class PairWindows {
  windows = new Map<number, Bounds>();
  widthMs = narrowestMs;

  add(atMs: number, lowestMs: number, highestMs: number): void {
    this.#join(Math.floor(atMs / this.widthMs), { lowestMs, highestMs, calls: 1 });
    while (this.windows.size > mostWindows) this.#widen();
  }

  #join(window: number, { lowestMs, highestMs, calls }: Bounds): void {
    const known = this.windows.get(window);
    if (known === undefined) this.windows.set(window, { lowestMs, highestMs, calls });
    else {
      known.lowestMs = Math.max(known.lowestMs, lowestMs);
      known.highestMs = Math.min(known.highestMs, highestMs);
      known.calls += calls;
    }
  }

  #widen(): void {
    const narrow = this.windows;
    this.windows = new Map();
    this.widthMs *= 2;
    for (const [window, bounds] of narrow) this.#join(Math.floor(window / 2), bounds);
  }

  /** Joins neighbouring windows for as long as one offset explains them. */
  stretches(): readonly OffsetStretch[] {
    const stretches: OffsetStretch[] = [];
    for (const [window, bounds] of [...this.windows].sort(([left], [right]) => left - right)) {
      const fromMs = window * this.widthMs;
      const next: OffsetStretch = {
        ...bounds,
        fromMs,
        toMs: fromMs + this.widthMs,
        isInconsistent: bounds.lowestMs > bounds.highestMs,
      };
      const last = stretches.at(-1);
      const lowestMs = Math.max(last?.lowestMs ?? -Infinity, next.lowestMs);
      const highestMs = Math.min(last?.highestMs ?? Infinity, next.highestMs);
      if (last === undefined || lowestMs > highestMs) stretches.push(next);
      else
        stretches[stretches.length - 1] = {
          ...last,
          toMs: next.toMs,
          lowestMs,
          highestMs,
          calls: last.calls + next.calls,
        };
    }
    return stretches;
  }
}

/**
 * The offsets between clocks, from pairs of a client's and a server's span: the server's is inside the client's, so each
 * pair bounds the offset from both sides, and all pairs of a stretch of time bound it together. Nothing here changes a
 * span: who uses an offset decides how far to trust it.
 */
export class ClockSkew {
  readonly #pairs = new Map<string, Map<string, PairWindows>>();
  readonly #most: number;
  #size = 0;
  /** Calls between hosts that were beyond the limit. */
  otherCalls = 0;

  constructor(mostPairs: number) {
    this.#most = mostPairs;
  }

  /**
   * Counts a call in.
   *
   * @param lowestMs - End of the server's span less the client's.
   * @param highestMs - Start of the server's span less the client's.
   */
  add(clientHost: string, serverHost: string, atMs: number, lowestMs: number, highestMs: number): void {
    let ofClient = this.#pairs.get(clientHost);
    let pair = ofClient?.get(serverHost);
    if (pair === undefined) {
      if (this.#size >= this.#most) {
        this.otherCalls += 1;
        return;
      }
      this.#size += 1;
      pair = new PairWindows();
      ofClient ??= new Map();
      this.#pairs.set(clientHost, ofClient.set(serverHost, pair));
    }
    pair.add(atMs, lowestMs, highestMs);
  }

  /** All pairs, by the names of their hosts. */
  toData(): readonly HostPairOffset[] {
    return [...this.#pairs]
      .flatMap(([clientHost, servers]) =>
        [...servers].map(([serverHost, pair]) => ({ clientHost, serverHost, stretches: pair.stretches() })),
      )
      .sort(
        (left, right) =>
          compareText(left.clientHost, right.clientHost) || compareText(left.serverHost, right.serverHost),
      );
  }
}
