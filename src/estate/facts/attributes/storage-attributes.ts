import { z } from 'zod';
import { bytes, instantMs, perSecond, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** What is kept, under which locks, and what vouches for identity. */
export const storageAttributes = {
  volumes: attribute({
    about: 'the volumes that it keeps data on: who may attach them, and which version wrote the data',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        name: z.string().optional(),
        /** Where it is mounted. */
        target: z.string().optional(),
        accessMode: z.enum(['single-node', 'single-instance', 'many']).optional(),
        /** Of the program that wrote it: `13`, `17.7`; absent: it is empty, or not known. */
        dataVersion: z.string().optional(),
        hasData: z.boolean().optional(),
        sizeBytes: bytes.optional(),
      }),
    ),
  }),
  'startup-migration': attribute({
    about: 'what the caller changes in the tables of a database when it starts',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      table: z.string(),
      /** `exclusive`: nobody reads or writes meanwhile. */
      lockMode: z.enum(['exclusive', 'share', 'none']),
      /** After how long of waiting for the lock it gives up; absent: never. */
      lockTimeoutMs: timeMs.optional(),
      /** How long it holds the lock. */
      expectedMs: timeMs.optional(),
    }),
  }),
  'table-traffic': attribute({
    about: 'how often its tables are asked, and how long transactions hold them',
    subject: 'component',
    kind: 'traffic',
    value: z.array(
      z.strictObject({
        table: z.string(),
        queriesPerSecond: perSecond,
        longestTransactionMs: timeMs.optional(),
        /** Times in which hardly anybody asks. */
        quietWindows: z.array(z.strictObject({ fromMs: instantMs, toMs: instantMs })).optional(),
      }),
    ),
  }),
  certificate: attribute({
    about: 'until when a certificate is valid, when and by whom it is to be renewed, and how that went',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({
      name: z.string().optional(),
      notAfterMs: instantMs,
      renewalDueMs: instantMs.optional(),
      /** `cert-manager`, a person; absent: nobody is known to. */
      renewedBy: z.string().optional(),
      lastRenewal: z
        .strictObject({ atMs: instantMs, hasSucceeded: z.boolean(), message: z.string().optional() })
        .optional(),
      /** The hosts that it vouches for. */
      names: z.array(z.string()).optional(),
      usedBy: z.array(z.strictObject({ component: z.string() })).optional(),
      /** What its keeper says of it: `Ready`. */
      status: z.string().optional(),
    }),
  }),
} as const;
