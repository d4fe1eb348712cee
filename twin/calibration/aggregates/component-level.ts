import type { ComponentWindows } from './aggregated-estate.ts';

/** What a component is like at usual times. */
export interface ComponentLevel {
  readonly requestsPerWindow: number;
  /** The mean over requests, not over windows. */
  readonly latencyMs: number;
  readonly failedRatio: number;
}

/**
 * The level of a component over all its windows.
 *
 * @param windows - Of the component.
 */
export function componentLevel(windows: ComponentWindows): ComponentLevel {
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
  return {
    requestsPerWindow: requests / Math.max(1, windows.requests.length),
    latencyMs: timed === 0 ? 0 : timeMs / timed,
    failedRatio: counted === 0 ? 0 : failed / counted,
  };
}
