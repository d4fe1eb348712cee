import type { Json } from '../../kernel/index.ts';

/** A part of an attribute of which two accounts say different things. */
export interface PartDifference {
  /** `cpuCores`, a variable's name; empty for the whole. */
  readonly part: string;
  /** Null where the configuration says nothing of it. */
  readonly declared: Json;
  /** Null where it was not there. */
  readonly captured: Json;
}
