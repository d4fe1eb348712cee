/** How many bytes of telemetry may be in work at a time; what comes beyond is put off, not queued. */
export class WorkBudget {
  readonly limitBytes: number;
  #takenBytes = 0;

  /** @param limitBytes - How many. */
  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  /**
   * Takes bytes, where there is room for them.
   *
   * @param bytes - How many.
   * @returns Whether there was.
   */
  take(bytes: number): boolean {
    if (this.#takenBytes + bytes > this.limitBytes) return false;
    this.#takenBytes += bytes;
    return true;
  }

  /**
   * Gives bytes back once they are no longer held.
   *
   * @param bytes - How many of those that were taken.
   */
  giveBack(bytes: number): void {
    this.#takenBytes -= bytes;
  }
}
