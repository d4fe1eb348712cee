import { causes } from '../../engine/cause.ts';
import { TokenBucket } from '../../engine/token-bucket.ts';
import type { ComponentModel } from '../../format/index.ts';

/** What one instance refuses at its door: what is above its rate, and what is above the number that it admits at once. */
export class InstanceDoor {
  readonly #rate: TokenBucket | undefined;
  readonly #most: number;

  constructor(admission: ComponentModel['admission']) {
    const { rate, burst = 1, inFlight = Infinity } = admission ?? {};
    this.#rate = rate === undefined ? undefined : new TokenBucket(burst, rate / 1_000, 0);
    this.#most = inFlight;
  }

  /**
   * Why a request is refused; 0 where it is let in.
   *
   * @param inFlight - Requests that are there.
   */
  refuses(nowMs: number, inFlight: number): number {
    if (inFlight >= this.#most) return causes.shed;
    return this.#rate?.take(nowMs) === false ? causes.rateLimited : 0;
  }
}
