import type { Client } from '../format/index.ts';

/**
 * Stops calls after too many of the last ones failed: closed, then open for a while, then half open, where so many
 * successes close it and one failure opens it again.
 */
export class CircuitBreaker {
  /** How often it opened. */
  opened = 0;
  readonly #policy: NonNullable<Client['breaker']>;
  readonly #outcomes: Uint8Array;
  #at = 0;
  #count = 0;
  #failures = 0;
  #opensAgainMs = -Infinity;
  #probesLeft = 0;
  #isOpen = false;
  #held: boolean | undefined;

  constructor(policy: NonNullable<Client['breaker']>) {
    this.#policy = policy;
    this.#outcomes = new Uint8Array(policy.window);
  }

  /** Whether a call may be made. */
  lets(nowMs: number): boolean {
    if (this.#held !== undefined) return !this.#held;
    return !this.#isOpen || nowMs >= this.#opensAgainMs;
  }

  /** Learns what became of a call that was let. */
  record(hasFailed: boolean, nowMs: number): void {
    if (this.#held !== undefined) return;
    if (this.#isOpen) {
      // A call that began before it opened says nothing about now.
      if (nowMs < this.#opensAgainMs) return;
      if (hasFailed) this.#open(nowMs);
      else {
        this.#probesLeft -= 1;
        if (this.#probesLeft <= 0) this.#close();
      }
      return;
    }
    if (this.#count === this.#outcomes.length) this.#failures -= this.#outcomes[this.#at] as number;
    else this.#count += 1;
    this.#outcomes[this.#at] = hasFailed ? 1 : 0;
    this.#failures += hasFailed ? 1 : 0;
    this.#at = (this.#at + 1) % this.#outcomes.length;
    // Judged on a full window only: one failure of one call is no share.
    if (this.#count === this.#outcomes.length && this.#failures >= this.#policy.errors * this.#count) this.#open(nowMs);
  }

  /** Keeps it open or closed; undefined leaves it to itself, closed at first. */
  hold(isOpen: boolean | undefined): void {
    this.#held = isOpen;
    if (isOpen === undefined) this.#close();
  }

  #open(nowMs: number): void {
    this.#isOpen = true;
    this.opened += 1;
    this.#opensAgainMs = nowMs + this.#policy.openFor;
    this.#probesLeft = this.#policy.probes;
  }

  #close(): void {
    this.#isOpen = false;
    this.#count = 0;
    this.#failures = 0;
    this.#at = 0;
    this.#outcomes.fill(0);
  }
}
