import { binMiddleMs } from './latency-sketch.ts';
import type { SketchData } from './latency-sketch.ts';
import type { TimeoutSeen } from './trace-summary.ts';

/** Fewer failed calls of one duration are chance. */
const fewestAtTimeout = 5;

/** A smaller share of the failed calls is no pile. */
const leastShare = 0.1;

/** Calls that succeed beyond a timeout, as a share of all that succeed: measuring has a little slack, a timeout has none. */
const mostBeyond = 0.005;

/** Timeouts told of one edge. */
const mostTimeouts = 3;

/** A timer fires late by some: what ends in this bin or its neighbours is one pile, 3 % wide each way. */
const reach = 1;

function weightOf({ firstBin, binCounts }: SketchData, bin: number): number {
  return binCounts[bin - firstBin] ?? 0;
}

function beyond({ firstBin, binCounts }: SketchData, bin: number): number {
  return binCounts.slice(Math.max(0, bin - firstBin + 1)).reduce((total, weight) => total + weight, 0);
}

/**
 * Finds the durations at which failed calls pile up while hardly any call succeeds beyond them: timeouts of the client.
 * A failure that is quick piles up, too, but calls succeed beyond it.
 *
 * @param all - Latencies of all calls.
 * @param failed - Latencies of the failed ones.
 */
export function findTimeouts(all: SketchData | undefined, failed: SketchData | undefined): readonly TimeoutSeen[] {
  if (all === undefined || failed === undefined) return [];
  const succeeded = all.count - failed.count;
  const piles: (TimeoutSeen & { bin: number })[] = [];
  failed.binCounts.forEach((weight, index) => {
    const bin = failed.firstBin + index;
    let count = 0;
    for (let near = bin - reach; near <= bin + reach; near += 1) {
      count += weightOf(failed, near);
      if (weightOf(failed, near) > weight) return;
    }
    const shareOfErrors = count / failed.count;
    if (count < fewestAtTimeout || shareOfErrors < leastShare) return;
    const succeededBeyond = beyond(all, bin + reach) - beyond(failed, bin + reach);
    if (succeededBeyond > succeeded * mostBeyond) return;
    if (piles.some((pile) => Math.abs(pile.bin - bin) <= reach)) return;
    piles.push({ bin, atMs: binMiddleMs(bin), count, shareOfErrors });
  });
  return piles
    .sort((left, right) => right.count - left.count || left.bin - right.bin)
    .slice(0, mostTimeouts)
    .map(({ atMs, count, shareOfErrors }) => ({ atMs, count, shareOfErrors }));
}
