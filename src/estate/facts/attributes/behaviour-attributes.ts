import { z } from 'zod';
import { instantMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

const count = z.number();

/** A DDSketch of durations, as `SketchData` of the traces says. */
export const sketchSchema = z.strictObject({
  count,
  zeroCount: count,
  sumMs: z.number(),
  minMs: z.number(),
  maxMs: z.number(),
  firstBin: z.int(),
  binCounts: z.array(z.number()),
});

const traffic = z.strictObject({
  count,
  adjustedCount: count,
  samplingKnown: count,
  errorCount: count,
  errorRatio: z.number(),
  latency: sketchSchema.optional(),
  firstSeenMs: instantMs,
  lastSeenMs: instantMs,
});

const callRef = z.strictObject({
  component: z.string().describe('the called component'),
  operation: z.string().optional().describe('what is asked of it'),
});

const step = z.union([
  z.strictObject({ step: z.literal('self').describe('its own work, a call, or several calls at once') }),
  z.strictObject({ step: z.literal('call'), call: callRef.describe('of a step `call`: which') }),
  z.strictObject({
    step: z.literal('parallel'),
    calls: z.array(callRef).describe('of a step `parallel`: which'),
    mostAtOnce: count.describe('of a step `parallel`: so many are under way together'),
  }),
]);

/** What spans show of how the estate behaves. */
export const behaviourAttributes = {
  telemetry: attribute({
    about: 'what sends spans for it, and how far they can be trusted',
    subject: 'component',
    kind: 'structure',
    value: z.strictObject({
      seenBy: z.enum(['own-spans', 'callers']),
      system: z.string().optional(),
      versions: z.array(z.string()),
      languages: z.array(z.string()),
      rootCount: count,
      quality: z
        .strictObject({
          spans: count,
          orphans: count,
          negativeDurations: count,
          overlongDurations: count,
          wholeMsStartRatio: z.number(),
          wholeMsSpanRatio: z.number(),
          hasCoarseClock: z.boolean(),
        })
        .optional(),
    }),
  }),
  process: attribute({
    about: 'a process that sent spans',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({
      host: z.string(),
      version: z.string().optional(),
      spans: count,
      firstSeenMs: instantMs,
      lastSeenMs: instantMs,
    }),
  }),
  requests: attribute({
    about: 'how often an operation was asked, how often it failed, how long it took, how many were under way',
    subject: 'operation',
    kind: 'traffic',
    value: z.strictObject({
      kind: z.string(),
      protocol: z.string(),
      requests: traffic,
      rootCount: count,
      perSecond: z.number(),
      inFlight: z.strictObject({ mean: z.number(), peak: z.number() }),
      dispersionIndex: z.number().optional(),
    }),
  }),
  timeline: attribute({
    about: 'when the requests of an operation came',
    subject: 'operation',
    kind: 'traffic',
    value: z.strictObject({
      startMs: instantMs.describe('when the first bucket begins'),
      bucketMs: z.number().describe('the length of a bucket'),
      arrivals: z.array(count).describe('requests that came, bucket by bucket'),
      meanInFlight: z.array(z.number()).describe('requests under way on average, bucket by bucket'),
    }),
  }),
  'self-time': attribute({
    about: 'how long a request of an operation is in the component itself, waiting included',
    subject: 'operation',
    kind: 'service-time',
    value: sketchSchema,
  }),
  'call-plans': attribute({
    about: 'how an operation calls others: in which ways, what in turn and what at once, and for how long',
    subject: 'operation',
    kind: 'structure',
    holdsComponents: true,
    value: z.strictObject({
      plans: z
        .array(
          z.strictObject({
            count: count.describe('requests that went this way'),
            adjustedCount: count.describe('the same, sampling taken into account'),
            errorCount: count.describe('how many of them failed'),
            steps: z.array(step).describe('what it does in turn'),
            detached: z.array(callRef).describe('calls that nobody waits for'),
            samples: z.array(z.array(z.number())).describe('times of each step in milliseconds, request by request'),
            dependences: z
              .array(
                z.strictObject({
                  before: z.int().describe('the one'),
                  after: z.int().describe('the other, which is later'),
                  slope: z
                    .number()
                    .optional()
                    .describe('how much longer the later one takes for each millisecond of the earlier'),
                }),
              )
              .describe('which times of steps go together, by their places in the list'),
          }),
        )
        .describe('the ways in which it calls others, each with how often it was seen'),
      otherPlans: z
        .strictObject({
          count: count.describe('as seen'),
          adjustedCount: count.describe('sampling taken into account'),
        })
        .describe('requests that went any other way'),
      orders: z
        .array(
          z.strictObject({
            first: callRef.describe('the one'),
            second: callRef.describe('the other'),
            before: count.describe('requests in which the one had ended before the other began'),
            after: count.describe('requests in which it was the other way about'),
            mixed: count.describe('requests in which they overlapped'),
          }),
        )
        .describe('which of two calls came first, and how often'),
    }),
  }),
  calls: attribute({
    about:
      'the calls from one operation to another: how many, how many failed, were repeated, timed out, how long they took',
    subject: 'edge',
    kind: 'traffic',
    value: z.strictObject({
      protocol: z.string(),
      calls: traffic,
      perSecond: z.number(),
      clientSpans: count,
      serverSpans: count,
      answered: count,
      amplificationRatio: z.number().optional(),
      clientServerGap: sketchSchema.optional(),
      queueDelay: sketchSchema.optional(),
      retries: z.strictObject({ count, resends: count, gap: sketchSchema.optional() }),
      timeouts: z.array(z.strictObject({ atMs: z.number(), count, shareOfErrors: z.number() })),
      abandoned: count,
      serverLonger: count,
      detached: count,
      addressedAs: z.array(z.strictObject({ name: z.string(), count })),
    }),
  }),
  'clock-offsets': attribute({
    about: 'how far the clocks of two hosts are apart, as far as their calls can tell',
    subject: 'estate',
    kind: 'state',
    value: z.array(
      z.strictObject({
        clientHost: z.string(),
        serverHost: z.string(),
        stretches: z.array(
          z.strictObject({
            fromMs: instantMs,
            toMs: instantMs,
            lowestMs: z.number(),
            highestMs: z.number(),
            calls: count,
            isInconsistent: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  'trace-quality': attribute({
    about: 'how far the traces can be trusted: what was missing, late or sampled',
    subject: 'estate',
    kind: 'traffic',
    value: z.strictObject({
      windowMs: z.number(),
      observedMs: z.number(),
      sketchRelativeErrorRatio: z.number(),
      spans: count,
      traces: count,
      tracesWithError: count,
      duplicates: count,
      orphans: count,
      missingSpanRatio: z.number(),
      cycles: count,
      lateSpans: count,
      unusableTimes: count,
      linkedSpans: count,
      openSpans: count,
      sampling: z.strictObject({
        known: count,
        unknown: count,
        thresholds: z.array(z.strictObject({ threshold: z.string(), spans: count })),
      }),
      tailSampling: z.enum(['suspected', 'not-visible', 'too-few-traces']),
    }),
  }),
} as const;
