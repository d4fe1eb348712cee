import { z } from 'zod';
import { ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

const instant = z.number();
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
  firstSeenMs: instant,
  lastSeenMs: instant,
});

const callRef = z.strictObject({ component: z.string(), operation: z.string().optional() });

const step = z.union([
  z.strictObject({ step: z.literal('self') }),
  z.strictObject({ step: z.literal('call'), call: callRef }),
  z.strictObject({ step: z.literal('parallel'), calls: z.array(callRef), mostAtOnce: count }),
]);

const ownTimeOfCompany = z.strictObject({ others: count, count, ownMs: timeMs, ownMsSquared: z.number() });

const ownTimeAtOnce = {
  atOnceMs: z.array(timeMs),
  beyond: z.strictObject({ ms: timeMs, perRequestMs: timeMs }),
};

/** How busy its instance was for one sampled request, as `SampleCompany` of the traces says. */
const company = z.strictObject({ inFlight: count, runnable: count, atOnceMs: z.array(timeMs) });

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
      firstSeenMs: instant,
      lastSeenMs: instant,
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
      startMs: instant,
      bucketMs: z.number(),
      arrivals: z.array(count),
      meanInFlight: z.array(z.number()),
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
      count,
      keptRatio: ratio,
      isComplete: z.boolean().optional(),
      byInFlight: z.array(ownTimeOfCompany),
      byRunnable: z.array(ownTimeOfCompany.extend(ownTimeAtOnce)),
    }),
  }),
  'call-plans': attribute({
    about: 'how an operation calls others: in which ways, what in turn and what at once, and for how long',
    subject: 'operation',
    kind: 'structure',
    holdsComponents: true,
    value: z.strictObject({
      plans: z.array(
        z.strictObject({
          count,
          adjustedCount: count,
          errorCount: count,
          steps: z.array(step),
          detached: z.array(callRef),
          samples: z.array(z.array(z.number())),
          company: z.array(company.nullable()).optional(),
          dependences: z.array(z.strictObject({ before: z.int(), after: z.int(), slope: z.number().optional() })),
        }),
      ),
      otherPlans: z.strictObject({ count, adjustedCount: count }),
      orders: z.array(z.strictObject({ first: callRef, second: callRef, before: count, after: count, mixed: count })),
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
            fromMs: instant,
            toMs: instant,
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
