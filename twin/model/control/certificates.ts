import { causes } from '../engine/cause.ts';
import type { Cluster } from './cluster.ts';

/**
 * The certificate of one component: where it has expired, nobody can call the component. Blocks of other kinds are not
 * touched: this only says whether it holds.
 */
export class Certificate {
  readonly #cluster: Cluster;
  readonly #component: number;
  readonly #name: string;
  #expiresMs: number;
  #isExpired = false;

  constructor(cluster: Cluster, component: number, expiresMs: number) {
    this.#cluster = cluster;
    this.#component = component;
    this.#name = cluster.engine.program.components[component]?.name ?? '';
    this.#expiresMs = expiresMs;
  }

  /**
   * Begins to run out.
   *
   * @param renews - Who renews it, how often, and whether that works.
   */
  start(renews: { readonly every: number; readonly works: boolean } | undefined): void {
    const { engine, log } = this.#cluster;
    const validMs = this.#expiresMs - engine.nowMs;
    this.#watch();
    if (renews === undefined) return;
    const renew = (): void => {
      if (renews.works) this.renew(validMs);
      else log.tell('renewal of its certificate fails', this.#name);
      engine.at(engine.nowMs + renews.every, renew);
    };
    engine.at(engine.nowMs + renews.every, renew);
  }

  /** Puts one in place that is valid for so long from now. */
  renew(validMs: number): void {
    const { engine, log } = this.#cluster;
    this.#expiresMs = engine.nowMs + validMs;
    log.tell('its certificate is renewed', this.#name);
    if (this.#isExpired) {
      this.#isExpired = false;
      this.#cluster.engine.clients.block(this.#component, 0);
    }
    this.#watch();
  }

  #watch(): void {
    const { engine, log } = this.#cluster;
    const dueMs = this.#expiresMs;
    engine.at(dueMs, () => {
      if (this.#expiresMs !== dueMs || this.#isExpired) return;
      this.#isExpired = true;
      log.tell('its certificate has expired', this.#name);
      engine.clients.block(this.#component, causes.certificateExpired);
    });
  }
}
