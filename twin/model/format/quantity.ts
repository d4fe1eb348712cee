import { bytesSchema, coresSchema, durationMsSchema, perSecondSchema, ratioSchema } from '../../../src/kernel/index.ts';

// The quantities of a model file under the titles that docs/model-format.md and editors show. A title stays with what is
// derived from it: with a bound, a default, a description.

/** Milliseconds once read. */
export const duration = durationMsSchema.meta({ title: 'duration', examples: ['250ms', '30s', '1m30s'] });

/** Milliseconds once read, above 0. */
export const someTime = duration.refine((ms) => ms > 0, { error: 'a duration above 0, such as 250ms' });

/** Bytes once read. */
export const bytes = bytesSchema.meta({ title: 'size', examples: ['512MiB', '10MB'] });

/** Cores once read. */
export const cores = coresSchema.meta({ title: 'cores', examples: [2, '500m'] });

/** Cores once read, above 0. */
export const someCores = cores.refine((number) => number > 0, { error: 'more cores than 0, such as 2 or "500m"' });

/** Per second once read. */
export const perSecond = perSecondSchema.meta({ title: 'rate', examples: ['200/s', '12/min'] });

/** From 0 to 1 once read. */
export const ratio = ratioSchema.meta({ title: 'ratio', examples: [0.25, '25%'] });
