/** Work was not done within its time limit. */
export class TimeoutError extends Error {
  constructor(limitMs: number) {
    super(`not done within ${limitMs} ms`);
    this.name = 'TimeoutError';
  }
}

/**
 * Runs work under a time limit. Where `AbortSignal.timeout` aborts with a DOMException, whose code telemetry shows as
 * the error type `23`, this aborts with an error that has a name.
 *
 * @param limitMs - How long the work may take.
 * @param work - Given the signal that ends it.
 * @throws TimeoutError as soon as the work heeds its signal; otherwise what the work throws.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new TimeoutError(limitMs)), limitMs);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
