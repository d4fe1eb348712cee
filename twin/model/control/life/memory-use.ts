import type { ComponentModel } from '../../format/index.ts';

type MemoryModel = NonNullable<ComponentModel['memory']>;

/** What one instance takes of memory: what it needs anyway, what requests need while they are there, what was kept. */
export class MemoryUse {
  /** What it takes and may take; set anew where its limit is changed while it runs. */
  model: MemoryModel;
  #keptBytes = 0;
  /** The most that it took. */
  peakBytes = 0;

  constructor(model: MemoryModel) {
    this.model = model;
  }

  /** A process began: what the one before had kept is free again. */
  begin(): void {
    this.#keptBytes = 0;
  }

  /** Keeps so much more for ever. */
  keep(bytes: number): void {
    this.#keptBytes += bytes;
  }

  /** A request was served, and something of it is kept. */
  served(): void {
    this.#keptBytes += this.model.leak;
  }

  /**
   * Counts what it takes now.
   *
   * @param inFlight - Requests that are there.
   * @param pressureBytes - What something else takes.
   * @param limitBytes - Another limit than that of the model; infinite for none.
   * @returns Whether that is above the limit.
   */
  isAbove(inFlight: number, pressureBytes: number, limitBytes: number): boolean {
    const { base, perRequest, limit } = this.model;
    const bytes = base + perRequest * inFlight + this.#keptBytes + pressureBytes;
    // What is above the limit was never had.
    const mostBytes = Math.min(limit ?? Infinity, limitBytes);
    this.peakBytes = Math.max(this.peakBytes, Math.min(bytes, mostBytes));
    return bytes > mostBytes;
  }
}
