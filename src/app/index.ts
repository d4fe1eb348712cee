/** The verbs that the product offers, in no surface's terms; nothing here may know how a result is drawn. */
import { startSimulation } from '../../twin/model/index.ts';
import { captureVerb } from './capture/index.ts';
import { doctorVerb } from './doctor/index.ts';
import { estateVerbs } from './estate/index.ts';
import { factsVerb } from './facts/index.ts';
import { listenVerb } from './listen/index.ts';
import { predictVerb } from './predict/index.ts';
import { preflightVerb } from './preflight/index.ts';
import { simulateVerb } from './simulate/index.ts';
import { buildVerb, validateVerb } from './twin/index.ts';
import type { Verb } from './verb.ts';
import { vocabularyVerbs } from './vocabulary/index.ts';

/** Every verb of the product itself; `evals` has its own. */
export const productVerbs: readonly Verb[] = [
  captureVerb,
  listenVerb,
  ...estateVerbs,
  ...vocabularyVerbs,
  factsVerb,
  buildVerb,
  validateVerb,
  preflightVerb,
  predictVerb,
  simulateVerb(startSimulation),
  doctorVerb,
];

export { defineVerb } from './verb.ts';
export type { Progress, Verb, VerbContext, VerbExample, VerbParameters } from './verb.ts';
export type { Block, Column, Document, Text, Tone } from './document.ts';
export { mapTree } from './estate/index.ts';
export { TelemetryWindow } from './listen/index.ts';
export { verdictTone } from './verdict-tone.ts';
export { withFacts } from './with-facts.ts';
export { writeNamedFile } from './write-file.ts';
