import type { Collector } from '../../../connectors/observation/index.ts';
import type { ComponentKind, Fact } from '../facts/index.ts';
import type { Ambiguity, Joint, Name } from '../identity/index.ts';

/** A reading that a snapshot rests on. */
export interface SnapshotReading {
  readonly collector: Collector;
  /** SHA-256 of what was read. */
  readonly sha256: string;
}

/** A component of the estate, and why the things that were seen are taken for it. */
export interface SnapshotComponent {
  /** Unique in the snapshot. */
  readonly name: string;
  readonly kind: ComponentKind;
  /** The compose project or the telemetry's namespace; null where there is none. */
  readonly group: string | null;
  /** Null where nobody is known to answer for it. */
  readonly owner: string | null;
  /** Under which names it was seen. */
  readonly names: readonly Name[];
  /** Who saw it. */
  readonly collectors: readonly Collector[];
  readonly joints: readonly Joint[];
}

/**
 * All that was known of an estate at one moment, as plain data. It holds nothing of when and where it was read, so that
 * the same input gives the same document: those stand beside it, in the readings of the store.
 */
export interface SnapshotDocument {
  readonly format: 'backlot.snapshot/1';
  /** Sorted. */
  readonly readings: readonly SnapshotReading[];
  /** Sorted by name. */
  readonly components: readonly SnapshotComponent[];
  /** Sorted by subject, attribute, method and collector. */
  readonly facts: readonly Fact[];
  /** Names that could mean several components. */
  readonly ambiguities: readonly Ambiguity[];
}

/** A frozen snapshot. */
export interface Snapshot {
  /** Of the canonical JSON (RFC 8785) of the document: 64 hexadecimal digits. */
  readonly sha256: string;
  readonly document: SnapshotDocument;
}
