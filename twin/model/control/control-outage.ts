/**
 * Times in which the orchestrator does nothing. What it would have done is done when the last of them ends, in the order
 * in which it came up.
 */
export class ControlOutage {
  #outages = 0;
  readonly #held: (() => void)[] = [];

  /** Whether one is going on. */
  get isOut(): boolean {
    return this.#outages > 0;
  }

  /** Does something now, or when the orchestrator is back. */
  whenUp(act: () => void): void {
    if (this.isOut) this.#held.push(act);
    else act();
  }

  /** One begins. */
  begin(): void {
    this.#outages += 1;
  }

  /** One ends. */
  end(): void {
    this.#outages -= 1;
    if (this.isOut) return;
    for (const act of this.#held.splice(0)) act();
  }
}
