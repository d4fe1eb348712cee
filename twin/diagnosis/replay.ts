import type { Step } from './request-tree.ts';

/** A child begins after what ended within this much after its start: clocks that tick in milliseconds make steps overlap. */
const tickMs = 1;

interface Ended {
  readonly endMs: number;
  readonly replayedEndMs: number;
}

/** Of the children so far, the last that a child that starts then may have waited for. */
function waitedFor(ended: readonly Ended[], startMs: number): Ended | undefined {
  let last: Ended | undefined;
  for (const each of ended) {
    if (each.endMs <= startMs + tickMs && (last === undefined || each.endMs > last.endMs)) last = each;
  }
  return last;
}

/**
 * How long a request would take if some of its steps' own time were less. A step that begins after a sibling's end waits
 * for it, and moves with it; what runs side by side lasts as long as the longest of it; what outlasts its parent is not
 * waited for beyond its parent's end.
 *
 * @param step - The first step.
 * @param ownMsOf - The own time of a step, as it would be; at most what it was.
 */
export function replayedMs(step: Step, ownMsOf: (step: Step) => number): number {
  const sparedMs = step.ownMs - ownMsOf(step);
  const { startMs, durationMs, children } = step;
  if (children.length === 0) return durationMs - sparedMs;
  const endMs = startMs + durationMs;
  const ended: Ended[] = [];
  for (const child of children) {
    const childEndMs = Math.min(endMs, child.startMs + child.durationMs);
    const gainedMs = child.durationMs - replayedMs(child, ownMsOf);
    const before = waitedFor(ended, child.startMs);
    const movedMs = before === undefined ? 0 : before.endMs - before.replayedEndMs;
    ended.push({ endMs: childEndMs, replayedEndMs: childEndMs - movedMs - gainedMs });
  }
  const lastEndMs = Math.max(...ended.map((each) => each.endMs));
  const replayedEndMs = Math.max(startMs, ...ended.map((each) => each.replayedEndMs));
  return Math.max(0, durationMs - sparedMs - (lastEndMs - replayedEndMs));
}
