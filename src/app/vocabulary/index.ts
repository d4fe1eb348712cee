/** What can be done to an estate and what can go wrong with it, listed; nothing here may do either. */
import type { Verb } from '../verb.ts';
import { actionsVerb } from './actions-verb.ts';
import { faultsVerb } from './faults-verb.ts';

/** The verbs that list the vocabularies. */
export const vocabularyVerbs: readonly Verb[] = [actionsVerb, faultsVerb];
