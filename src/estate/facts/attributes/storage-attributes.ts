import { z } from 'zod';
import { bytes, componentRef, instantMs, perSecond, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** What is kept, under which locks, and what vouches for identity. */
export const storageAttributes = {
  volumes: attribute({
    about: 'the volumes that it keeps data on: who may attach them, and which version wrote the data',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        name: z.string().optional().describe('its name'),
        target: z.string().optional().describe('where it is mounted'),
        accessMode: z
          .enum(['single-node', 'single-instance', 'many'])
          .optional()
          .describe('who may attach it: one node, one instance, or many'),
        dataVersion: z
          .string()
          .optional()
          .describe('of the program that wrote it: `13`, `17.7`; left out: it is empty, or not known'),
        hasData: z.boolean().optional().describe('whether there is any'),
        sizeBytes: bytes.optional().describe('its size'),
      }),
    ),
  }),
  'startup-migration': attribute({
    about: 'what the caller changes in the tables of a database when it starts',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      table: z.string().describe('which one'),
      lockMode: z
        .enum(['exclusive', 'share', 'none'])
        .describe('`exclusive`: nobody reads or writes meanwhile; `share`: nobody writes; `none`: all may'),
      lockTimeoutMs: timeMs.optional().describe('after how long of waiting for the lock it gives up; left out: never'),
      expectedMs: timeMs.optional().describe('how long it holds the lock'),
    }),
  }),
  'table-traffic': attribute({
    about: 'how often its tables are asked, and how long transactions hold them',
    subject: 'component',
    kind: 'traffic',
    value: z.array(
      z.strictObject({
        table: z.string().describe('its name'),
        queriesPerSecond: perSecond.describe('how often it is asked'),
        longestTransactionMs: timeMs.optional().describe('the longest transaction on it'),
        quietWindows: z
          .array(z.strictObject({ fromMs: instantMs.describe('from then'), toMs: instantMs.describe('until then') }))
          .optional()
          .describe('times in which hardly anybody asks'),
      }),
    ),
  }),
  certificate: attribute({
    about: 'until when a certificate is valid, when and by whom it is to be renewed, and how that went',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({
      name: z.string().optional().describe('its name'),
      notAfterMs: instantMs.describe('when it ends'),
      renewalDueMs: instantMs.optional().describe('when it is to be renewed'),
      renewedBy: z.string().optional().describe('by whom: `cert-manager`, a person; left out: nobody is known to'),
      lastRenewal: z
        .strictObject({
          atMs: instantMs.describe('when'),
          hasSucceeded: z.boolean().describe('whether it did what it was to do'),
          message: z.string().optional().describe('what was said about it'),
        })
        .optional()
        .describe('how the last renewal went'),
      names: z.array(z.string()).optional().describe('the hosts that it vouches for'),
      usedBy: z.array(componentRef).optional().describe('the components that show it'),
      status: z.string().optional().describe('what its keeper says of it: `Ready`'),
    }),
  }),
} as const;
