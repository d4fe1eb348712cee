import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of chance with a name and a seed: the same seed gives the same draws. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  readonly uniform: () => number;
  /** Exponential with the given mean: gaps of a Poisson process. */
  readonly exponential: (mean: number) => number;
  /** A stream of its own, fixed by this stream's seed and the name, whatever has been drawn from either. */
  readonly stream: (name: string) => RandomSource;
}

/**
 * The whole 128-bit state of a generator from the path of its stream. Neighbouring seeds and numbered names must not
 * start alike: the generator's own seeding leaves most of the state constant, and first draws then follow the seed.
 */
function stateOf(path: readonly string[]): readonly number[] {
  // JSON keeps ['a/b'] and ['a', 'b'] apart.
  const digest = createHash('sha256').update(JSON.stringify(path)).digest();
  return [0, 4, 8, 12].map((at) => digest.readInt32LE(at));
}

function streamAt(path: readonly string[]): RandomSource {
  const generator = xoroshiro128plusFromState(stateOf(path));
  const uniform = (): number => uniformFloat64(generator);
  return {
    uniform,
    exponential: (mean) => -mean * Math.log(1 - uniform()),
    stream: (name) => streamAt([...path, name]),
  };
}

/**
 * A random source from a seed: xoroshiro128+ of Blackman and Vigna, by way of pure-rand.
 *
 * @param seed - Any number or text; every bit of it counts.
 */
export function createRandom(seed: number | string): RandomSource {
  return streamAt([String(seed)]);
}
