import type { ComponentWindows } from './aggregated-estate.ts';

/** What a component is like at usual times. */
export interface ComponentLevel {
  readonly requestsPerWindow: number;
  /** The mean over requests, not over windows. */
  readonly latencyMs: number;
  readonly failedRatio: number;
  /** Requests in it at once, by Little's law: far below one, nobody waits for another. */
  readonly atOnce: number;
}

/**
 * The level of a component over all its windows.
 *
 * @param windows - Of the component.
 * @param windowMs - How long each is.
 */
export function componentLevel(windows: ComponentWindows, windowMs: number): ComponentLevel {
  let [requests, timed, timeMs, counted, failed] = [0, 0, 0, 0, 0];
  windows.requests.forEach((count, at) => {
    const [latency, ratio] = [windows.latencyMs[at], windows.failedRatio[at]];
    requests += count;
    if (latency !== undefined) {
      timed += count;
      timeMs += count * latency;
    }
    if (ratio !== undefined) {
      counted += count;
      failed += count * ratio;
    }
  });
  const latencyMs = timed === 0 ? 0 : timeMs / timed;
  const requestsPerWindow = requests / Math.max(1, windows.requests.length);
  return {
    requestsPerWindow,
    latencyMs,
    failedRatio: counted === 0 ? 0 : failed / counted,
    atOnce: (requestsPerWindow * latencyMs) / windowMs,
  };
}
