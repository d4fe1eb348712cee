import { FactIndex, subjectKey } from '../../src/estate/index.ts';
import type { AttributeName, AttributeValueOf, ComponentKind, FoundFact, Subject } from '../../src/estate/index.ts';

/** An estate as rules see it: what a snapshot's document, or a scenario that is written by hand, gives. */
export interface PreflightEstate {
  readonly components: readonly { readonly name: string; readonly kind: ComponentKind }[];
  readonly facts: readonly FoundFact[];
}

/** A fact with its value as the schema of its attribute says. */
export interface Known<Name extends AttributeName, Of extends Subject['kind'] = Subject['kind']> {
  readonly subject: Extract<Subject, { readonly kind: Of }>;
  readonly value: AttributeValueOf<Name>;
  readonly fact: FoundFact;
}

const ofComponent = (component: string): Subject => ({ kind: 'component', component });
const theEstate: Subject = { kind: 'estate' };

const push = <Item>(lists: Map<string, Set<Item>>, key: string, item: Item): void => {
  lists.set(key, (lists.get(key) ?? new Set<Item>()).add(item));
};

/** Attributes that only something which runs, or is to run, has as an instance. */
const ofInstances: readonly AttributeName[] = ['placement', 'state', 'running-image', 'usage', 'process'];

/** Answers what rules ask of an estate; where a thing is both captured and declared, what was captured. */
export class EstateView {
  readonly components: PreflightEstate['components'];
  readonly facts: readonly FoundFact[];
  readonly #index: FactIndex<FoundFact>;
  readonly #kinds: ReadonlyMap<string, ComponentKind>;
  readonly #byAttribute = new Map<AttributeName, Map<string, Subject>>();
  readonly #callers: ReadonlyMap<string, readonly string[]>;
  readonly #called: ReadonlyMap<string, readonly string[]>;
  readonly #instances = new Map<string, Set<string>>();
  /** What was asked before: rules ask the same of each component. */
  readonly #known = new Map<string, readonly Known<AttributeName>[]>();
  readonly #ofComponents = new Map<AttributeName, Map<string, unknown>>();
  #names: readonly string[] | undefined;
  readonly #knownOf = new Map<string, ReadonlyMap<string, readonly Known<AttributeName>[]>>();

