import { createHash } from 'node:crypto';
import type { Distribution } from '../format/index.ts';
import { layerSteps, layerWidths, nearEdge } from './exponential-layers.ts';

/** How many draws of a source are made at once: enough that the loop over them is what costs, few enough to stay near. */
const block = 64;

/** One named source of chance, and what it gives. */
interface Source {
  readonly name: string;
  readonly fill: (target: Float64Array, from: number, words: RandomWords) => void;
}

/** What one generator gives. */
interface RandomWords {
  /** A number in (0, 1): 32 bits, never either bound. */
  readonly uniform: () => number;
  /** Fills a block with words of 32 bits. */
  readonly fill: (target: Uint32Array) => void;
}

/**
 * xoshiro128++ of Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021): 128 bits of state and 32
 * bits a draw, all of it in operations that JavaScript has for whole numbers.
 */
class Xoshiro implements RandomWords {
  #s0: number;
  #s1: number;
  #s2: number;
  #s3: number;

  constructor(seed: Buffer) {
    this.#s0 = seed.readInt32LE(0);
    this.#s1 = seed.readInt32LE(4);
    this.#s2 = seed.readInt32LE(8);
    // The one state that the generator never leaves is all zeros.
    this.#s3 = seed.readInt32LE(12) | 1;
  }

  fill = (target: Uint32Array): void => {
    let s0 = this.#s0;
    let s1 = this.#s1;
    let s2 = this.#s2;
    let s3 = this.#s3;
    for (let at = 0; at < block; at++) {
      const sum = (s0 + s3) | 0;
      target[at] = (((sum << 7) | (sum >>> 25)) + s0) | 0;
      const shifted = s1 << 9;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = (s3 << 11) | (s3 >>> 21);
    }
    this.#s0 = s0;
    this.#s1 = s1;
    this.#s2 = s2;
    this.#s3 = s3;
  };

