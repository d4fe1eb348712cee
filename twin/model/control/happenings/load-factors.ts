import type { Engine } from '../../engine/engine.ts';

/** By how much the rates of sources are multiplied at the moment; several factors of one source are multiplied. */
export class LoadFactors {
  readonly #engine: Engine;
  readonly #factors = new Map<number, Map<object, number>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * The open sources of some requests: only of those a rate can be changed.
   *
   * @param component - Which the requests come to; any where undefined.
   * @param operation - Which they ask for; any where undefined.
   */
  sources(component: string | undefined, operation: string | undefined): readonly number[] {
    const { arrivals } = this.#engine.program.model;
    return [...arrivals.entries()]
      .filter(([, source]) => {
        const [name = ''] = source.operation.split('/', 1);
        const isMeant = operation === undefined || source.operation.slice(name.length + 1) === operation;
        return 'rate' in source && isMeant && (component === undefined || name === component);
      })
      .map(([at]) => at);
  }

  /** What sources send each second now, by the model alone. */
  ratePerSecond(sources: readonly number[]): number {
    const { sources: all, nowMs } = this.#engine;
    return sources.reduce((sum, at) => sum + (all.ratePerSecond(at, nowMs) ?? 0), 0);
  }

  /**
   * Multiplies the rates of sources.
   *
   * @param by - Whose factor it is: another of the same takes its place.
   * @param factor - 1 ends it.
   */
  set(sources: readonly number[], by: object, factor: number): void {
    for (const at of sources) {
      const factors = this.#factors.get(at) ?? new Map<object, number>();
      this.#factors.set(at, factors);
      if (factor === 1) factors.delete(by);
      else factors.set(by, factor);
      this.#engine.sources.scale(
        at,
        [...factors.values()].reduce((product, one) => product * one, 1),
      );
    }
  }
}
