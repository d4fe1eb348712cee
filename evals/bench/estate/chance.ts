import type { RandomSource } from '../../../src/kernel/index.ts';

/** Uniform between two bounds. */
export function between(random: RandomSource, low: number, high: number): number {
  return low + (high - low) * random.uniform();
}

/** A whole number between two, both of which may be drawn. */
export function wholeBetween(random: RandomSource, low: number, high: number): number {
  return low + Math.floor(random.uniform() * (high - low + 1));
}

/**
 * One of several, all alike.
 *
 * @param items - At least one.
 */
export function oneOf<Item>(random: RandomSource, items: readonly [Item, ...Item[]]): Item;
/** One of several, all alike; undefined where there is none. */
export function oneOf<Item>(random: RandomSource, items: readonly Item[]): Item | undefined;
export function oneOf<Item>(random: RandomSource, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random.uniform() * items.length)];
}

/** The same items in an order of chance, after Fisher and Yates. */
export function shuffled<Item>(random: RandomSource, items: readonly Item[]): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random.uniform() * left.length), 1));
}
