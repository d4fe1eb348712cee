import { errorCauses } from '../report/error-cause.ts';
import type { ErrorCause } from '../report/error-cause.ts';

/** How many causes there are, no failure among them. */
export const causeCount = errorCauses.length + 1;

const numberOf = (cause: ErrorCause): number => errorCauses.indexOf(cause) + 1;

/** Causes of failure as numbers; 0 is no failure. */
export const causes = {
  timeout: numberOf('timeout'),
  refused: numberOf('refused'),
  queueFull: numberOf('queue-full'),
  shed: numberOf('shed'),
  rateLimited: numberOf('rate-limited'),
  breakerOpen: numberOf('breaker-open'),
  poolQueueFull: numberOf('pool-queue-full'),
  poolTimeout: numberOf('pool-timeout'),
  lockTimeout: numberOf('lock-timeout'),
  connectionReset: numberOf('connection-reset'),
  instanceDied: numberOf('instance-died'),
  application: numberOf('application'),
  injected: numberOf('injected'),
  certificateExpired: numberOf('certificate-expired'),
  nameNotFound: numberOf('name-not-found'),
  brokerFull: numberOf('broker-full'),
  brokerDown: numberOf('broker-down'),
} as const;

/**
 * The name of a cause.
 *
 * @param cause - As numbered here, not 0.
 */
export const causeName = (cause: number): ErrorCause => errorCauses[cause - 1] as ErrorCause;
