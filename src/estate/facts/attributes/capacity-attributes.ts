import { z } from 'zod';
import { bytes, cores, count, instantMs, perSecond, ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** How much room there is, and how much of it is asked for. */
export const capacityAttributes = {
  capacity: attribute({
    about: 'what a node has for instances, and what of it others have reserved',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      cpuCores: cores.optional(),
      memoryBytes: bytes.optional(),
      maxInstances: count.optional(),
      reservedCpuCores: cores.optional(),
      reservedMemoryBytes: bytes.optional(),
      instances: count.optional(),
      zone: z.string().optional(),
      /** False: it takes nothing new. */
      isSchedulable: z.boolean().optional(),
    }),
  }),
  'node-pools': attribute({
    about: 'the nodes there are, how many there may be, and what an autoscaler of nodes does with them',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        pool: z.string().optional(),
        nodes: count,
        /** Absent: not known; equal to `nodes`: none can be added. */
        mostNodes: count.optional(),
        /** Of one node. */
        nodeCpuCores: cores.optional(),
        nodeMemoryBytes: bytes.optional(),
        /** Of all nodes together. */
        quotaCpuCores: cores.optional(),
        usedCpuCores: cores.optional(),
        /** On the node that has most free: what one more instance may reserve. */
        largestFreeCpuCores: cores.optional(),
        largestFreeMemoryBytes: bytes.optional(),
        /** Nodes of which less is reserved are emptied and removed; absent: none is. */
        consolidatesBelowRatio: ratio.optional(),
      }),
    ),
  }),
  'observed-peak': attribute({
    about: 'what one instance used at most over a window',
    subject: 'component',
    kind: 'traffic',
    value: z.strictObject({
      windowMs: timeMs.optional(),
      memoryBytes: bytes.optional(),
      cpuMeanCores: cores.optional(),
      cpuPeakCores: cores.optional(),
    }),
  }),
  'cpu-burst': attribute({
    about: 'how much processor time one request takes, and on how many threads at once',
    subject: 'operation',
    kind: 'service-time',
    value: z.strictObject({
      cpuMsPerRequest: timeMs,
      /** 1 where absent. */
      threads: z.int().min(1).optional(),
      perSecond: perSecond.optional(),
    }),
  }),
  'memory-use': attribute({
    about: 'how the memory of an instance grows with what is asked of it',
    subject: 'component',
    kind: 'service-time',
    value: z.strictObject({
      baseBytes: bytes,
      bytesPerRequestPerSecond: bytes.optional(),
    }),
  }),
  'memory-policy': attribute({
    about: 'what a store in memory does when it is full, and whether what it holds may be lost',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      maxBytes: bytes.optional(),
      /** `none`: it refuses writes. */
      eviction: z.enum(['none', 'expiring', 'any']).optional(),
      role: z.enum(['broker', 'cache', 'store']).optional(),
      usedBytes: bytes.optional(),
    }),
  }),
  backlogs: attribute({
    about: 'what waits in its queues, how fast it comes and how fast it goes',
    subject: 'component',
    kind: 'traffic',
    holdsComponents: true,
    value: z.array(
      z.strictObject({
        queue: z.string().optional(),
        depth: count,
        arrivalsPerSecond: perSecond.optional(),
        /** Of all consumers together. */
        servedPerSecond: perSecond.optional(),
        bytesPerMessage: bytes.optional(),
        /** The queue takes no more than so many. */
        mostMessages: count.optional(),
        consumers: z.array(z.strictObject({ component: z.string() })).optional(),
      }),
    ),
  }),
  disks: attribute({
    about: 'the disks that it writes to: how large, how full',
    subject: 'component',
    kind: 'state',
    value: z.array(
      z.strictObject({
        /** Where it is mounted, or its name. */
        disk: z.string().optional(),
        sizeBytes: bytes,
        usedBytes: bytes,
        /** At that much the system acts: evicts, turns read-only. */
        actsAtRatio: ratio.optional(),
      }),
    ),
  }),
  'log-growth': attribute({
    about: 'how fast its logs grow, and what keeps them from growing for ever',
    subject: 'component',
    kind: 'traffic',
    value: z.strictObject({
      bytesPerSecond: z.number().min(0),
      /** Which of the disks. */
      disk: z.string().optional(),
      /** What rotation keeps at most; absent: nothing is removed. */
      keptBytes: bytes.optional(),
      keptMs: timeMs.optional(),
      measuredAtMs: instantMs.optional(),
    }),
  }),
} as const;
