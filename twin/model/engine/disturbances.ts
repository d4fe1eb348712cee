import type { RandomDraws } from '../random/random-draws.ts';
import type { Distribution } from '../format/index.ts';
import type { TokenBucket } from './token-bucket.ts';

/** What somebody or something does to calls on their way. */
export interface Disturbance {
  /** Only to calls of this operation; to all where left out. */
  readonly operation?: number;
  /** Added to each call. */
  readonly latency?: Distribution;
  /** Share of calls that fail with the cause: at once, or where `isLate` only when they have been worked off. */
  readonly errors?: {
    readonly ratio: number;
    readonly cause: number;
    readonly isLate?: boolean;
    /** Mean number of failures in a row; independent of each other where left out. */
    readonly run?: number;
  };
  /** How many times as long a call takes as it would. */
  readonly factor?: number;
  /** Share of calls that do not arrive as long as this lasts, and nobody says so. */
  readonly lost?: number;
  /** Share of calls that are worked off and whose answers never arrive. */
  readonly mute?: number;
  /** What comes above this rate is refused. */
  readonly limit?: TokenBucket;
  /** How long a connection is held after its call has ended. */
  readonly holdMs?: number;
}

/** A disturbance with its sources of chance. */
export interface Disturbing extends Disturbance {
  readonly latencyDraws: number;
  readonly errorDraws: number;
  readonly lostDraws: number;
  readonly muteDraws: number;
  /** In the middle of a row of failures. */
  isFailing: boolean;
}

/**
 * Gives a disturbance its sources of chance.
 *
 * @param name - Of what it disturbs.
 * @param at - Its place among those that do.
 */
export function disturbing(draws: RandomDraws, name: string, by: Disturbance, at: number): Disturbing {
  const { latency } = by;
  const from = `${name} disturbed ${at + 1}`;
  return {
    ...by,
    latencyDraws: latency === undefined ? -1 : draws.source(`${from} ${JSON.stringify(latency)}`, latency),
    errorDraws: by.errors === undefined ? -1 : draws.uniforms(`${from} errors`),
    lostDraws: by.lost === undefined ? -1 : draws.uniforms(`${from} lost`),
    muteDraws: by.mute === undefined ? -1 : draws.uniforms(`${from} mute`),
    isFailing: false,
  };
}

/** Whether a disturbance is about calls of an operation. */
export const concerns = (by: Disturbance, operation: number): boolean =>
  by.operation === undefined || by.operation === operation;

/** Draws whether a call fails: alone, or as one of a row, which begins so seldom that the share stays the same. */
export function drawsFailure(
  draws: RandomDraws,
  by: Disturbing,
  { ratio, run }: NonNullable<Disturbance['errors']>,
): boolean {
  const drawn = draws.next(by.errorDraws);
  if (run === undefined || ratio >= 1) return drawn < ratio;
  by.isFailing = by.isFailing ? drawn >= 1 / run : drawn < ratio / (run * (1 - ratio));
  return by.isFailing;
}
