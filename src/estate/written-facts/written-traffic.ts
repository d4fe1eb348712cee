import { z } from 'zod';
import { perSecondSchema, ratioSchema } from '../../kernel/index.ts';
import { duration } from './duration.ts';
import { writtenSketch } from './written-sketch.ts';

const hourMs = 3_600_000;

/** What is known of traffic by hand: how much, how long each took, how many failed. */
const trafficMembers = {
  perSecond: perSecondSchema.meta({ title: 'rate: `40/s`, `12/min`', description: 'how often' }),
  takes: writtenSketch.optional().describe('how long each took'),
  errors: ratioSchema.meta({ title: 'share: `25%`, `0.25`' }).default(0).describe('how many of them failed'),
  over: duration.default(hourMs).describe('for how long it was watched'),
  protocol: z.string().default('http').describe('http, grpc, sql'),
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
    kind: z.string().default('server').describe('server or consumer'),
    inFlight: z
      .strictObject({ mean: z.number().describe('on average'), peak: z.number().describe('at the peak') })
      .optional()
      .describe('requests under way at once; rate times duration where left out'),
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
