import type { RandomSource } from '../../../src/kernel/index.ts';
import type { Model } from '../../../twin/model/index.ts';
import type { Distribution, Step } from '../../../twin/model/format/index.ts';
import { between } from './chance.ts';
import { scaled } from './scaled.ts';

/** By how much what nobody knows exactly may differ: 0.3 is 30 % up or down, uniformly. */
export const redrawRatios = { serviceTime: 0.3, latency: 0.5, rate: 0.1, probability: 0.3 } as const;

const factor = (random: RandomSource, ratio: number): number => between(random, 1 - ratio, 1 + ratio);

const time = (distribution: Distribution, random: RandomSource): Distribution =>
  scaled(distribution, factor(random, redrawRatios.serviceTime));

function step(given: Step, random: RandomSource): Step {
  const within = (steps: readonly Step[]): readonly Step[] => steps.map((one) => step(one, random));
  if ('cpu' in given) return { cpu: time(given.cpu, random) };
  if ('wait' in given) return { wait: time(given.wait, random) };
  if ('parallel' in given) return { ...given, parallel: given.parallel.map(within) };
  if ('detach' in given) return { detach: within(given.detach) };
  if ('lock' in given) return { ...given, steps: within(given.steps) };
  if ('cache' in given) {
    return { ...given, miss: within(given.miss), ...(given.hit === undefined ? {} : { hit: within(given.hit) }) };
  }
  if ('choose' in given) {
    const weights = given.choose.map(({ probability }) => probability * factor(random, redrawRatios.probability));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return {
      choose: given.choose.map(({ steps }, at) => ({ probability: (weights[at] ?? 0) / sum, steps: within(steps) })),
    };
  }
  return given;
}

function mapValues<Value, Made>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]));
}

/**
 * The same estate with other numbers, for one rehearsal: mean times of work and of waiting, latencies, rates of open
 * arrivals, probabilities of paths and of misses are drawn anew around those of the model. What is not drawn is shared
 * with it.
 *
 * @param model - Read and checked; what is made of it needs no further check, since no name in it changes.
 * @param random - All of its chance.
 */
export function redrawModel(model: Model, random: RandomSource): Model {
  return {
    ...model,
    components: mapValues(model.components, (component) => ({
      ...component,
      operations: mapValues(component.operations, (steps) => steps.map((one) => step(one, random))),
      clients: mapValues(component.clients, (client) =>
        client.latency === undefined
          ? client
          : { ...client, latency: scaled(client.latency, factor(random, redrawRatios.latency)) },
      ),
    })),
    caches: mapValues(model.caches, (cache) => ({
      ...cache,
      hits: Math.max(0, 1 - (1 - cache.hits) * factor(random, redrawRatios.probability)),
    })),
    arrivals: model.arrivals.map((arrivals) => {
      if (!('rate' in arrivals)) return arrivals;
      const by = factor(random, redrawRatios.rate);
      const { rate } = arrivals;
      return {
        ...arrivals,
        rate: typeof rate === 'number' ? rate * by : rate.map(([atMs, each]): [number, number] => [atMs, each * by]),
      };
    }),
  };
}
