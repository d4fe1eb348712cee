/** What is held out: the last stretches of time, or those of the highest load. */
export const holdOuts = ['time', 'load'] as const;

/** One of `holdOuts`. */
export type HoldOutBy = (typeof holdOuts)[number];

/** Where a trace belongs, and by how much its times are moved so that the stretches of its part follow each other. */
export interface Place {
  readonly part: 'learn' | 'test';
  readonly shiftMs: number;
}

/** So many stretches there are, at least so long each. */
const stretches = 20;
const leastStretchMs = 5_000;

/** Of the stretches, this share is learned from. */
const learnShare = 0.6;

/**
 * Divides traces into those that a model learns from and those that it is held against, by whole stretches of time. Where
 * stretches are left out between others, the times of what follows are moved, so that rates stay what they were.
 *
 * @param startsMs - When each trace began.
 * @param by - What is held out.
 * @returns Where a trace belongs by when it began; undefined where the traces cover fewer than ten stretches.
 */
export function holdOut(startsMs: readonly number[], by: HoldOutBy): ((startMs: number) => Place) | undefined {
  const fromMs = startsMs.reduce((least, ms) => Math.min(least, ms), Infinity);
  const toMs = startsMs.reduce((most, ms) => Math.max(most, ms), -Infinity);
  const lengthMs = Math.max(leastStretchMs, (toMs - fromMs) / stretches);
  const count = Math.floor((toMs - fromMs) / lengthMs);
  if (!(count >= stretches / 2)) return undefined;
  const stretchOf = (startMs: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor((startMs - fromMs) / lengthMs)));
  const traces = new Array<number>(count).fill(0);
  for (const startMs of startsMs) traces[stretchOf(startMs)] = (traces[stretchOf(startMs)] ?? 0) + 1;
  const order = Array.from({ length: count }, (_, at) => at);
  if (by === 'load') order.sort((left, right) => (traces[left] ?? 0) - (traces[right] ?? 0) || left - right);
  const learned = new Set(order.slice(0, Math.round(learnShare * count)));
  const passed = { learn: 0, test: 0 };
  const places = traces.map((_, stretch): Place => {
    const part = learned.has(stretch) ? 'learn' : 'test';
    const shiftMs = (passed[part] - stretch) * lengthMs;
    passed[part] += 1;
    return { part, shiftMs };
  });
  return (startMs) => places[stretchOf(startMs)] ?? { part: 'test', shiftMs: 0 };
}
