import type { Engine } from '../../engine/engine.ts';
import { instanceField } from '../../engine/instances.ts';

/** Who decides what an instance lets in, and hears of what it served. */
export interface Guarded {
  /** Why a request of an operation is refused; 0 where it is let in. */
  readonly admit: (operation: number) => number;
  /** A request has left. */
  readonly served: () => void;
}

/** Asks for each request to an instance that is guarded; the others cost nothing. */
export class InstanceGuards {
  readonly #engine: Engine;
  readonly #guarded: (Guarded | undefined)[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
    engine.guard = (instance, operation) => this.#guarded[instance]?.admit(operation) ?? 0;
    engine.served = (instance) => this.#guarded[instance]?.served();
  }

  /** Guards an instance, or no longer. */
  set(instance: number, guarded: Guarded | undefined): void {
    this.#guarded[instance] = guarded;
    const { instances } = this.#engine;
    const capacity = instances.words[(instance << 4) + instanceField.capacity] as number;
    instances.watch(instance, capacity, guarded !== undefined);
  }
}
