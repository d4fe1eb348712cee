import { z } from 'zod';
import { count, countOrShare, instantMs, ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

const probe = z.strictObject({
  /** From the start of the instance to the first time. */
  delayMs: timeMs.optional(),
  intervalMs: timeMs.optional(),
  timeoutMs: timeMs.optional(),
  /** In a row that count as failed. */
  failures: z.int().min(1).optional(),
  /** In a row that count as well again. */
  successes: z.int().min(1).optional(),
  /** What has to work for it to succeed: nothing but the process, or other components too. */
  checks: z.union([z.literal('process'), z.array(z.strictObject({ component: z.string() }))]).optional(),
  /** Whether it waits for a worker as requests do. */
  throughWorkers: z.boolean().optional(),
  /** The time it takes once it is served. */
  serviceMs: timeMs.optional(),
});

/** How instances come, are found ready, are replaced, moved and ended. */
export const rolloutAttributes = {
  rollout: attribute({
    about: 'how its instances are replaced: some at a time, all at once, or only as others remove them',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      strategy: z.enum(['rolling', 'recreate', 'on-delete']),
      /** Rounded up; 25 % where absent, as Kubernetes has it. */
      maxSurge: countOrShare.optional(),
      /** Rounded down; 25 % where absent, as Kubernetes has it. */
      maxUnavailable: countOrShare.optional(),
      minReadyMs: timeMs.optional(),
      progressDeadlineMs: timeMs.optional(),
    }),
  }),
  autoscaling: attribute({
    about: 'between how many instances an autoscaler may choose, and what it aims at',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      min: count,
      max: count,
      current: count.optional(),
      /** The use of reserved processors that it aims at. */
      cpuRatio: ratio.optional(),
      /** Requests at once in each instance that it aims at. */
      inFlight: z.number().positive().optional(),
      isEnabled: z.boolean().optional(),
    }),
  }),
  'disruption-budget': attribute({
    about: 'what evictions have to leave of it',
    subject: 'component',
    kind: 'configuration',
    value: z.union([
      z.strictObject({ name: z.string().optional(), minAvailable: countOrShare }),
      z.strictObject({ name: z.string().optional(), maxUnavailable: countOrShare }),
    ]),
  }),
  eviction: attribute({
    about: 'whether an autoscaler of nodes may move it',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({ isSafe: z.boolean() }),
  }),
  placement: attribute({
    about: 'on which node an instance runs',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({ node: z.string() }),
  }),
  probes: attribute({
    about: 'how an orchestrator asks whether an instance is ready, alive, and has started',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({
      readiness: probe.optional(),
      liveness: probe.optional(),
      startup: probe.optional(),
    }),
  }),
  'start-up': attribute({
    about: 'how long instances took until they were ready, and what has to work for that',
    subject: 'component',
    kind: 'service-time',
    holdsComponents: true,
    value: z.strictObject({
      count: count.optional(),
      minMs: timeMs.optional(),
      p50Ms: timeMs.optional(),
      p95Ms: timeMs.optional(),
      maxMs: timeMs.optional(),
      needs: z.array(z.strictObject({ component: z.string() })).optional(),
      /** What an instance does while that does not work. */
      whenNeedFails: z.enum(['exits', 'retries', 'serves-without']).optional(),
    }),
  }),
  'image-record': attribute({
    about: 'which images have become ready here, and which never',
    subject: 'component',
    kind: 'structure',
    value: z.array(
      z.strictObject({
        /** As the image is asked for, or its digest. */
        image: z.string(),
        becameReady: count,
        neverReady: count,
        lastReadyAtMs: instantMs.optional(),
      }),
    ),
  }),
  workers: attribute({
    about: 'how many requests an instance serves at once; more of them wait',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      perInstance: z.int().min(1),
      /** Whether one is held while what it called works. */
      isSynchronous: z.boolean().optional(),
    }),
  }),
  shutdown: attribute({
    about: 'what an instance does when it is told to end',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      /** How long it serves on before it is told. */
      preStopMs: timeMs.optional(),
      /** From the decision to its being killed, preStop included. */
      graceMs: timeMs.optional(),
      /** Whether it finishes the requests that it has. */
      drains: z.boolean().optional(),
      /** How long those take at most. */
      drainMs: timeMs.optional(),
    }),
  }),
  'route-removal': attribute({
    about: 'how long until the caller, a balancer, sends nothing more to an instance that leaves',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({ fromMs: timeMs, toMs: timeMs }),
  }),
} as const;
