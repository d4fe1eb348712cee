import { z } from 'zod';
import { instantMs, perSecond, ratio, timeMs, weight as count } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

const sum = z.number().min(0).max(1e30);

/** The finest and the longest that a sketch tells apart lie well within these bins; see `SketchData`. */
const bins = { first: -2_000, last: 4_000 } as const;

/** Weights lie on a grid of binary fractions, and their sums are exact; what others reckon may be off by rounding. */
const isWhole = (data: { count: number; zeroCount: number; binCounts: readonly number[] }): boolean =>
  Math.abs(data.binCounts.reduce((total, each) => total + each, data.zeroCount) - data.count) <= data.count / 1_000;

/** A DDSketch of durations, as `SketchData` of the traces says. */
export const sketchSchema = z
  .strictObject({
    count: count.positive(),
    zeroCount: count,
    sumMs: sum,
    minMs: timeMs,
    maxMs: timeMs,
    firstBin: z.int().min(bins.first).max(bins.last),
    binCounts: z.array(count).max(bins.last - bins.first),
  })
  .refine(isWhole, 'a sketch whose count is the sum of its bins and of the values at zero')
  .refine(({ minMs, maxMs }) => minMs <= maxMs, 'a sketch whose minMs is at most its maxMs');

const traffic = z.strictObject({
  count,
  adjustedCount: count,
  samplingKnown: count,
  errorCount: count,
  errorRatio: ratio,
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

const ownTimeOfCompany = z.strictObject({
  others: count.describe('how many others its instance had when a request came'),
  count: count.describe('requests that met so many'),
  ownMs: timeMs.describe('their own time in milliseconds, summed'),
  ownMsSquared: z.number().describe('the squares of it, summed'),
});

const ownTimeAtOnce = {
  atOnceMs: z
    .array(timeMs)
    .describe('for how long so many were in their component itself at once, by their number from one on'),
  beyond: z
    .strictObject({
      ms: timeMs.describe('in milliseconds'),
      perRequestMs: timeMs.describe('the same, each moment divided by how many there were'),
    })
    .describe('for how long there were more'),
};

/** How busy its instance was for one sampled request, as `SampleCompany` of the traces says. */
const company = z.strictObject({
  inFlight: count.describe('how many others were in it when it came'),
  runnable: count.describe('how many of them were in it themselves, not in a call'),
  atOnceMs: z.array(timeMs).describe('for how long so many at once, by their number from one on'),
});

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
          wholeMsStartRatio: ratio,
          wholeMsSpanRatio: ratio,
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
      perSecond,
      inFlight: z.strictObject({ mean: count, peak: count }),
      dispersionIndex: sum.optional(),
    }),
  }),
  timeline: attribute({
    about: 'when the requests of an operation came',
    subject: 'operation',
    kind: 'traffic',
    value: z.strictObject({
      startMs: instantMs.describe('when the first bucket begins'),
      bucketMs: timeMs.describe('the length of a bucket'),
      arrivals: z.array(count).describe('requests that came, bucket by bucket'),
      meanInFlight: z.array(count).describe('requests under way on average, bucket by bucket'),
    }),
  }),
  'self-time': attribute({
    about: 'how long a request of an operation is in the component itself, waiting included',
    subject: 'operation',
    kind: 'service-time',
    value: sketchSchema,
  }),
  contention: attribute({
    about: 'how the own time of its requests depends on how many others its instance has at once',
    subject: 'operation',
    kind: 'service-time',
    value: z.strictObject({
      count: count.describe('requests that it rests on'),
      keptRatio: ratio.describe('of the time, what was looked at'),
      isComplete: z.boolean().optional().describe('whether every request of that time is in it'),
      byInFlight: z.array(ownTimeOfCompany).describe('by others that were in its instance'),
      byRunnable: z
        .array(ownTimeOfCompany.extend(ownTimeAtOnce))
        .describe('by others that were in its instance themselves, not in a call'),
    }),
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
            samples: z.array(z.array(timeMs)).describe('times of each step in milliseconds, request by request'),
            company: z
              .array(company.nullable())
              .optional()
              .describe('of each sampled request, for how long its instance had how many requests in itself at once'),
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
      perSecond,
      clientSpans: count,
      serverSpans: count,
      answered: count,
      amplificationRatio: sum.optional(),
      clientServerGap: sketchSchema.optional(),
      queueDelay: sketchSchema.optional(),
      retries: z.strictObject({ count, resends: count, gap: sketchSchema.optional() }),
      timeouts: z.array(z.strictObject({ atMs: timeMs, count, shareOfErrors: ratio })),
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
      windowMs: timeMs,
      observedMs: timeMs,
      sketchRelativeErrorRatio: z.number(),
      spans: count,
      traces: count,
      tracesWithError: count,
      duplicates: count,
      orphans: count,
      missingSpanRatio: ratio,
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
