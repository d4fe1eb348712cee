import type { Step } from './request-tree.ts';

/** A child begins after what ended within this much after its start: clocks that tick in milliseconds make steps overlap. */
const tickMs = 1;

interface Ended {
  readonly endMs: number;
  readonly replayedEndMs: number;
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
  let running: Ended[] = [];
  let waitedFor: Ended | undefined;
  for (const child of children) {
    // Children come in the order of their starts, so that what has ended before one has ended before all that follow.
    for (const each of running) {
      if (each.endMs <= child.startMs + tickMs && each.endMs >= (waitedFor?.endMs ?? -Infinity)) waitedFor = each;
    }
    running = running.filter(({ endMs: until }) => until > child.startMs + tickMs);
    const childEndMs = Math.min(endMs, child.startMs + child.durationMs);
    const gainedMs = child.durationMs - replayedMs(child, ownMsOf);
    const movedMs = waitedFor === undefined ? 0 : waitedFor.endMs - waitedFor.replayedEndMs;
    const entry = { endMs: childEndMs, replayedEndMs: childEndMs - movedMs - gainedMs };
    ended.push(entry);
    running.push(entry);
  }
  const lastEndMs = ended.reduce((last, each) => Math.max(last, each.endMs), startMs);
  const replayedEndMs = ended.reduce((last, each) => Math.max(last, each.replayedEndMs), startMs);
  return Math.max(0, durationMs - sparedMs - (lastEndMs - replayedEndMs));
}
