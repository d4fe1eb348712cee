import type { Client } from '../format/index.ts';

/**
 * Stops calls after too many of the last ones failed: closed, then open for a while, then half open, where only as many
 * calls go at once as are needed to close it, and one failure opens it again.
 */
export class CircuitBreaker {
  readonly #policy: NonNullable<Client['breaker']>;
  readonly #outcomes: Uint8Array;
  #at = 0;
  #count = 0;
  #failures = 0;
  /** Since when it is half open, or will be. */
  #halfOpenMs = -Infinity;
  #isOpen = false;
  /** While half open: calls that are under way, and successes that are still needed. */
  #probing = 0;
  #wanted = 0;

  constructor(policy: NonNullable<Client['breaker']>) {
    this.#policy = policy;
    this.#outcomes = new Uint8Array(policy.window);
  }

  /** Whether a call may be made, which is then to be recorded. */
  lets(nowMs: number): boolean {
    if (!this.#isOpen) return true;
    if (nowMs < this.#halfOpenMs || this.#probing >= this.#wanted) return false;
    this.#probing += 1;
    return true;
  }

  /**
   * Learns what became of a call that was let.
   *
   * @param sinceMs - When it was let: one from before it was half open says nothing of now.
   * @returns Whether it opens by that.
   */
  record(hasFailed: boolean, sinceMs: number, nowMs: number): boolean {
    return this.#isOpen ? this.#recordProbe(hasFailed, sinceMs, nowMs) : this.#recordCall(hasFailed, nowMs);
  }

  #recordProbe(hasFailed: boolean, sinceMs: number, nowMs: number): boolean {
    if (sinceMs < this.#halfOpenMs) return false;
    if (hasFailed) {
      this.#open(nowMs);
      return true;
    }
    this.#probing -= 1;
    this.#wanted -= 1;
    if (this.#wanted <= 0) this.#close();
    return false;
  }

  #recordCall(hasFailed: boolean, nowMs: number): boolean {
    if (this.#count === this.#outcomes.length) this.#failures -= this.#outcomes[this.#at] as number;
    else this.#count += 1;
    this.#outcomes[this.#at] = hasFailed ? 1 : 0;
    this.#failures += hasFailed ? 1 : 0;
    this.#at = (this.#at + 1) % this.#outcomes.length;
    // Judged on a full window only: one failure of one call is no share.
    if (this.#count < this.#outcomes.length || this.#failures < this.#policy.errors * this.#count) return false;
    this.#open(nowMs);
    return true;
  }

  #open(nowMs: number): void {
    this.#isOpen = true;
    this.#halfOpenMs = nowMs + this.#policy.openFor;
    this.#probing = 0;
    this.#wanted = this.#policy.probes;
  }

  #close(): void {
    this.#isOpen = false;
    this.#count = 0;
    this.#failures = 0;
    this.#at = 0;
    this.#outcomes.fill(0);
  }
}
