import type { FoundFact } from '../facts/index.ts';

/** What is known of one declared dependency while it is gathered. */
interface Gathered {
  readonly via: Set<string>;
  condition: string | undefined;
  readonly place: string | undefined;
}

/** Gathers what makes one component need another into one fact for each pair. */
export class DeclaredDependencies {
  readonly #from: string;
  readonly #byTarget = new Map<string, Gathered>();

  constructor(from: string) {
    this.#from = from;
  }

  /**
   * Adds one reason.
   *
   * @param to - The key of the component that is needed; the component itself is passed over.
   * @param via - What says so: `depends_on`, `environment CART_ADDR`.
   * @param condition - What it must have reached first.
   * @param place - Where it stands.
   */
  add(to: string, via: string, condition?: string, place?: string): void {
    if (to === this.#from) return;
    const known = this.#byTarget.get(to) ?? { via: new Set<string>(), condition: undefined, place };
    known.via.add(via);
    known.condition ??= condition;
    this.#byTarget.set(to, known);
  }

  /** One fact for each component that is needed. */
  facts(): FoundFact[] {
    return [...this.#byTarget].map(([to, { via, condition, place }]) => ({
      subject: { kind: 'edge', component: this.#from, to },
      attribute: 'declared-dependency',
      value: { via: [...via].sort(), ...(condition === undefined ? {} : { condition }) },
      method: 'declared',
      ...(place === undefined ? {} : { place }),
    }));
  }
}
