/** Bounds the requests that are on their way; what does not fit is refused and counted, never put off. */
export interface InFlightBound {
  /** Takes a place, or says that there is none. */
  enter(): boolean;
  leave(): void;
  readonly inFlight: number;
  readonly limit: number;
}

/**
 * Creates a bound.
 *
 * @param limit - High: it protects the generator's memory and must not shape the load.
 */
export function createInFlightBound(limit: number): InFlightBound {
  let inFlight = 0;
  return {
    enter: () => {
      if (inFlight >= limit) return false;
      inFlight += 1;
      return true;
    },
    leave: () => {
      inFlight -= 1;
    },
    get inFlight() {
      return inFlight;
    },
    limit,
  };
}
