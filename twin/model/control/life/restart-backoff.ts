import type { ComponentModel } from '../../format/index.ts';

/**
 * How long an instance that ended waits for its restart: the first is restarted at once, then the wait grows by a factor up
 * to a bound, and begins anew after a run that was long enough; as for the containers of Kubernetes (10 s, doubled up to
 * 5 min, reset after 10 min).
 */
export class RestartBackoff {
  #failures = 0;
  readonly #policy: ComponentModel['restart'];

  constructor(policy: ComponentModel['restart']) {
    this.#policy = policy;
  }

  /**
   * The wait before the next start.
   *
   * @param ranMs - How long the run was that has just ended.
   */
  nextMs(ranMs: number): number {
    const { backoff, factor, most, resetAfter } = this.#policy;
    if (ranMs >= resetAfter) this.#failures = 0;
    this.#failures += 1;
    return this.#failures === 1 ? 0 : Math.min(backoff * factor ** (this.#failures - 2), most);
  }
}
