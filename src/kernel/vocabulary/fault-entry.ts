import type { Word } from './word.ts';

/** What a fault hits. */
export type FaultTarget =
  | 'component'
  | 'calls'
  | 'queue'
  | 'cache'
  | 'lock'
  | 'volume'
  | 'node'
  | 'zone'
  | 'region'
  | 'control-plane'
  | 'load'
  | 'people';

/** One fault of the vocabulary. A fault that has a parameter `for` lasts; one without is over at once. */
export interface FaultEntry extends Word {
  readonly target: FaultTarget;
}

/** Declares a fault, keeping the literal types of its parameters. */
export const fault = <const Entry extends FaultEntry>(entry: Entry): Entry => entry;
