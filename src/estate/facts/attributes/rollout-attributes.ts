import { z } from 'zod';
import { componentRef, count, countOrShare, instantMs, ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

const probe = z.strictObject({
  delayMs: timeMs.optional().describe('from the start of the instance to the first time'),
  intervalMs: timeMs.min(1).optional().describe('between two'),
  timeoutMs: timeMs.optional().describe('how long one may take'),
  failures: z.int().min(1).max(1e6).optional().describe('in a row that count as failed'),
  successes: z.int().min(1).max(1e6).optional().describe('in a row that count as well again'),
  checks: z
    .union([z.literal('process'), z.array(componentRef)])
    .optional()
    .describe('what has to work for it to succeed: `process`, nothing but itself; or other components too'),
  throughWorkers: z.boolean().optional().describe('whether it waits for a worker as requests do'),
  serviceMs: timeMs.optional().describe('the time it takes once it is served'),
});

/** How instances come, are found ready, are replaced, moved and ended. */
export const rolloutAttributes = {
  rollout: attribute({
    about: 'how its instances are replaced: some at a time, all at once, or only as others remove them',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      strategy: z
        .enum(['rolling', 'recreate', 'on-delete'])
        .describe('some at a time, all at once, or only as others remove them'),
      maxSurge: countOrShare
        .optional()
        .describe(
          'how many more there may be meanwhile; a share is rounded up; 25 % where left out, as Kubernetes has it',
        ),
      maxUnavailable: countOrShare
        .optional()
        .describe(
          'how many fewer there may be meanwhile; a share is rounded down; 25 % where left out, as Kubernetes has it',
        ),
      minReadyMs: timeMs.optional().describe('for how long a new one must have been ready to count'),
      progressDeadlineMs: timeMs.optional().describe('after how long without progress it counts as failed'),
    }),
  }),
  autoscaling: attribute({
    about: 'between how many instances an autoscaler may choose, and what it aims at',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      min: count.describe('at least'),
      max: count.describe('at most'),
      current: count.optional().describe('now'),
      cpuRatio: ratio.optional().describe('the use of reserved processors that it aims at'),
      inFlight: z.number().positive().optional().describe('requests at once in each instance that it aims at'),
      isEnabled: z.boolean().optional().describe('whether it is switched on'),
    }),
  }),
  'disruption-budget': attribute({
    about: 'what evictions have to leave of it',
    subject: 'component',
    kind: 'configuration',
    value: z.union([
      z.strictObject({
        name: z.string().optional().describe('its name'),
        minAvailable: countOrShare.describe('so many must be ready; a share is rounded up'),
      }),
      z.strictObject({
        name: z.string().optional().describe('its name'),
        maxUnavailable: countOrShare.describe('so many may be gone; a share is rounded up'),
      }),
    ]),
  }),
  eviction: attribute({
    about: 'whether an autoscaler of nodes may move it',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({ isSafe: z.boolean().describe('false: it may not be moved') }),
  }),
  placement: attribute({
    about: 'on which node an instance runs',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({ node: z.string().describe('the component of the kind host') }),
  }),
  probes: attribute({
    about: 'how an orchestrator asks whether an instance is ready, alive, and has started',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({
      readiness: probe.optional().describe('whether it gets requests'),
      liveness: probe.optional().describe('whether it is started anew'),
      startup: probe.optional().describe('whether it has started, before which neither of the others is asked'),
    }),
  }),
  'start-up': attribute({
    about: 'how long instances took until they were ready, and what has to work for that',
    subject: 'component',
    kind: 'service-time',
    holdsComponents: true,
    value: z.strictObject({
      count: count.optional().describe('of how many that is known'),
      minMs: timeMs.optional().describe('the shortest'),
      p50Ms: timeMs.optional().describe('half were ready after that'),
      p95Ms: timeMs.optional().describe('95 % were ready after that'),
      maxMs: timeMs.optional().describe('the longest'),
      needs: z.array(componentRef).optional().describe('the components that have to work meanwhile'),
      whenNeedFails: z
        .enum(['exits', 'retries', 'serves-without'])
        .optional()
        .describe('what an instance does while that does not work'),
    }),
  }),
  'image-record': attribute({
    about: 'which images have become ready here, and which never',
    subject: 'component',
    kind: 'structure',
    value: z.array(
      z.strictObject({
        image: z.string().describe('as it is asked for, or its digest'),
        becameReady: count.describe('instances of it that became ready'),
        neverReady: count.describe('instances of it that never did'),
        lastReadyAtMs: instantMs.optional().describe('when the last one did'),
      }),
    ),
  }),
  workers: attribute({
    about: 'how many requests an instance serves at once; more of them wait',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      perInstance: z.int().min(1).max(1e6).describe('requests that one instance serves at once'),
      isSynchronous: z.boolean().optional().describe('whether one is held while what it called works'),
    }),
  }),
  shutdown: attribute({
    about: 'what an instance does when it is told to end',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      preStopMs: timeMs.optional().describe('how long it serves on before it is told'),
      graceMs: timeMs.optional().describe('from the decision to its being killed, `preStop` included'),
      drains: z.boolean().optional().describe('whether it finishes the requests that it has'),
      drainMs: timeMs.optional().describe('how long those take at most'),
    }),
  }),
  'route-removal': attribute({
    about: 'how long until the caller, a balancer, sends nothing more to an instance that leaves',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({ fromMs: timeMs.describe('at least'), toMs: timeMs.describe('at most') }),
  }),
} as const;
