import { createRandom, RegisteredError } from '../../../src/kernel/index.ts';
import type { RandomSource } from '../../../src/kernel/index.ts';
import type { ModelFile } from '../../../twin/model/index.ts';
import { between } from './chance.ts';
import { ComponentMaker } from './component-file.ts';
import { leastComponents, planEstate } from './estate-plan.ts';
import type { EstatePlan } from './estate-plan.ts';
import { callRates, operationRates } from './estate-rates.ts';
import { durationText } from './written.ts';

/** What an estate is to be like. */
export interface EstateSize {
  readonly components: number;
  /** From outside, over all of its entries. */
  readonly requestsPerSecond: number;
  /** Of all chance: the same seed gives the same estate. */
  readonly seed: number;
}

/** An estate that was made. */
export interface MadeEstate {
  /** As it would stand in a file, quantities with their units. */
  readonly file: ModelFile;
  /** Calls between components that a request from outside causes, on average and where nothing fails. */
  readonly callsPerRequest: number;
}

/** Rates are written with so many digits behind the point, and add up all the same. */
const rateDigits = 100;

/** Shares out the rate: some entries are asked three times as often as others. */
function entryRates(plan: EstatePlan, requestsPerSecond: number, random: RandomSource): readonly number[] {
  const weights = plan.entries.map(() => between(random, 0.5, 1.5));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let left = Math.round(requestsPerSecond * rateDigits);
  return weights.map((weight, at) => {
    const isLast = at === weights.length - 1;
    const own = isLast ? left : Math.round((requestsPerSecond * rateDigits * weight) / sum);
    left -= own;
    return own / rateDigits;
  });
}

/**
 * Makes the model of an estate as real ones are: several edges that are asked from outside, call trees 3 to 5 deep with
 * fan-out, databases behind pools, caches, timeouts and retries, latencies, 1 to 3 replicas whose processors are shared
 * and busy for 20 to 60 %. Every component is visited.
 *
 * @param size - How large, and from which seed.
 * @throws RegisteredError `internal-fault` where fewer components are asked for than every estate has.
 */
export function makeEstate({ components, requestsPerSecond, seed }: EstateSize): MadeEstate {
  if (components < leastComponents) {
    throw new RegisteredError('internal-fault', {
      reason: `an estate of ${components} components, and every one has at least ${leastComponents}`,
    });
  }
  const random = createRandom(seed).stream(`estate of ${components}`);
  const plan = planEstate(components, random.stream('plan'));
  const perSecond = entryRates(plan, requestsPerSecond, random.stream('entries'));
  const rates = operationRates(plan, perSecond);
  const maker = new ComponentMaker(rates, random.stream('numbers'));
  // Whom a component calls is made before it, since its timeouts follow from how long those take.
  const made = plan.components.toReversed().map((component) => [component.name, maker.make(component)] as const);
  const calls = [...rates].reduce(
    (sum, [operation, often]) => sum + often * callRates(operation).reduce((total, { times }) => total + times, 0),
    0,
  );
  const caches = plan.components
    .flatMap(({ operations }) => operations)
    .flatMap(({ dataCalls }) => dataCalls)
    .flatMap(({ cache }) => (cache === undefined ? [] : [cache]))
    .map(({ name, hits, get }) => [name, { hits, component: get.component.name }] as const);
  return {
    file: {
      version: 1,
      name: `estate of ${components} components`,
      components: Object.fromEntries(made.toReversed()),
      caches: Object.fromEntries(caches),
      arrivals: plan.entries.map((entry, at) => ({
        operation: `${entry.component.name}/${entry.name}`,
        rate: `${perSecond[at] ?? 0}/s`,
        timeout: durationText(maker.timeoutMs(entry)),
      })),
      run: { for: '1m' },
    },
    callsPerRequest: calls / requestsPerSecond,
  };
}
