import type { AttributeValueOf } from '../src/estate/index.ts';
import type { Json } from '../src/kernel/index.ts';

type Calls = AttributeValueOf<'calls'>;

/**
 * The value of a fact of calls: a hundred in a hundred seconds, over HTTP, unless told otherwise.
 *
 * @param over - What is otherwise.
 */
export function callsValue(over: Partial<Calls> = {}): Json {
  const value: Calls = {
    protocol: 'http',
    calls: {
      count: 100,
      adjustedCount: 100,
      samplingKnown: 0,
      errorCount: 0,
      errorRatio: 0,
      firstSeenMs: 0,
      lastSeenMs: 100_000,
    },
    perSecond: 1,
    clientSpans: 100,
    serverSpans: 100,
    answered: 100,
    retries: { count: 0, resends: 0 },
    timeouts: [],
    abandoned: 0,
    serverLonger: 0,
    detached: 0,
    addressedAs: [],
    ...over,
  };
  // A member that may be absent is no JSON to the compiler.
  return value as unknown as Json;
}

type Requests = AttributeValueOf<'requests'>;

/**
 * The value of a fact of requests: one a second over HTTP for a hundred seconds, unless told otherwise.
 *
 * @param over - What is otherwise.
 */
export function requestsValue(over: Partial<Requests> = {}): Requests {
  return {
    kind: 'server',
    protocol: 'http',
    requests: {
      count: 100,
      adjustedCount: 100,
      samplingKnown: 0,
      errorCount: 0,
      errorRatio: 0,
      firstSeenMs: 0,
      lastSeenMs: 100_000,
    },
    rootCount: 0,
    perSecond: 1,
    inFlight: { mean: 0, peak: 0 },
    ...over,
  };
}
