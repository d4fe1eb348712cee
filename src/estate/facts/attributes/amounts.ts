import { z } from 'zod';

/** A length of time in milliseconds; more nanoseconds than a signed 64-bit number holds no outside system can tell. */
export const timeMs = z
  .number()
  .min(0)
  .max(2 ** 63 / 1e6);

/** A moment in milliseconds since 1970, UTC; what has no end says the last second of 9999 (RFC 5280, 4.1.2.5). */
export const instantMs = z.number().min(0).max(Date.UTC(10_000, 0)).meta({ title: 'moment: `2026-06-01T12:00:00Z`' });

/** A size in bytes; where there is no limit, cgroups say somewhat less than 2 to the power of 63. */
export const bytes = z
  .number()
  .min(0)
  .max(2 ** 63);

/** Processor cores; thousandths are fractions. */
export const cores = z.number().min(0).max(1e9);

/** A whole number of things. */
export const count = z.int().min(0).max(1e12);

/** A share, 0 to 1. */
export const ratio = z.number().min(0).max(1);

/** How often in a second. */
export const perSecond = z.number().min(0).max(1e15);

/** A number of things, or a share of all of them; `CountOrShare` of the kernel. */
export const countOrShare = z.union([z.strictObject({ count }), z.strictObject({ share: ratio })]);

/** How long something took: some quantiles of what was measured, and of how many. */
export const quantiles = z.strictObject({
  count: count.optional().describe('of how many that is known'),
  p50Ms: timeMs.optional().describe('half took at most that'),
  p95Ms: timeMs.optional().describe('95 % took at most that'),
  p99Ms: timeMs.optional().describe('99 % took at most that'),
  maxMs: timeMs.optional().describe('the longest'),
});

/** One component among those that a value names. */
export const componentRef = z.strictObject({ component: z.string().describe('its name') });

/** What a metric was, in whatever unit; more is no measurement, and sums of squares are still numbers. */
export const measured = z.number().min(-1e30).max(1e30);

/** How many of something, where samples stand for several: not always a whole number. */
export const weight = z.number().min(0).max(1e15);
