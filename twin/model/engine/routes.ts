import { instanceField } from './instances.ts';
import type { Instances } from './instances.ts';
import type { Program } from './program.ts';

/** Which instances of each component requests are sent to. */
export class Routes {
  readonly #lists: Int32Array[];
  readonly #counts: Int32Array;
  /** The only instance of each component; -1 where it has none or several. */
  readonly #only: Int32Array;
  readonly #turns: Int32Array;
  readonly #instances: Instances;

  constructor({ components }: Program, instances: Instances) {
    this.#instances = instances;
    this.#lists = components.map(() => new Int32Array(4));
    this.#counts = new Int32Array(components.length);
    this.#only = new Int32Array(components.length).fill(-1);
    this.#turns = new Int32Array(components.length);
  }

  /** How many instances of a component are sent to. */
  count(component: number): number {
    return this.#counts[component] as number;
  }

  /** The instances of a component that are sent to. */
  instances(component: number): Int32Array {
    return (this.#lists[component] as Int32Array).subarray(0, this.#counts[component]);
  }

  /** From now on requests are sent to an instance too. */
  add(instance: number): void {
    const component = this.#componentOf(instance);
    if (this.instances(component).includes(instance)) return;
    const count = this.#counts[component] as number;
    let list = this.#lists[component] as Int32Array;
    if (count === list.length) {
      const longer = new Int32Array(list.length * 2);
      longer.set(list);
      list = longer;
      this.#lists[component] = list;
    }
    list[count] = instance;
    this.#counts[component] = count + 1;
    this.#only[component] = count === 0 ? instance : -1;
  }

  /** No request is sent to an instance any more. */
  forget(instance: number): void {
    const component = this.#componentOf(instance);
    const list = this.#lists[component] as Int32Array;
    const at = this.instances(component).indexOf(instance);
    if (at < 0) return;
    const count = (this.#counts[component] as number) - 1;
    list.copyWithin(at, at + 1, count + 1);
    this.#counts[component] = count;
    this.#only[component] = count === 1 ? (list[0] as number) : -1;
  }

  /**
   * The instance whose turn it is.
   *
   * @returns -1 where there is none.
   */
  pick(component: number): number {
    const only = this.#only[component] as number;
    return only >= 0 ? only : this.#nextTurn(component);
  }

  #nextTurn(component: number): number {
    const count = this.#counts[component] as number;
    const list = this.#lists[component] as Int32Array;
    if (count === 0) return -1;
    let turn = (this.#turns[component] as number) + 1;
    if (turn >= count) turn = 0;
    this.#turns[component] = turn;
    return list[turn] as number;
  }

  /**
   * The instance with the fewest requests; of several the one whose turn it would be.
   *
   * @returns -1 where there is none.
   */
  pickLeastBusy(component: number): number {
    const list = this.instances(component);
    const { words } = this.#instances;
    let best = -1;
    let fewest = Infinity;
    const turn = ((this.#turns[component] as number) + 1) % Math.max(1, list.length);
    this.#turns[component] = turn;
    for (let step = 0; step < list.length; step++) {
      const instance = list[(turn + step) % list.length] as number;
      const inFlight = words[(instance << 4) + instanceField.inFlight] as number;
      if (inFlight < fewest) {
        fewest = inFlight;
        best = instance;
      }
    }
    return best;
  }

  #componentOf(instance: number): number {
    return this.#instances.words[instance << 4] as number;
  }
}
