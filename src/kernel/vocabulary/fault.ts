import { capacityFaults } from './faults/capacity.ts';
import { changeFaults } from './faults/change.ts';
import { dataFaults } from './faults/data.ts';
import { dependencyFaults } from './faults/dependency.ts';
import { identityFaults } from './faults/identity.ts';
import { infrastructureFaults } from './faults/infrastructure.ts';
import { lifecycleFaults } from './faults/lifecycle.ts';
import { loadFaults } from './faults/load.ts';
import { networkFaults } from './faults/network.ts';
import { peopleFaults } from './faults/people.ts';
import { protocolFaults } from './faults/protocol.ts';
import { timeFaults } from './faults/time.ts';
import type { FaultEntry } from './fault-entry.ts';
import type { ValuesOf } from './parameter.ts';
import { readWord } from './read-word.ts';
import type { InFamily } from './word.ts';
import { wordNamed } from './word-named.ts';

/** The closed vocabulary of what can go wrong with an estate. */
const faults = {
  ...lifecycleFaults,
  ...capacityFaults,
  ...networkFaults,
  ...identityFaults,
  ...protocolFaults,
  ...dependencyFaults,
  ...dataFaults,
  ...timeFaults,
  ...infrastructureFaults,
  ...loadFaults,
  ...changeFaults,
  ...peopleFaults,
} as const;

/** The name of a fault: `latency`. */
export type FaultName = keyof typeof faults;

/** One fault with its values, units in their names: `FaultOf<'latency'>` has `delayMs` and perhaps `forMs`. */
export type FaultOf<Name extends FaultName> = {
  readonly [Kind in Name]: { readonly kind: Kind } & ValuesOf<(typeof faults)[Kind]['parameters']>;
}[Name];

/** Any fault with its values; `kind` tells which. */
export type Fault = FaultOf<FaultName>;

/** All faults, in the order of their families. */
export const faultNames = Object.keys(faults) as readonly FaultName[];

/**
 * What a fault means, what it hits, what it takes and who can rehearse it.
 *
 * @param name - The fault.
 */
export function faultEntry(name: FaultName): InFamily<FaultEntry, string> {
  return faults[name];
}

/**
 * The fault that a person named.
 *
 * @param written - What they wrote.
 * @param place - Where, for messages.
 * @throws RegisteredError `vocabulary-name-unknown`, with the names most like it
 */
export function faultNamed(written: string, place: string): FaultName {
  return wordNamed('fault', faults, written, place).name;
}

/**
 * Reads a fault as it stands in a file: `{ fault: latency, component: payment, delay: 200ms, for: 2m }`.
 *
 * @param given - What stands there, as plain data.
 * @param place - Where it stands, for messages: `scenario.yaml:12:5`.
 * @returns The fault with its defaults, quantities as numbers under names with their units.
 * @throws RegisteredError `vocabulary-name-unknown`, `vocabulary-entry-invalid`
 */
export function readFault(given: unknown, place: string): Fault {
  // The values are checked against the very entry that the type is derived from.
  return readWord('fault', faults, given, place) as unknown as Fault;
}
