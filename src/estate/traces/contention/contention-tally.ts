import type { ContentionData, OwnTimeByCompany } from './contention-data.ts';
import type { Company } from './sweep-instance.ts';

/** Numbers of requests at once that are told apart; beyond, time is summed with its integral of one over the number. */
const mostAtOnce = 64;

/** Others told apart one by one; beyond, by powers of the square root of two. */
const mostOthersAlone = 16;

function lowestOthers(others: number): number {
  if (others <= mostOthersAlone) return others;
  const power = Math.floor(2 * Math.log2(others / mostOthersAlone));
  return Math.ceil(mostOthersAlone * 2 ** (power / 2));
}

class ByCompany {
  readonly #bins = new Map<number, { count: number; ownMs: number; ownMsSquared: number }>();

  add(others: number, ownMs: number): void {
    const lowest = lowestOthers(others);
    const bin = this.#bins.get(lowest) ?? { count: 0, ownMs: 0, ownMsSquared: 0 };
    bin.count += 1;
    bin.ownMs += ownMs;
    bin.ownMsSquared += ownMs ** 2;
    this.#bins.set(lowest, bin);
  }

  get data(): readonly OwnTimeByCompany[] {
    return [...this.#bins]
      .map(([others, bin]) => ({ others, ...bin }))
      .sort((left, right) => left.others - right.others);
  }
}

/** Sums up how busy its instances were for the requests of one operation. */
export class ContentionTally {
  readonly #byInFlight = new ByCompany();
  readonly #byRunnable = new ByCompany();
  readonly #atOnceMs: number[] = [];
  #beyondMs = 0;
  #beyondPerRequestMs = 0;
  #count = 0;

  /** Counts one request in. */
  add({ inFlight, runnable, atOnceMs }: Company): void {
    const ownMs = atOnceMs.reduce((sum, ms) => sum + ms, 0);
    this.#count += 1;
    this.#byInFlight.add(inFlight, ownMs);
    this.#byRunnable.add(runnable, ownMs);
    atOnceMs.forEach((ms, place) => {
      if (place < mostAtOnce) {
        while (this.#atOnceMs.length <= place) this.#atOnceMs.push(0);
        this.#atOnceMs[place] = (this.#atOnceMs[place] ?? 0) + ms;
      } else {
        this.#beyondMs += ms;
        this.#beyondPerRequestMs += ms / (place + 1);
      }
    });
  }

  /**
   * As plain data; undefined where nothing was counted.
   *
   * @param keptRatio - The share of the time that the log kept.
   * @param isComplete - Whether every request left a span.
   */
  toData(keptRatio: number, isComplete: boolean | undefined): ContentionData | undefined {
    if (this.#count === 0) return undefined;
    return {
      count: this.#count,
      keptRatio,
      isComplete,
      byInFlight: this.#byInFlight.data,
      byRunnable: this.#byRunnable.data,
      atOnceMs: [...this.#atOnceMs],
      beyond: { ms: this.#beyondMs, perRequestMs: this.#beyondPerRequestMs },
    };
  }
}
