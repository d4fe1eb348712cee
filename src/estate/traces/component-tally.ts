import type { CallDescription } from './call-description.ts';
import { defaultLimits, otherName } from './limits.ts';
import type { TraceLimits } from './limits.ts';
import { PathLearner } from './path-learner.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { standing } from './call-ends.ts';
import { LooseCalls, OperationTally } from './tallied.ts';

/** A process of a component, as its spans tell of it. */
export interface InstanceTally {
  readonly identity: ProcessIdentity;
  spans: number;
  firstSeenMs: number;
  lastSeenMs: number;
}

/** Operations that became part of another still hold memory: this many times the limit may be met in all. */
const metPerKept = 4;

/** What is counted of one component in one window. */
export class ComponentTally {
  readonly id: string;
  readonly identity: ProcessIdentity;
  readonly instances = new Map<string, InstanceTally>();
  /** By template: whoever speaks of an operation has no other name for it. */
  readonly operations = new Map<string, OperationTally>();
  readonly loose: LooseCalls;
  spans = 0;
  orphans = 0;
  negativeDurations = 0;
  overlongDurations = 0;
  /** Spans whose start, or whose start and duration, are whole milliseconds. */
  wholeMsStarts = 0;
  wholeMsSpans = 0;
  /** Spans whose instance was beyond the limit, and requests whose operation was. */
  otherInstanceSpans = 0;
  otherOperationRequests = 0;
  readonly #limits: TraceLimits;
  readonly #learner = new PathLearner();
  readonly #byDescription = new Map<CallDescription, OperationTally>();
  readonly #fromRawPaths = new Set<OperationTally>();
  #met = 0;

  constructor(identity: ProcessIdentity, id = identity.component, limits = defaultLimits) {
    this.id = id;
    this.identity = identity;
    this.loose = new LooseCalls(id);
    this.#limits = limits;
  }

  /** Counts a span of one of its processes. */
  seen(process: ProcessIdentity, startMs: number): void {
    this.spans += 1;
    let instance = this.instances.get(process.instance);
    if (instance === undefined) {
      if (this.instances.size >= this.#limits.instancesOfComponent) {
        this.otherInstanceSpans += 1;
        return;
      }
      instance = { identity: process, spans: 0, firstSeenMs: Infinity, lastSeenMs: -Infinity };
      this.instances.set(process.instance, instance);
    }
    instance.spans += 1;
    if (startMs < instance.firstSeenMs) instance.firstSeenMs = startMs;
    if (startMs > instance.lastSeenMs) instance.lastSeenMs = startMs;
  }

  /** The operation that a span of this description is a request to. */
  operation(described: CallDescription): OperationTally {
    const known = this.#byDescription.get(described);
    const operation = known === undefined ? this.#resolve(described) : standing(known);
    if (this.#byDescription.size > this.#limits.operationsOfComponent * metPerKept) this.#byDescription.clear();
    if (operation !== known) this.#byDescription.set(described, operation);
    if (operation.template === otherName) this.otherOperationRequests += 1;
    return operation;
  }

  #resolve(described: CallDescription): OperationTally {
    const full = this.#met >= this.#limits.operationsOfComponent * metPerKept;
    if (described.isLearnable && !full) this.#learn(described.template);
    const template = described.isLearnable ? this.#learner.template(described.template) : described.template;
    const known = this.operations.get(template);
    // A route is a name that somebody gave: nothing learned from raw paths may change it.
    if (known !== undefined && !described.isLearnable) this.#fromRawPaths.delete(known);
    if (known !== undefined) return known;
    if (full || this.operations.size >= this.#limits.operationsOfComponent) return this.#other();
    this.#met += 1;
    const made = this.#make(template, described);
    if (described.isLearnable) this.#fromRawPaths.add(made);
    return made;
  }

  #make(template: string, described: Pick<CallDescription, 'kind' | 'protocol'>): OperationTally {
    const made = new OperationTally(this.id, template, described, this.#limits.plansOfOperation);
    this.operations.set(template, made);
    return made;
  }

  #other(): OperationTally {
    return this.operations.get(otherName) ?? this.#make(otherName, { kind: 'unspecified', protocol: 'unknown' });
  }

  /** Where a segment has turned out to be a parameter, the operations of its values become one. */
  #learn(template: string): void {
    if (!this.#learner.learn(template)) return;
    for (const operation of [...this.#fromRawPaths]) {
      const learned = this.#learner.template(operation.template);
      if (learned === operation.template) continue;
      const into = this.operations.get(learned) ?? this.#make(learned, operation);
      operation.mergedInto = into;
      this.#fromRawPaths.delete(operation);
      this.#fromRawPaths.add(into);
      this.operations.delete(operation.template);
      this.merged.push(operation);
    }
  }

  /** Operations that became part of others: their counts are joined when the summary is made. */
  readonly merged: OperationTally[] = [];
}
