/** Does it work, and how well; nothing of the product may import this. */
import type { Verb } from '../src/app/index.ts';
import { demoVerb } from './demo/index.ts';
import { shopVerbs } from './estates/index.ts';
import { nezhaVerb } from './nezha/index.ts';
import { petshopVerb } from './petshop/index.ts';
import { storiesVerb } from './scenarios/index.ts';
import { shopVerb } from './shop/index.ts';

/** The verbs that evaluations offer beside the product's. */
export const evalVerbs: readonly Verb[] = [demoVerb, ...shopVerbs, storiesVerb, nezhaVerb, petshopVerb, shopVerb];
