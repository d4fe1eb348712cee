import type { DiagLogger } from '@opentelemetry/api';
import type { Clock, Logger } from '../../../../../src/kernel/index.ts';

/** A telemetry endpoint may be away for hours; one line a minute says so without burying the service's own log. */
const quietMs = 60_000;

/**
 * The SDK's diagnostics as warnings of the service, at most one in a minute, with a count of those left out.
 *
 * @param log - The service's log.
 * @param clock - Measures the quiet time.
 */
export function sparingly(log: Logger, clock: Clock): DiagLogger {
  let writtenAtMs = -Infinity;
  let leftOut = 0;
  const write = (message: string): void => {
    if (clock.monotonicMs() - writtenAtMs < quietMs) {
      leftOut += 1;
      return;
    }
    log.warn('telemetry-trouble', { detail: message.slice(0, 300), leftOut });
    writtenAtMs = clock.monotonicMs();
    leftOut = 0;
  };
  const ignore = (): void => undefined;
  return { error: write, warn: write, info: ignore, debug: ignore, verbose: ignore };
}
