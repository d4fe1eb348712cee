import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of chance with a name and a seed: the same seed gives the same draws. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  readonly uniform: () => number;
  /** Exponential with the given mean: gaps of a Poisson process. */
  readonly exponential: (mean: number) => number;
  /** A stream of its own, fixed by this stream's seed and the name, whatever has been drawn from either. */
  readonly stream: (name: string) => RandomSource;
}

/** FNV-1a, 32 bit: folds a name into a seed. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/**
 * A random source from a seed: xoroshiro128+ of Blackman and Vigna, by way of pure-rand.
 *
 * @param seed - Any integer; its low 32 bits count.
 */
export function createRandom(seed: number): RandomSource {
  const generator = xoroshiro128plus(seed | 0);
  const uniform = (): number => uniformFloat64(generator);
  return {
    uniform,
    exponential: (mean) => -mean * Math.log(1 - uniform()),
    stream: (name) => createRandom(hash(name, seed | 0)),
  };
}
