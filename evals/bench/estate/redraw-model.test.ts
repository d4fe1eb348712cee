import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../src/kernel/index.ts';
import { readModelFile } from '../../../twin/model/index.ts';
import type { Model } from '../../../twin/model/index.ts';
import { makeEstate } from './estate-file.ts';
import { redrawModel, redrawRatios } from './redraw-model.ts';

const text = JSON.stringify(makeEstate({ components: 50, requestsPerSecond: 200, seed: 1 }).file);
const { model } = readModelFile(text, 'estate');

/** Every number of a value with its place, and the names of the places alone. */
function numbersOf(value: unknown, place = ''): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, within]) => numbersOf(within, `${place}/${key}`));
}

const ratiosAt = (redrawn: Model, at: RegExp): readonly number[] => {
  const before = new Map(numbersOf(model));
  return numbersOf(redrawn)
    .filter(([place]) => at.test(place))
    .map(([place, value]) => value / before.get(place)!);
};

describe('redrawModel', () => {
  const redrawn = redrawModel(model, createRandom('a'));

  it.each([
    ['means of work and waiting', /operations.*\/(exponential|mean)$/, redrawRatios.serviceTime],
    ['latencies', /clients.*\/latency\/.*\/mean$/, redrawRatios.latency],
    ['rates', /arrivals.*\/rate$/, redrawRatios.rate],
  ])('draws %s within their bounds, and uses most of them', (_, at, ratio) => {
    const ratios = ratiosAt(redrawn, at);
    expect(ratios.length).toBeGreaterThan(5);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1 - ratio);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1 + ratio);
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeGreaterThan(ratio);
  });

  it('draws probabilities that still add up to 1', () => {
    const chances = ratiosAt(redrawn, /\/probability$/);
    expect(chances.some((ratio) => Math.abs(ratio - 1) > 0.01)).toBe(true);
    const sums = new Map<string, number>();
    for (const [place, value] of numbersOf(redrawn)) {
      const choose = /^(.*\/choose)\/\d+\/probability$/.exec(place)?.[1];
      if (choose !== undefined) sums.set(choose, (sums.get(choose) ?? 0) + value);
    }
    expect(sums.size).toBeGreaterThan(5);
    for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 12);
  });

  it('changes no other number, and no name', () => {
    const isDrawn = (place: string): boolean =>
      /operations.*\/(exponential|mean)$|latency\/.*\/mean$|\/rate$|\/probability$|^\/caches\/.*\/hits$/.test(place);
    const others = (of: Model) => numbersOf(of).filter(([place]) => !isDrawn(place));
    expect(others(redrawn)).toEqual(others(model));
    expect(numbersOf(redrawn).map(([place]) => place)).toEqual(numbersOf(model).map(([place]) => place));
  });

  it('leaves the model as it was, so that reading it once is the same as reading it for each rehearsal', () => {
    expect(model).toEqual(readModelFile(text, 'estate').model);
    expect(redrawModel(model, createRandom('b'))).toEqual(
      redrawModel(readModelFile(text, 'x').model, createRandom('b')),
    );
    expect(redrawModel(model, createRandom('b'))).not.toEqual(redrawn);
  });
});
