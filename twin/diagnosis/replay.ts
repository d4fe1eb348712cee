import type { Step } from './request-tree.ts';

/**
 * How long a request would take if some of its steps' own time were less: what is one after the other adds up, what runs
 * side by side lasts as long as the longest of it.
 *
 * @param step - The first step.
 * @param ownMsOf - The own time of a step, as it would be.
 */
export function replayedMs(step: Step, ownMsOf: (step: Step) => number): number {
  const endMs = step.startMs + step.durationMs;
  let total = ownMsOf(step);
  let blockStartMs = 0;
  let blockEndMs = -Infinity;
  let blockMs = 0;
  for (const child of step.children) {
    // What outlasts its parent is not waited for, and counts as far as the parent does.
    const recordedMs = Math.min(child.durationMs, Math.max(0, endMs - child.startMs));
    const lastsMs =
      step.place.callee === undefined ? Math.min(recordedMs, replayedMs(child, ownMsOf)) : replayedMs(child, ownMsOf);
    if (child.startMs >= blockEndMs) {
      total += blockMs;
      blockMs = 0;
      blockStartMs = child.startMs;
    }
    blockMs = Math.max(blockMs, child.startMs - blockStartMs + lastsMs);
    blockEndMs = Math.max(blockEndMs, child.startMs + recordedMs);
  }
  return total + blockMs;
}
