import type { Coverage } from '../../src/kernel/index.ts';

/** Who reads: one name for each kind of outside system. */
export type Collector = 'traces' | 'metrics' | 'docker' | 'compose' | 'prometheus' | 'metric-table';

/** One reading of one outside system, before anybody has decided which component it speaks of. */
export interface Observation<Content> {
  readonly collector: Collector;
  /** What was read: a path or an address, without credentials. */
  readonly place: string;
  /** SHA-256, 64 hexadecimal digits: of the bytes that were read, or of the canonical JSON of what a system answered. */
  readonly sha256: string;
  /**
   * When the system was as it is said here, in milliseconds since 1970: the end of a window of telemetry, the moment of an
   * answer, the change time of a file.
   */
  readonly asOfMs: number;
  readonly content: Content;
  readonly coverage: Coverage;
}
