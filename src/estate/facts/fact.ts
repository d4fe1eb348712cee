import type { Collector } from '../../../connectors/observation/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { AttributeName } from './attribute.ts';
import type { Subject } from './subject.ts';

/** How a fact is known: seen on the running system, or said by a configuration. */
export type Method = 'captured' | 'declared';

/** One thing known of the estate: who is meant, what of it, its value, and how that is known. */
export interface Fact {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  /** As the attribute's own schema says. */
  readonly value: Json;
  readonly method: Method;
  readonly collector: Collector;
  /** SHA-256 of the reading that says it. */
  readonly reading: string;
  /** Where in that reading: a file and line, a container. */
  readonly place?: string;
  /** How many observations it rests on, where it is a statistic. */
  readonly count?: number;
}

/** A fact as a reader found it: about its own keys, before identity resolution, and without what the reading adds. */
export type FoundFact = Omit<Fact, 'collector' | 'reading'>;
