/** `backlot facts`: what can be known of an estate, and how a scenario tells it; nothing here may know what anything is worth. */
export { factsVerb } from './facts-verb.ts';
