import type { Collector } from '../../connectors/observation/index.ts';
import type { Coverage } from '../kernel/index.ts';
import type { FoundFact } from './facts/fact.ts';
import type { Sighting } from './identity/sighting.ts';

/** What one reading says, in the estate's words: the components that it saw and what it says of them. */
export interface Findings {
  readonly collector: Collector;
  /**
   * What was read: a path or an address, without credentials. A later reading of the same place replaces this one. A part
   * of a place stands in it as `place (label …)`.
   */
  readonly place: string;
  /** SHA-256 of what was read. */
  readonly sha256: string;
  /** When the system was so, in milliseconds since 1970. */
  readonly asOfMs: number;
  /**
   * Whether what is not in it does not exist: true of an inventory or a configuration, false of a window of telemetry,
   * which shows only what was used meanwhile.
   */
  readonly isComplete: boolean;
  readonly sightings: readonly Sighting[];
  readonly facts: readonly FoundFact[];
  readonly coverage: Coverage;
}
