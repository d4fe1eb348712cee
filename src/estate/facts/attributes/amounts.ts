import { z } from 'zod';

/** A length of time in milliseconds. */
export const timeMs = z.number().min(0);

/** A moment in milliseconds since 1970, UTC. */
export const instantMs = z.number();

/** A size in bytes. */
export const bytes = z.number().min(0);

/** Processor cores; thousandths are fractions. */
export const cores = z.number().min(0);

/** A whole number of things. */
export const count = z.int().min(0);

/** A share, 0 to 1. */
export const ratio = z.number().min(0).max(1);

/** How often in a second. */
export const perSecond = z.number().min(0);

/** A number of things, or a share of all of them; `CountOrShare` of the kernel. */
export const countOrShare = z.union([z.strictObject({ count }), z.strictObject({ share: ratio })]);

/** How long something took: some quantiles of what was measured, and of how many. */
export const quantiles = z.strictObject({
  count: count.optional(),
  p50Ms: timeMs.optional(),
  p95Ms: timeMs.optional(),
  p99Ms: timeMs.optional(),
  maxMs: timeMs.optional(),
});
