import { z } from 'zod';
import { perSecondSchema, ratioSchema } from '../../../src/kernel/index.ts';
import { duration } from './duration.ts';
import { writtenSketch } from './written-sketch.ts';

const hourMs = 3_600_000;

/** What is known of traffic by hand: how much, how long each took, how many failed. */
const trafficMembers = {
  perSecond: perSecondSchema,
  takes: writtenSketch.optional(),
  errors: ratioSchema.default(0),
  /** For how long it was watched. */
  over: duration.default(hourMs),
  protocol: z.string().default('http'),
};

interface Told {
  readonly perSecond: number;
  readonly takes?: z.output<typeof writtenSketch> | undefined;
  readonly errors: number;
  readonly over: number;
}

function trafficOf({ perSecond, takes, errors, over }: Told) {
  const count = Math.round((perSecond * over) / 1_000);
  return {
    count,
    adjustedCount: count,
    samplingKnown: 0,
    errorCount: Math.round(count * errors),
    errorRatio: errors,
    ...(takes === undefined ? {} : { latency: takes }),
    firstSeenMs: 0,
    lastSeenMs: over,
  };
}

/** A fact of `requests`, written as its rate, times and errors. */
const writtenRequests = z
  .strictObject({
    ...trafficMembers,
    kind: z.string().default('server'),
    inFlight: z.strictObject({ mean: z.number(), peak: z.number() }).optional(),
  })
  .transform((told) => {
    // Requests at once are rate times duration (Little's law), where nobody gives them.
    const mean = told.takes === undefined ? 0 : (told.perSecond * told.takes.sumMs) / told.takes.count / 1_000;
    return {
      kind: told.kind,
      protocol: told.protocol,
      requests: trafficOf(told),
      rootCount: 0,
      perSecond: told.perSecond,
      inFlight: told.inFlight ?? { mean, peak: Math.ceil(mean) },
    };
  });

/** A fact of `calls`, written the same way. */
const writtenCalls = z.strictObject({ ...trafficMembers }).transform((told) => {
  const calls = trafficOf(told);
  return {
    protocol: told.protocol,
    calls,
    perSecond: told.perSecond,
    clientSpans: calls.count,
    serverSpans: calls.count,
    answered: calls.count,
    retries: { count: 0, resends: 0 },
    timeouts: [],
    abandoned: 0,
    serverLonger: 0,
    detached: 0,
    addressedAs: [],
  };
});

/** Facts of traffic are long, and full of what only a telemetry has: by hand, they are given shortly. */
export const writtenTraffic = { requests: writtenRequests, calls: writtenCalls, 'self-time': writtenSketch };
