import { causes } from '../../engine/cause.ts';
import type { Engine } from '../../engine/engine.ts';

/** One rule of a door: why a request of an operation is refused, or 0. */
export type DoorRule = (operation: number) => number;

/** What all instances of a component refuse together, for as long as somebody says so. */
export class Door {
  readonly #engine: Engine;
  readonly #rules = new Set<DoorRule>();
  readonly #failing: number;

  /**
   * @param name - Of the component: its draws are named after it.
   */
  constructor(engine: Engine, name: string) {
    this.#engine = engine;
    this.#failing = engine.draws.uniforms(`${name} failing`);
  }

  /** Whether there is no rule at all. */
  get isOpen(): boolean {
    return this.#rules.size === 0;
  }

  /** Sets a rule up. */
  add(rule: DoorRule): void {
    this.#rules.add(rule);
  }

  /** Takes a rule away. */
  remove(rule: DoorRule): void {
    this.#rules.delete(rule);
  }

  /**
   * Why a request is refused; 0 where it is let in.
   *
   * @param failingRatio - Share of requests that the instance itself fails.
   */
  refuses(operation: number, failingRatio: number): number {
    for (const rule of this.#rules) {
      const cause = rule(operation);
      if (cause !== 0) return cause;
    }
    return failingRatio > 0 && this.#engine.draws.next(this.#failing) < failingRatio ? causes.application : 0;
  }
}
