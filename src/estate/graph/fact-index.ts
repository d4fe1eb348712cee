import type { AttributeName, AttributeValueOf, Fact, FoundFact } from '../facts/index.ts';
import { subjectKey } from '../facts/index.ts';
import type { Subject } from '../facts/index.ts';

/** Finds facts by subject and attribute. */
export class FactIndex<Of extends FoundFact = Fact> {
  readonly #bySubject = new Map<string, Of[]>();

  constructor(facts: readonly Of[]) {
    for (const fact of facts) {
      const key = `${subjectKey(fact.subject)}\0${fact.attribute}`;
      const known = this.#bySubject.get(key);
      if (known === undefined) this.#bySubject.set(key, [fact]);
      else known.push(fact);
    }
  }

  /**
   * All facts of an attribute: of several sources, and of replicas that differ.
   *
   * @param subject - Whom they are about.
   * @param attribute - What of it.
   */
  all(subject: Subject, attribute: AttributeName): readonly Of[] {
    return this.#bySubject.get(`${subjectKey(subject)}\0${attribute}`) ?? [];
  }

  /**
   * The fact that is most likely true now: what was captured before what is declared.
   *
   * @param subject - Whom it is about.
   * @param attribute - What of it.
   */
  bestFact(subject: Subject, attribute: AttributeName): Of | undefined {
    const facts = this.all(subject, attribute);
    return facts.find(({ method }) => method === 'captured') ?? facts[0];
  }

  /**
   * The value of `bestFact`.
   *
   * @param subject - Whom it is about.
   * @param attribute - What of it.
   */
  best<Name extends AttributeName>(subject: Subject, attribute: Name): AttributeValueOf<Name> | undefined {
    // The store has checked each value against its attribute's schema.
    return this.bestFact(subject, attribute)?.value as AttributeValueOf<Name> | undefined;
  }
}
