import { LatencySketch } from '../../../src/estate/index.ts';
import type { SketchData } from '../../../src/estate/index.ts';
import type { ModelFile } from '../format/index.ts';

/** A distribution as a model file has it. */
export type WrittenDistribution = NonNullable<NonNullable<ModelFile['components'][string]['startUp']>['time']>;

/** More digits than anything is measured with, and none that a file would show as a power of ten. */
const plain = (amount: number): string => String(Number(amount.toFixed(6)));

/** Milliseconds as a model file has them. */
export const durationText = (ms: number): string => `${plain(ms)}ms`;

/** Bytes as a model file has them. */
export const bytesText = (bytes: number): string => `${Math.round(bytes)}B`;

/** A rate as a model file has it. */
export const rateText = (perSecond: number): string => `${plain(perSecond)}/s`;

/** A number of things or a share of them, as a model file has it. */
export const countOrShareText = (amount: { readonly count: number } | { readonly share: number }): number | string =>
  'count' in amount ? amount.count : `${plain(amount.share * 100)}%`;

/** The shares at which a sketch is read: close together where the tail is, which is what requests wait for. */
const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1];

/**
 * The distribution that a sketch holds, by its quantiles.
 *
 * @param data - A sketch of durations.
 * @param factor - That all of them are multiplied by.
 */
export function distributionOfSketch(data: SketchData, factor = 1): WrittenDistribution {
  if (data.maxMs - data.minMs < 0.001) return durationText(data.maxMs * factor);
  const sketch = LatencySketch.fromData(data);
  let last = data.minMs;
  const quantiles = shares.map((share): [number, string] => {
    const quantileMs = share === 0 ? data.minMs : share === 1 ? data.maxMs : sketch.quantileMs(share);
    last = Math.min(Math.max(last, quantileMs), data.maxMs);
    return [share, durationText(last * factor)];
  });
  return { quantiles };
}

/** Some quantiles of something that was measured. */
interface Quantiles {
  readonly minMs?: number | undefined;
  readonly p50Ms?: number | undefined;
  readonly p95Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  readonly maxMs?: number | undefined;
}

/**
 * The distribution of which some quantiles are known, linear between them: below the lowest and above the highest that is
 * known it stays there, which is as much as can be said.
 *
 * @param quantiles - In milliseconds.
 * @returns Undefined where none is known.
 */
export function distributionOfQuantiles({
  minMs,
  p50Ms,
  p95Ms,
  p99Ms,
  maxMs,
}: Quantiles): WrittenDistribution | undefined {
  const known = (
    [
      [0, minMs],
      [0.5, p50Ms],
      [0.95, p95Ms],
      [0.99, p99Ms],
      [1, maxMs],
    ] as const
  ).flatMap(([share, ms]) => (ms === undefined ? [] : [[share, ms] as const]));
  const [[, lowestMs] = [0, undefined]] = known;
  const highestMs = known.at(-1)?.[1];
  if (lowestMs === undefined || highestMs === undefined) return undefined;
  if (lowestMs === highestMs) return durationText(lowestMs);
  const inner = known.filter(([share]) => share > 0 && share < 1);
  const pairs = [[0, lowestMs] as const, ...inner, [1, highestMs] as const];
  let last = 0;
  return {
    quantiles: pairs.map(([share, ms]): [number, string] => {
      last = Math.max(last, ms);
      return [share, durationText(last)];
    }),
  };
}