  uniform = (): number => {
    const sum = (this.#s0 + this.#s3) | 0;
    const result = (((sum << 7) | (sum >>> 25)) + this.#s0) | 0;
    const shifted = this.#s1 << 9;
    this.#s2 ^= this.#s0;
    this.#s3 ^= this.#s1;
    this.#s1 ^= this.#s2;
    this.#s0 ^= this.#s3;
    this.#s2 ^= shifted;
    this.#s3 = (this.#s3 << 11) | (this.#s3 >>> 21);
    return ((result >>> 0) + 0.5) * 2.3283064365386963e-10;
  };
}

type Fill = Source['fill'];

const filling =
  (draw: (uniform: () => number) => number): Fill =>
  (target, from, { uniform }) => {
    for (let at = from; at < from + block; at++) target[at] = draw(uniform);
  };

/** The words of the block that is being filled. */
const raw = new Uint32Array(block);

const uniforms: Fill = (target, from, { fill }) => {
  fill(raw);
  for (let at = 0; at < block; at++) target[from + at] = ((raw[at] as number) + 0.5) * 2.3283064365386963e-10;
};

/** Of the shape that most sources have, and therefore without a call for each draw. */
const exponentials =
  (meanMs: number): Fill =>
  (target, from, { fill, uniform }) => {
    fill(raw);
    for (let at = 0; at < block; at++) {
      const word = raw[at] as number;
      const layer = word & 255;
      const drawn = ((word >>> 8) + 0.5) * (layerSteps[layer] as number);
      const isInside = drawn < (layerWidths[layer + 1] as number);
      target[from + at] = (isInside ? drawn : nearEdge(layer, drawn, uniform)) * meanMs;
    }
  };

/** Pairs of standard normal draws after Box and Muller (1958). */
const normals =
  (shape: (normal: number) => number): Fill =>
  (target, from, { uniform }) => {
    for (let at = from; at < from + block; at += 2) {
      const radius = Math.sqrt(-2 * Math.log(uniform()));
      const angle = 2 * Math.PI * uniform();
      target[at] = shape(radius * Math.cos(angle));
      target[at + 1] = shape(radius * Math.sin(angle));
    }
  };

function lognormal(meanMs: number, cv: number): Fill {
  const variance = Math.log(1 + cv * cv);
  const deviation = Math.sqrt(variance);
  const location = Math.log(meanMs) - variance / 2;
  return normals((normal) => Math.exp(location + deviation * normal));
}

/** Two exponential phases that carry the same share of the mean; `cv` at least 1. */
function hyperexponential(meanMs: number, cv: number): Fill {
  const square = cv * cv;
  const first = (1 + Math.sqrt((square - 1) / (square + 1))) / 2;
  return filling((uniform) => {
    const share = uniform() < first ? first : 1 - first;
    return (-Math.log(uniform()) * meanMs) / (2 * share);
  });
}

function erlang(meanMs: number, shape: number): Fill {
  return filling((uniform) => {
    let sum = 0;
    for (let phase = 0; phase < shape; phase++) sum -= Math.log(uniform());
    return (sum * meanMs) / shape;
  });
}

/** Pareto cut off at `to`, by inversion. */
function pareto(from: number, shape: number, to: number): Fill {
  const beyond = 1 - (from / to) ** shape;
  return filling((uniform) => from / (1 - uniform() * beyond) ** (1 / shape));
}

function quantiles(pairs: readonly (readonly [number, number])[]): Fill {
  return filling((uniform) => {
    const share = uniform();
    let above = 1;
    while (above < pairs.length - 1 && (pairs[above]?.[0] ?? 1) < share) above += 1;
    const [shareBelow, msBelow] = pairs[above - 1] ?? [0, 0];
    const [shareAbove, msAbove] = pairs[above] ?? [1, msBelow];
    return msBelow + ((share - shareBelow) / (shareAbove - shareBelow)) * (msAbove - msBelow);
  });
}

function fillOf(distribution: Distribution): Fill {
  if (typeof distribution === 'number') return (target, from) => target.fill(distribution, from, from + block);
  if ('exponential' in distribution) {
    return exponentials(distribution.exponential);
  }
  if ('uniform' in distribution) {
    const { from, to } = distribution.uniform;
    return filling((uniform) => from + (to - from) * uniform());
  }
  if ('lognormal' in distribution) return lognormal(distribution.lognormal.mean, distribution.lognormal.cv);
  if ('erlang' in distribution) return erlang(distribution.erlang.mean, distribution.erlang.shape);
  if ('hyperexponential' in distribution)
    return hyperexponential(distribution.hyperexponential.mean, distribution.hyperexponential.cv);
  if ('pareto' in distribution)
    return pareto(distribution.pareto.from, distribution.pareto.shape, distribution.pareto.to);
  if ('samples' in distribution) {
    const { samples } = distribution;
    return filling((uniform) => samples[Math.floor(uniform() * samples.length)] ?? 0);
  }
  return quantiles(distribution.quantiles);
}

/**
 * Draws from named sources of chance, each with a generator of its own that is seeded from the run's seed and the source's
 * name: taking one source away, or drawing more from it, moves no other source's draws. A source's draws are made in
 * blocks, which changes nothing of their order.
 */
export class RandomDraws {
  readonly #seed: string;
  readonly #sources: Source[] = [];
  /** Of each source, once it has to draw: what is constant never does. */
  readonly #words: (RandomWords | undefined)[] = [];
  readonly #ids = new Map<string, number>();
  #values = new Float64Array(block * 64);
  /** Where the next draw of each source is. */
  #at = new Int32Array(64);

  /**
   * @param seed - Of the run.
   */
  constructor(seed: number | string) {
    this.#seed = String(seed);
  }

  /**
   * A source that draws from a distribution.
   *
   * @param name - Where in the model it is: the same name gives the same draws.
   * @param distribution - Durations in milliseconds.
   * @returns What `next` takes.
   */
  source(name: string, distribution: Distribution): number {
    return this.#add(name, fillOf(distribution));
  }

  /** A source of uniform numbers in (0, 1). */
  uniforms(name: string): number {
    return this.#add(name, uniforms);
  }

  /** A source of exponential numbers with mean 1. */
  exponentials(name: string): number {
    return this.#add(name, exponentials(1));
  }

  /** A source of gamma numbers with mean 1 and the given variance, after Marsaglia and Tsang (2000). */
  gammas(name: string, variance: number): number {
    const shape = 1 / variance;
    // Below shape 1 the method draws at shape + 1 and takes the excess back by a power of a uniform.
    const lifted = shape < 1 ? shape + 1 : shape;
    const d = lifted - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    return this.#add(
      name,
      filling((uniform) => {
        for (;;) {
          const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
          const cube = (1 + c * normal) ** 3;
          if (cube <= 0) continue;
          if (Math.log(uniform()) >= (normal * normal) / 2 + d - d * cube + d * Math.log(cube)) continue;
          const drawn = shape < 1 ? d * cube * uniform() ** (1 / shape) : d * cube;
          return drawn / shape;
        }
      }),
    );
  }

  /**
   * The next draw of a source.
   *
   * @param source - As `source` and its like gave it.
   */
  next(source: number): number {
    const at = this.#at[source] as number;
    if ((at & (block - 1)) === 0) this.#refill(source);
    // The last of a block points at its beginning again, which is where the next refill begins.
    this.#at[source] = ((at + 1) & (block - 1)) | (source * block);
    return this.#values[at] as number;
  }

  #add(name: string, fill: Fill): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#sources.length;
    this.#ids.set(name, id);
    this.#sources.push({ name, fill });
    this.#words.push(undefined);
    if (id === this.#at.length) {
      const at = new Int32Array(this.#at.length * 2);
      at.set(this.#at);
      this.#at = at;
      const values = new Float64Array(this.#values.length * 2);
      values.set(this.#values);
      this.#values = values;
    }
    this.#at[id] = id * block;
    return id;
  }

  #refill(source: number): void {
    const { fill } = this.#sources[source] as Source;
    fill(this.#values, source * block, this.#words[source] ?? this.#seeded(source));
  }

  #seeded(source: number): RandomWords {
    const { name } = this.#sources[source] as Source;
    // JSON keeps the seed and the name apart whatever is in them.
    const seed = createHash('sha256').update(JSON.stringify([this.#seed, name]));
    const words = new Xoshiro(seed.digest());
    this.#words[source] = words;
    return words;
  }
}
