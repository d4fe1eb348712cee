import type { ContentionData } from './contention-data.ts';
import type { Company } from './sweep-instance.ts';

/** Others told apart one by one; beyond, by powers of the square root of two. */
const mostOthersAlone = 16;

function lowestOthers(others: number): number {
  if (others <= mostOthersAlone) return others;
  const power = Math.floor(2 * Math.log2(others / mostOthersAlone));
  return Math.ceil(mostOthersAlone * 2 ** (power / 2));
}

class Bin {
  count = 0;
  ownMs = 0;
  ownMsSquared = 0;
  readonly atOnceMs: number[] = [];
  readonly beyond = { ms: 0, perRequestMs: 0 };

  add({ atOnceMs, beyond }: Company, ownMs: number): void {
    this.count += 1;
    this.ownMs += ownMs;
    this.ownMsSquared += ownMs ** 2;
    atOnceMs.forEach((ms, place) => {
      while (this.atOnceMs.length <= place) this.atOnceMs.push(0);
      this.atOnceMs[place] = (this.atOnceMs[place] ?? 0) + ms;
    });
    this.beyond.ms += beyond.ms;
    this.beyond.perRequestMs += beyond.perRequestMs;
  }
}

class Bins {
  readonly #bins = new Map<number, Bin>();

  at(others: number): Bin {
    const lowest = lowestOthers(others);
    const bin = this.#bins.get(lowest) ?? new Bin();
    this.#bins.set(lowest, bin);
    return bin;
  }

  get inOrder(): readonly (readonly [number, Bin])[] {
    return [...this.#bins].sort(([left], [right]) => left - right);
  }
}

/** Sums up how busy its instances were for the requests of one operation. */
export class ContentionTally {
  readonly #byInFlight = new Bins();
  readonly #byRunnable = new Bins();
  #count = 0;

  /** Counts one request in. */
  add(company: Company): void {
    const ownMs = company.atOnceMs.reduce((sum, ms) => sum + ms, company.beyond.ms);
    this.#count += 1;
    this.#byInFlight.at(company.inFlight).add(company, ownMs);
    this.#byRunnable.at(company.runnable).add(company, ownMs);
  }

  /**
   * As plain data; undefined where nothing was counted.
   *
   * @param keptRatio - The share of the time that the log kept.
   * @param isComplete - Whether every request left a span.
   */
  toData(keptRatio: number, isComplete: boolean | undefined): ContentionData | undefined {
    if (this.#count === 0) return undefined;
    const sums = ({ count, ownMs, ownMsSquared }: Bin): Pick<Bin, 'count' | 'ownMs' | 'ownMsSquared'> => ({
      count,
      ownMs,
      ownMsSquared,
    });
    return {
      count: this.#count,
      keptRatio,
      isComplete,
      byInFlight: this.#byInFlight.inOrder.map(([others, bin]) => ({ others, ...sums(bin) })),
      byRunnable: this.#byRunnable.inOrder.map(([others, bin]) => ({
        others,
        ...sums(bin),
        atOnceMs: [...bin.atOnceMs],
        beyond: { ...bin.beyond },
      })),
    };
  }
}
