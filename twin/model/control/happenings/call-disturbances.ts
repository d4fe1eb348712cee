import type { Disturbance } from '../../engine/disturbances.ts';
import type { Engine } from '../../engine/engine.ts';

/** One disturbance and the calls that it is about. */
interface Entry {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly by: Disturbance;
}

/** What disturbs calls at the moment; several add up on the same calls. */
export class CallDisturbances {
  readonly #engine: Engine;
  #entries: Entry[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Disturbs calls until the function that is given back is called.
   *
   * @param to - The called component; any where undefined.
   * @param from - The calling component; any where undefined, and then requests from outside too.
   */
  add(to: number | undefined, from: number | undefined, by: Disturbance): () => void {
    const entry = { from, to, by };
    this.#entries.push(entry);
    this.#apply(entry);
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
      this.#apply(entry);
    };
  }

  #apply({ from, to }: Entry): void {
    const { clients, sources, program } = this.#engine;
    for (const edge of clients.edgesBetween(from, to)) {
      const { from: caller, to: called } = program.edges[edge] as (typeof program.edges)[number];
      clients.disturb(edge, this.#on(caller, called));
    }
    if (from !== undefined) return;
    for (const [at, entry] of program.entries.entries()) {
      // Requests with policies of their own come from a component that stands for their senders: those are calls.
      const called = program.operations[entry]?.component ?? -1;
      const isOutside = program.components[called]?.isOutside === true;
      if (!isOutside && (to === undefined || to === called)) sources.disturb(at, this.#on(undefined, called));
    }
  }

  #on(caller: number | undefined, called: number): readonly Disturbance[] {
    return this.#entries
      .filter(({ from, to }) => (from === undefined || from === caller) && (to === undefined || to === called))
      .map(({ by }) => by);
  }
}