  constructor({ components, facts }: PreflightEstate) {
    this.components = components;
    this.facts = facts;
    this.#index = new FactIndex(facts);
    this.#kinds = new Map(components.map(({ name, kind }) => [name, kind]));
    const callers = new Map<string, Set<string>>();
    const called = new Map<string, Set<string>>();
    for (const { subject, attribute } of facts) {
      const subjects = this.#byAttribute.get(attribute) ?? new Map<string, Subject>();
      this.#byAttribute.set(attribute, subjects.set(subjectKey(subject), subject));
      if (subject.kind === 'edge' && subject.component !== subject.to) {
        push(callers, subject.to, subject.component);
        push(called, subject.component, subject.to);
      }
      if (subject.kind === 'instance' && ofInstances.includes(attribute))
        push(this.#instances, subject.component, subject.instance);
    }
    this.#callers = new Map([...callers].map(([name, those]) => [name, [...those].sort()]));
    this.#called = new Map([...called].map(([name, those]) => [name, [...those].sort()]));
  }

  /** The components that are listed, and those that facts are about; sorted. */
  get names(): readonly string[] {
    if (this.#names === undefined) {
      const names = new Set(this.#kinds.keys());
      for (const { subject } of this.facts) {
        if (subject.kind !== 'estate') names.add(subject.component);
        if (subject.kind === 'edge') names.add(subject.to);
      }
      this.#names = [...names].sort();
    }
    return this.#names;
  }

  /** What a component is; undefined where the estate does not list it. */
  kindOf(component: string): ComponentKind | undefined {
    return this.#kinds.get(component);
  }

  /** The fact of a subject that is most likely true now. */
  fact(subject: Subject, attribute: AttributeName): FoundFact | undefined {
    return this.#index.bestFact(subject, attribute);
  }

  /** The value of `fact`. */
  value<Name extends AttributeName>(subject: Subject, attribute: Name): AttributeValueOf<Name> | undefined {
    return this.#index.best(subject, attribute);
  }

  /** What is known of a component. */
  of<Name extends AttributeName>(component: string, attribute: Name): AttributeValueOf<Name> | undefined {
    // Rules ask this far more often than anything else, and building a key each time takes most of their time.
    const values = this.#ofComponents.get(attribute) ?? new Map<string, unknown>();
    this.#ofComponents.set(attribute, values);
    if (!values.has(component)) values.set(component, this.value(ofComponent(component), attribute));
    return values.get(component) as AttributeValueOf<Name> | undefined;
  }

  /** What is known of the estate as a whole. */
  ofEstate<Name extends AttributeName>(attribute: Name): AttributeValueOf<Name> | undefined {
    return this.value(theEstate, attribute);
  }

  /** What is known of how one component uses another, whatever the operation. */
  between<Name extends AttributeName>(from: string, to: string, attribute: Name): AttributeValueOf<Name> | undefined {
    return this.value({ kind: 'edge', component: from, to }, attribute);
  }

  /**
   * Everything that is known of one attribute, once for each subject.
   *
   * @param attribute - Which.
   * @param kind - What it is said of, as the vocabulary has it.
   */
  known<Name extends AttributeName, Of extends Subject['kind']>(attribute: Name, kind: Of): readonly Known<Name, Of>[] {
    const key = `${attribute}\0${kind}`;
    const asked = this.#known.get(key);
    if (asked !== undefined) return asked as unknown as readonly Known<Name, Of>[];
    const found = [...(this.#byAttribute.get(attribute)?.values() ?? [])].flatMap((subject): Known<Name, Of>[] => {
      const fact = this.#index.bestFact(subject, attribute);
      if (fact === undefined || subject.kind !== kind) return [];
      return [{ subject: subject as Known<Name, Of>['subject'], value: fact.value as AttributeValueOf<Name>, fact }];
    });
    this.#known.set(key, found as unknown as readonly Known<AttributeName>[]);
    return found;
  }

  /**
   * Those of `known` that are about one component: its operations, its instances, or what it calls.
   *
   * @param component - Which.
   * @param attribute - What of it.
   * @param kind - What it is said of, as the vocabulary has it.
   */
  knownOf<Name extends AttributeName, Of extends Exclude<Subject['kind'], 'estate'>>(
    component: string,
    attribute: Name,
    kind: Of,
  ): readonly Known<Name, Of>[] {
    const key = `${attribute}\0${kind}`;
    const grouped =
      this.#knownOf.get(key) ??
      Map.groupBy(this.known(attribute, kind) as unknown as readonly Known<AttributeName>[], ({ subject }) =>
        subject.kind === 'estate' ? '' : subject.component,
      );
    this.#knownOf.set(key, grouped);
    return (grouped.get(component) ?? []) as unknown as readonly Known<Name, Of>[];
  }

  /** Who uses it, by calls that were seen or by what is declared; sorted. */
  callersOf(component: string): readonly string[] {
    return this.#callers.get(component) ?? [];
  }

  /** Whom it uses; sorted. */
  calledBy(component: string): readonly string[] {
    return this.#called.get(component) ?? [];
  }

  /** The instances of which something is known. */
  instancesOf(component: string): readonly string[] {
    return [...(this.#instances.get(component) ?? [])].sort();
  }

  /** How many instances run or should; undefined where nothing tells. */
  replicasOf(component: string): number | undefined {
    const told = this.of(component, 'replicas') ?? this.of(component, 'autoscaling')?.current;
    const seen = this.instancesOf(component).length;
    return told ?? (seen === 0 ? undefined : seen);
  }

  /** How many instances there may come to be: what an autoscaler may choose, at least those that there are. */
  mostReplicasOf(component: string): number | undefined {
    const autoscaling = this.of(component, 'autoscaling');
    const now = this.replicasOf(component);
    return autoscaling === undefined || autoscaling.isEnabled === false ? now : Math.max(autoscaling.max, now ?? 0);
  }
}
