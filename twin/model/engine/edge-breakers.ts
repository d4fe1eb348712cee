import type { Client } from '../format/index.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** The circuit breakers of the calls of one component to another: each calling instance has its own. */
export class EdgeBreakers {
  /** How often one of them opened. */
  opened = 0;
  readonly #policy: Client['breaker'];
  /** By instance. */
  readonly #breakers = new Map<number, CircuitBreaker>();
  #held: boolean | undefined;

  /**
   * @param policy - Without it all calls are let, unless they are held up by hand.
   */
  constructor(policy: Client['breaker']) {
    this.#policy = policy;
  }

  /** Whether a call of an instance may be made. */
  lets(instance: number, nowMs: number): boolean {
    if (this.#held !== undefined) return !this.#held;
    return this.#of(instance)?.lets(nowMs) ?? true;
  }

  /** Learns what became of a call of an instance that was let at a time. */
  record(instance: number, hasFailed: boolean, sinceMs: number, nowMs: number): void {
    if (this.#held !== undefined) return;
    if (this.#of(instance)?.record(hasFailed, sinceMs, nowMs) === true) this.opened += 1;
  }

  /** Keeps all of them open or closed; undefined leaves them to themselves, closed at first. */
  hold(isOpen: boolean | undefined): void {
    this.#held = isOpen;
    if (isOpen === undefined) this.#breakers.clear();
  }

  /** An instance is gone. */
  forget(instance: number): void {
    this.#breakers.delete(instance);
  }

  #of(instance: number): CircuitBreaker | undefined {
    if (this.#policy === undefined) return undefined;
    let breaker = this.#breakers.get(instance);
    if (breaker === undefined) {
      breaker = new CircuitBreaker(this.#policy);
      this.#breakers.set(instance, breaker);
    }
    return breaker;
  }
}
