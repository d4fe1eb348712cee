import type { EstatePlan, PlannedOperation } from './estate-plan.ts';

/** A call of one operation by another. */
export interface CallRate {
  readonly to: PlannedOperation;
  /** How often, on average, for each time that the calling operation is done. */
  readonly times: number;
}

/** How often an operation calls others where nothing fails. */
export function callRates({ calls, dataCalls }: PlannedOperation): readonly CallRate[] {
  const ofData = dataCalls.flatMap(({ to, probability, cache }) => {
    if (cache === undefined) return [{ to, times: probability }];
    const misses = probability * (1 - cache.hits);
    return [
      { to: cache.get, times: probability },
      { to, times: misses },
      { to: cache.set, times: misses },
    ];
  });
  return [...ofData, ...calls.map(({ to, probability }) => ({ to, times: probability }))];
}

/**
 * How often each operation is asked where nothing fails: what is asked from outside, and all that follows.
 *
 * @param plan - Of the estate.
 * @param perSecond - Of each entry, in the order of the plan.
 * @returns Per second, by operation.
 */
export function operationRates(plan: EstatePlan, perSecond: readonly number[]): ReadonlyMap<PlannedOperation, number> {
  const rates = new Map<PlannedOperation, number>();
  const add = (to: PlannedOperation, more: number): void => {
    rates.set(to, (rates.get(to) ?? 0) + more);
  };
  for (const [at, entry] of plan.entries.entries()) add(entry, perSecond[at] ?? 0);
  // Components come in the order of calls, so that all that leads to one is known when its turn comes.
  for (const from of plan.components.flatMap(({ operations }) => operations)) {
    for (const { to, times } of callRates(from)) add(to, (rates.get(from) ?? 0) * times);
  }
  return rates;
}
