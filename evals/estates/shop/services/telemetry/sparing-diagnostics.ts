import type { DiagLogger } from '@opentelemetry/api';
import type { Clock, Logger } from '../../../../../src/kernel/index.ts';

/** A telemetry endpoint may be away for hours; one line a minute says so without burying the service's own log. */
const quietMs = 60_000;

/** The SDK hands over an error as JSON with its stack; what it says is enough. */
function inWords(message: string): string {
  try {
    const { message: words } = JSON.parse(message) as { readonly message?: unknown };
    return typeof words === 'string' ? words : message;
  } catch {
    return message;
  }
}

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
    log.warn('telemetry-trouble', { detail: inWords(message), leftOut });
    writtenAtMs = clock.monotonicMs();
    leftOut = 0;
  };
  const ignore = (): void => undefined;
  return { error: write, warn: write, info: ignore, debug: ignore, verbose: ignore };
}
