import type { Cluster } from '../cluster.ts';

/** Whether callers are sent to one instance: they learn of each change after a delay, and of the last one in any case. */
export class RouteSwitch {
  #isWanted = false;
  #change = 0;
  readonly #cluster: Cluster;
  readonly #instance: number;
  readonly #addedDraws: number;
  readonly #removedDraws: number;

  /**
   * @param added - Source of delays until callers know of it.
   * @param removed - Source of delays until they have forgotten it.
   */
  constructor(cluster: Cluster, instance: number, added: number, removed: number) {
    this.#cluster = cluster;
    this.#instance = instance;
    this.#addedDraws = added;
    this.#removedDraws = removed;
  }

  /**
   * Callers are to know of it, or to forget it.
   *
   * @param afterMs - In place of the usual delay.
   */
  set(isWanted: boolean, afterMs?: number): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    const change = ++this.#change;
    const { engine, outage } = this.#cluster;
    const delayMs = afterMs ?? engine.draws.next(isWanted ? this.#addedDraws : this.#removedDraws);
    const apply = (): void => {
      if (change === this.#change) this.#apply();
    };
    if (delayMs <= 0) outage.whenUp(apply);
    else engine.at(engine.nowMs + delayMs, () => outage.whenUp(apply));
  }

  /** Callers know of it already. */
  setAtOnce(): void {
    this.#isWanted = true;
    this.#change += 1;
    this.#apply();
  }

  #apply(): void {
    const { routes, queues, instances } = this.#cluster.engine;
    if (!this.#isWanted) {
      routes.forget(this.#instance);
      return;
    }
    routes.add(this.#instance);
    queues.brokerIsUp(instances.words[this.#instance << 4] as number);
  }
}
