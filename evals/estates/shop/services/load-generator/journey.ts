import type { RandomSource } from '../../../../../src/kernel/index.ts';

/** The entry operations of the shop, as slo.yaml names them. */
export const operations = ['list-products', 'get-product', 'add-to-cart', 'get-cart', 'checkout'] as const;

/** An entry operation of the shop. */
export type Operation = (typeof operations)[number];

/** What kinds of shoppers there are. */
export const journeyNames = ['browse', 'search', 'collect', 'buy'] as const;

/** A kind of shopper. */
export type JourneyName = (typeof journeyNames)[number];

/** What each kind of shopper does, in order. */
export const journeySteps: Readonly<Record<JourneyName, readonly Operation[]>> = {
  browse: ['list-products', 'get-product'],
  search: ['list-products', 'get-product'],
  collect: ['list-products', 'get-product', 'add-to-cart', 'get-cart'],
  buy: ['list-products', 'get-product', 'add-to-cart', 'get-cart', 'checkout'],
};

/** Relative weights of the kinds of shoppers. */
export type JourneyMix = Readonly<Record<JourneyName, number>>;

/** The mix where nothing else is asked for: about one request in twelve is a checkout. */
export const journeyMix: JourneyMix = { browse: 40, search: 20, collect: 15, buy: 25 };

function totalWeight(mix: JourneyMix): number {
  return journeyNames.reduce((sum, name) => sum + mix[name], 0);
}

/**
 * The mean number of requests of a journey that nothing cuts short.
 *
 * @param mix - The weights; not all 0.
 */
export function meanSteps(mix: JourneyMix): number {
  return journeyNames.reduce((sum, name) => sum + mix[name] * journeySteps[name].length, 0) / totalWeight(mix);
}

/**
 * Draws a kind of shopper.
 *
 * @param mix - The weights; not all 0.
 * @param random - Where chance comes from.
 */
export function drawJourney(mix: JourneyMix, random: RandomSource): JourneyName {
  let left = random.uniform() * totalWeight(mix);
  for (const name of journeyNames) {
    left -= mix[name];
    if (left < 0) return name;
  }
  return 'browse';
}
