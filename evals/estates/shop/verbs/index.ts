/** What a person can do with the demo shop, one verb a file; nothing here may know how a result is drawn. */
import { buildVerb } from './build.ts';
import { cleanVerb } from './clean.ts';
import { downVerb } from './down.ts';
import { loadVerb } from './load.ts';
import { providerVerb } from './provider.ts';
import { statusVerb } from './status.ts';
import { upVerb } from './up.ts';
import type { Verb } from '../../../../src/app/index.ts';

export { providerSchema, rateSchema, shopNameSchema } from './parameters.ts';
export { onEngine } from './run-context.ts';
export { restartsOf, serviceState } from './service-table.ts';

/** All verbs of the demo shop. */
export const shopVerbs: readonly Verb[] = [upVerb, downVerb, statusVerb, loadVerb, providerVerb, buildVerb, cleanVerb];
