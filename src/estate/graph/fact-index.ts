import type { AttributeName, AttributeValueOf, Fact } from '../facts/index.ts';
import { subjectKey } from '../facts/index.ts';
import type { Subject } from '../facts/index.ts';

/** Finds facts by subject and attribute. */
export class FactIndex {
  readonly #bySubject = new Map<string, Fact[]>();

  constructor(facts: readonly Fact[]) {
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
  all(subject: Subject, attribute: AttributeName): readonly Fact[] {
    return this.#bySubject.get(`${subjectKey(subject)}\0${attribute}`) ?? [];
  }

  /**
   * The value that is most likely true now: what was captured before what is declared.
   *
   * @param subject - Whom it is about.
   * @param attribute - What of it.
   */
  best<Name extends AttributeName>(subject: Subject, attribute: Name): AttributeValueOf<Name> | undefined {
    const facts = this.all(subject, attribute);
    const fact = facts.find(({ method }) => method === 'captured') ?? facts[0];
    // The store has checked each value against its attribute's schema.
    return fact?.value as AttributeValueOf<Name> | undefined;
  }
}
