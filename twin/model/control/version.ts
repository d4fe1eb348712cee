import type { ComponentModel } from '../format/index.ts';

/** What is wrong with instances: by the version that they run, or by a fault. Several add up. */
export interface Ailment {
  /** Readiness is never reached. */
  readonly isNeverReady?: boolean;
  /** The process is never begun: no image, no secret. Says what is missing. */
  readonly lacks?: string;
  /** The process ends so long after each of its starts. */
  readonly livesMs?: number;
  /** Starting takes so much longer. */
  readonly startDelayMs?: number;
  /** All work takes longer by this factor. */
  readonly slowdown?: number;
  /** Share of the requests that fail. */
  readonly failingRatio?: number;
}

/** What instances of a component are made from. */
export interface Version {
  /** Counted from 1 in each component. */
  readonly number: number;
  /** Changed in place only by what applies to running instances. */
  model: ComponentModel;
  readonly ailments: Set<Ailment>;
}

/**
 * All ailments as one.
 *
 * @param all - In any order.
 */
export function combined(all: Iterable<Ailment>): {
  readonly isNeverReady: boolean;
  readonly lacks: string | undefined;
  readonly livesMs: number;
  readonly startDelayMs: number;
  readonly slowdown: number;
  readonly failingRatio: number;
} {
  const sum = { isNeverReady: false, livesMs: Infinity, startDelayMs: 0, slowdown: 1, working: 1 };
  let lacks: string | undefined;
  for (const ailment of all) {
    sum.isNeverReady ||= ailment.isNeverReady === true;
    lacks ??= ailment.lacks;
    sum.livesMs = Math.min(sum.livesMs, ailment.livesMs ?? Infinity);
    sum.startDelayMs += ailment.startDelayMs ?? 0;
    sum.slowdown *= ailment.slowdown ?? 1;
    sum.working *= 1 - (ailment.failingRatio ?? 0);
  }
  const { working, ...rest } = sum;
  return { ...rest, lacks, failingRatio: 1 - working };
}
