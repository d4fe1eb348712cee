import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { learnedParameter, mostLiteralsOfSegment, PathLearner } from './path-learner.ts';

function learned(paths: readonly string[]): string[] {
  const learner = new PathLearner();
  for (const path of paths) learner.learn(path);
  return paths.map((path) => learner.template(path));
}

describe('PathLearner', () => {
  it('leaves few values alone, and makes a parameter of many', () => {
    const few = Array.from(
      { length: mostLiteralsOfSegment },
      (_none, index) => `/city/${String.fromCodePoint(97 + index)}`,
    );
    expect(learned(few)).toEqual(few);
    expect(new Set(learned([...few, '/city/zz']))).toEqual(new Set([`/city/${learnedParameter}`]));
  });

  it('keeps what stands below a parameter apart', () => {
    const users = Array.from({ length: 40 }, (_none, index) => `/users/u${'x'.repeat(index)}`);
    const paths = users.flatMap((user) => [`${user}/orders`, `${user}/cart`]);
    expect(new Set(learned(paths))).toEqual(
      new Set([`/users/${learnedParameter}/orders`, `/users/${learnedParameter}/cart`]),
    );
  });

  it('ends with the same templates whatever the order', () => {
    const segment = fc.integer({ min: 0, max: 60 }).map((index) => `s${index}`);
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    const paths = fc.array(path, { minLength: 30, maxLength: 200 });
    const shuffled = paths.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect([...new Set(learned(one))].sort()).toEqual([...new Set(learned(other))].sort());
      }),
    );
  });
});
