/** What is known of an estate, read back: lists, pictures, differences; nothing here may add to what is known. */
import type { Verb } from '../verb.ts';
import { coverageVerb } from './coverage-verb.ts';
import { diffVerb } from './diff-verb.ts';
import { freshnessVerb } from './freshness-verb.ts';
import { mapVerb } from './map-verb.ts';
import { showVerb } from './show-verb.ts';

/** The verbs of `backlot estate` that the product offers. */
export const estateVerbs: readonly Verb[] = [showVerb, mapVerb, diffVerb, freshnessVerb, coverageVerb];

export { estateNameSchema, estateOption, snapshotOption } from './estate-options.ts';
export { mapTree } from './map/index.ts';
