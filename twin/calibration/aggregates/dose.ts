/** What a change does to one component, as far as its command says. */
export interface Dose {
  readonly component: string;
  /**
   * How the amount acts: `delay` adds so many milliseconds, and `errors` fails such a ratio of occasions, where the changed
   * code is met, which is not known; `sleep` replaces an unknown sleep by one of so many milliseconds; `work` is an amount
   * of which only the direction is known; `switch` has no amount.
   */
  readonly kind: 'delay' | 'errors' | 'sleep' | 'work' | 'switch';
  /** In the unit of the kind; 1 for a switch. */
  readonly amount: number;
}

/** What a change did to the requests of a component, or of the front door. */
export interface Effect {
  /** Added to the mean latency. */
  readonly addedMs: number;
  /** Added to the share of requests that fail. */
  readonly failedRatio: number;
}
