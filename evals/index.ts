/** Does it work, and how well; nothing of the product may import this. */
import type { Verb } from '../src/app/index.ts';
import { demoVerb } from './demo/index.ts';
import { shopVerbs } from './estates/index.ts';
import { nezhaVerb } from './nezha/index.ts';
import { petshopVerb } from './petshop/index.ts';
import { factsVerb, storiesVerb } from './scenarios/index.ts';

/** The verbs that evaluations offer beside the product's. */
export const evalVerbs: readonly Verb[] = [demoVerb, ...shopVerbs, factsVerb, storiesVerb, nezhaVerb, petshopVerb];
