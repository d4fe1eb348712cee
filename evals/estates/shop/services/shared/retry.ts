import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';

/** How often and how patiently to try again. */
export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** The longest wait before the first retry; it doubles with each further one. */
  readonly backoffMs: number;
  /** The longest wait before any retry. */
  readonly backoffMaxMs: number;
}

/**
 * How long to wait before a retry: uniform between nothing and the doubled backoff ("full jitter"), so that callers
 * that failed together do not come back together. Without the cap a long outage would silence its callers for good.
 *
 * @param policy - The caps.
 * @param retry - 0 for the first retry.
 * @param random - Where the jitter comes from.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffDelayMs(policy: RetryPolicy, retry: number, random: RandomSource): number {
  return random.uniform() * Math.min(policy.backoffMaxMs, policy.backoffMs * 2 ** retry);
}

/**
 * Tries, and tries again while the failure is worth it.
 *
 * @param policy - How often and how patiently.
 * @param isWorthRetrying - Whether another attempt may end differently and does no harm.
 * @param attempt - The work; told how many attempts went before.
 * @param parts - Time and chance.
 * @returns What the first good attempt returned.
 * @throws whatever the last attempt threw.
 */
export async function withRetries<Result>(
  policy: RetryPolicy,
  isWorthRetrying: (thrown: unknown) => boolean,
  attempt: (attemptsBefore: number) => Promise<Result>,
  parts: { readonly clock: Clock; readonly random: RandomSource },
): Promise<Result> {
  for (let attemptsBefore = 0; ; attemptsBefore += 1) {
    try {
      return await attempt(attemptsBefore);
    } catch (thrown) {
      if (attemptsBefore >= policy.retries || !isWorthRetrying(thrown)) throw thrown;
      await parts.clock.sleep(backoffDelayMs(policy, attemptsBefore, parts.random));
    }
  }
}
