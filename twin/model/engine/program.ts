import type { Client, ComponentModel, Model } from '../format/index.ts';

/** A component as it is run. */
export interface ProgramComponent {
  readonly name: string;
  readonly model: ComponentModel;
  /** Whether it only stands for who sends requests from outside. */
  readonly isOutside: boolean;
  /** Operations by name. */
  readonly operations: ReadonlyMap<string, number>;
  /** First instruction of what it does at its start, and its operation; -1 where it does nothing. */
  readonly startOperation: number;
}

/** An operation as it is run. */
export interface ProgramOperation {
  readonly component: number;
  readonly name: string;
  /** Its first instruction. */
  readonly entry: number;
}

/** What one component's calls to another have in common. */
export interface ProgramEdge {
  readonly from: number;
  readonly to: number;
  readonly client: Client;
}

/** A place in a program that calls. */
export interface CallSite {
  readonly edge: number;
  readonly operation: number;
  /** Of this place or else of the client; undefined for none. */
  readonly timeoutMs: number | undefined;
}

/** A model in the form in which it is run: names are numbers, steps are instructions. */
export interface Program {
  readonly model: Model;
  readonly code: Int32Array;
  /** By the place where a frame goes on: where it goes instead when what it waited for failed; -1 for its end. */
  readonly handlers: Int32Array;
  readonly probabilities: Float64Array;
  readonly components: readonly ProgramComponent[];
  readonly operations: readonly ProgramOperation[];
  readonly edges: readonly ProgramEdge[];
  readonly sites: readonly CallSite[];
  /** Whether anything goes on in an instance when the request that began it has left. */
  readonly detaches: boolean;
  readonly queues: readonly string[];
  readonly caches: readonly string[];
  readonly locks: readonly string[];
  /** For each arrivals entry, what its chance is named after. */
  readonly sources: readonly string[];
  /** For each arrivals entry, the operation that its requests begin with: of an outside component where they have a policy. */
  readonly entries: readonly number[];
}
