/** Ten tenths of a token are one, although in doubles their sum is a little less. */
const nearlyOne = 1 - 1e-9;

/** Tokens that come with time or with use, up to as many as it holds, and are taken one by one. It begins full. */
export class TokenBucket {
  #tokens: number;
  #sinceMs = 0;
  readonly #holds: number;
  readonly #perMs: number;
  readonly #perUse: number;

  /**
   * @param holds - The most tokens.
   * @param perMs - Tokens that come with each millisecond.
   * @param perUse - Tokens that come with each `earn`.
   */
  constructor(holds: number, perMs: number, perUse: number) {
    this.#holds = holds;
    this.#tokens = holds;
    this.#perMs = perMs;
    this.#perUse = perUse;
  }

  /** One use happened. */
  earn(): void {
    this.#tokens = Math.min(this.#holds, this.#tokens + this.#perUse);
  }

  /** Takes one of those that are there; whether there was one. */
  spend(): boolean {
    if (this.#tokens < nearlyOne) return false;
    this.#tokens = Math.max(0, this.#tokens - 1);
    return true;
  }

  /** Takes one at a time that is not before the last; whether there was one. */
  take(nowMs: number): boolean {
    this.#tokens = Math.min(this.#holds, this.#tokens + (nowMs - this.#sinceMs) * this.#perMs);
    this.#sinceMs = nowMs;
    return this.spend();
  }
}
