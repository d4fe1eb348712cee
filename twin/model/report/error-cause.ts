/** Why a request failed, as whoever asked it was told. Retries that were of no use are no cause: the last attempt's is. */
export const errorCauses = [
  /** The caller did not wait any longer. */
  'timeout',
  /** No instance was ready, or the one that was asked does not take requests. */
  'refused',
  /** As many waited in the instance as may wait. */
  'queue-full',
  /** The called component had more in flight than it admits. */
  'shed',
  /** Above a rate that caller or called component keeps to. */
  'rate-limited',
  /** The caller's circuit breaker let nothing through. */
  'breaker-open',
  /** As many waited for a connection of the caller's pool as may wait. */
  'pool-queue-full',
  /** No connection of the caller's pool became free in time. */
  'pool-timeout',
  /** A lock did not become free in time. */
  'lock-timeout',
  /** A connection that was kept was closed by the other side just then. */
  'connection-reset',
  /** The instance that worked on it died. */
  'instance-died',
  /** The operation itself failed, as its steps say. */
  'application',
  /** A fault of the timeline made it fail. */
  'injected',
  /** The called component's certificate had expired. */
  'certificate-expired',
  /** The called component's name could not be looked up. */
  'name-not-found',
  /** A queue took no more messages. */
  'broker-full',
  /** The component that holds a queue was down. */
  'broker-down',
] as const;

/** One of `errorCauses`. */
export type ErrorCause = (typeof errorCauses)[number];
