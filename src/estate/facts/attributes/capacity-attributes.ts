import { z } from 'zod';
import { bytes, componentRef, cores, count, instantMs, perSecond, ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** How much room there is, and how much of it is asked for. */
export const capacityAttributes = {
  capacity: attribute({
    about: 'what a node has for instances, and what of it others have reserved',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      cpuCores: cores.optional().describe('processors'),
      memoryBytes: bytes.optional().describe('memory'),
      maxInstances: count.optional().describe('instances that it takes at most'),
      reservedCpuCores: cores
        .optional()
        .describe('what of its processors is reserved, by those whose place is told by `placement` too'),
      reservedMemoryBytes: bytes.optional().describe('what of its memory is reserved'),
      instances: count.optional().describe('how many instances are on it'),
      zone: z.string().optional().describe('its zone of the data centre'),
      isSchedulable: z.boolean().optional().describe('false: it takes nothing new'),
    }),
  }),
  'node-pools': attribute({
    about: 'the nodes there are, how many there may be, and what an autoscaler of nodes does with them',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        pool: z.string().optional().describe('its name'),
        nodes: count.describe('how many nodes there are'),
        mostNodes: count
          .optional()
          .describe('how many there may be; equal to `nodes`: none can be added; left out: not known'),
        nodeCpuCores: cores.optional().describe('processors of one node'),
        nodeMemoryBytes: bytes.optional().describe('memory of one node'),
        quotaCpuCores: cores.optional().describe('processors that all nodes together may have'),
        usedCpuCores: cores.optional().describe('how many of those are in use'),
        largestFreeCpuCores: cores
          .optional()
          .describe('processors free on the node that has most: what one more instance may reserve'),
        largestFreeMemoryBytes: bytes.optional().describe('memory free on that node'),
        consolidatesBelowRatio: ratio
          .optional()
          .describe('nodes of which less is reserved are emptied and removed; left out: none is'),
      }),
    ),
  }),
  'observed-peak': attribute({
    about: 'what one instance used at most over a window',
    subject: 'component',
    kind: 'traffic',
    value: z.strictObject({
      windowMs: timeMs.optional().describe('for how long it was watched'),
      memoryBytes: bytes.optional().describe('the most memory of one instance'),
      cpuMeanCores: cores.optional().describe('processors of one instance, on average'),
      cpuPeakCores: cores.optional().describe('processors of one instance, at the peak'),
    }),
  }),
  'cpu-burst': attribute({
    about: 'how much processor time one request takes, and on how many threads at once',
    subject: 'operation',
    kind: 'service-time',
    value: z.strictObject({
      cpuMsPerRequest: timeMs.describe('processor time of one request, all threads together'),
      threads: z.int().min(1).max(1e6).optional().describe('on so many threads at once; 1 where left out'),
      perSecond: perSecond.optional().describe('how often it is asked, at all instances together'),
    }),
  }),
  'memory-use': attribute({
    about: 'how the memory of an instance grows with what is asked of it',
    subject: 'component',
    kind: 'service-time',
    value: z.strictObject({
      baseBytes: bytes.describe('memory of an instance that does nothing'),
      bytesPerRequestPerSecond: bytes.optional().describe('more of it for each request a second'),
    }),
  }),
  'memory-policy': attribute({
    about: 'what a store in memory does when it is full, and whether what it holds may be lost',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      maxBytes: bytes.optional().describe('what it may hold'),
      eviction: z
        .enum(['none', 'expiring', 'any'])
        .optional()
        .describe(
          'what it throws away when full: nothing (`none`: it refuses writes), what has an end of life, or anything',
        ),
      role: z
        .enum(['broker', 'cache', 'store'])
        .optional()
        .describe('whether what it holds may be lost: of a cache it may, of a broker or a store not'),
      usedBytes: bytes.optional().describe('what it holds now'),
    }),
  }),
  backlogs: attribute({
    about: 'what waits in its queues, how fast it comes and how fast it goes',
    subject: 'component',
    kind: 'traffic',
    holdsComponents: true,
    value: z.array(
      z.strictObject({
        queue: z.string().optional().describe('the name of the queue'),
        depth: count.describe('messages that wait'),
        arrivalsPerSecond: perSecond.optional().describe('messages that come'),
        servedPerSecond: perSecond.optional().describe('messages that all consumers together take'),
        bytesPerMessage: bytes.optional().describe('the size of one'),
        mostMessages: count.optional().describe('the queue takes no more than so many'),
        consumers: z.array(componentRef).optional().describe('who takes them'),
      }),
    ),
  }),
  disks: attribute({
    about: 'the disks that it writes to: how large, how full',
    subject: 'component',
    kind: 'state',
    value: z.array(
      z.strictObject({
        disk: z.string().optional().describe('where it is mounted, or its name'),
        sizeBytes: bytes.describe('its size'),
        usedBytes: bytes.describe('what of it is used'),
        actsAtRatio: ratio.optional().describe('so full, the system acts: evicts, turns read-only'),
      }),
    ),
  }),
  'log-growth': attribute({
    about: 'how fast its logs grow, and what keeps them from growing for ever',
    subject: 'component',
    kind: 'traffic',
    value: z.strictObject({
      bytesPerSecond: perSecond.describe('how fast they grow'),
      disk: z.string().optional().describe('on which of the disks'),
      keptBytes: bytes.optional().describe('what rotation keeps at most; left out: nothing is removed'),
      keptMs: timeMs.optional().describe('for how long it keeps them'),
      measuredAtMs: instantMs.optional().describe('when that was measured'),
    }),
  }),
} as const;
