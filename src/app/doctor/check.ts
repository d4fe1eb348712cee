import { z } from 'zod';

/** What a check found: all well, worth knowing, not there though optional, or not there though needed. */
export const checkStates = ['ok', 'warn', 'absent', 'failed'] as const;

/** The schema of one finding, as `--output json` prints it. */
export const findingSchema = z.strictObject({
  name: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  neededFor: z.string(),
  remedy: z.string().optional(),
});

/** One thing that was looked at. */
export type Finding = z.output<typeof findingSchema>;

const bytesPerGib = 1024 ** 3;

/**
 * Bytes in GiB with one decimal.
 *
 * @param bytes - Not negative.
 */
export const formatGib = (bytes: number): string => `${(bytes / bytesPerGib).toFixed(1)} GiB`;
