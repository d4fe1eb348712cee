import type { EngineCore } from './engine-core.ts';
import type { Program } from './program.ts';

/**
 * Caches whose share of hits grows as misses fill them: after `n` misses it is `hits * (1 - exp(-n / warmAfter))`.
 */
export class Caches {
  readonly #engine: EngineCore;
  readonly #hits: Float64Array;
  readonly #warmAfter: Float64Array;
  readonly #filled: Float64Array;
  readonly asked: Float64Array;
  readonly found: Float64Array;

  constructor({ caches, model }: Program, engine: EngineCore) {
    this.#engine = engine;
    const models = caches.map((name) => model.caches[name]);
    this.#hits = Float64Array.from(models, (cache) => cache?.hits ?? 0);
    this.#warmAfter = Float64Array.from(models, (cache) => cache?.warmAfter ?? 0);
    this.#filled = Float64Array.from(models, (cache) => (cache?.startsCold === true ? 0 : Infinity));
    this.asked = new Float64Array(caches.length);
    this.found = new Float64Array(caches.length);
  }

  /** Whether a cache has what is asked for; a miss brings it in. */
  ask(cache: number, source: number): boolean {
    const warmAfter = this.#warmAfter[cache] as number;
    const filled = this.#filled[cache] as number;
    const warmth = warmAfter === 0 || filled === Infinity ? 1 : 1 - Math.exp(-filled / warmAfter);
    const isFound = this.#engine.draws.next(source) < (this.#hits[cache] as number) * warmth;
    this.asked[cache] = (this.asked[cache] as number) + 1;
    if (isFound) this.found[cache] = (this.found[cache] as number) + 1;
    else this.#filled[cache] = filled + 1;
    return isFound;
  }

  /** Empties a cache. */
  flush(cache: number): void {
    this.#filled[cache] = 0;
  }

  /** A share of what is in a cache is gone: one of several instances that held it. */
  lose(cache: number, share: number): void {
    const warmAfter = this.#warmAfter[cache] as number;
    if (share >= 1 || warmAfter === 0) {
      this.flush(cache);
      return;
    }
    const warmth = 1 - Math.exp(-(this.#filled[cache] as number) / warmAfter);
    this.#filled[cache] = -warmAfter * Math.log(1 - warmth * (1 - share));
  }

  /** Forgets what was counted. */
  clear(): void {
    this.asked.fill(0);
    this.found.fill(0);
  }
}
