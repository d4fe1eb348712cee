/** The verbs that the product offers, in no surface's terms; nothing here may know how a result is drawn. */
export { defineVerb } from './verb.ts';
export type { Progress, Verb, VerbContext, VerbExample, VerbParameters } from './verb.ts';
export type { Block, Column, Document, Text, Tone } from './document.ts';
