import { formatDuration } from '../../kernel/index.ts';
import type { VerbContext } from '../verb.ts';
import type { RunningSimulation } from './running-simulation.ts';

/** How long a piece should take in real time: short enough that Ctrl-C is heard at once, long enough to cost nothing. */
const pieceMs = 100;

/** A piece may be so many times as long as the one before: load that rises later must not stretch one to minutes. */
const mostGrowth = 4;

/**
 * A piece ends after so many events, however little time of the model they took: a billion may come in one millisecond.
 * These take a few tenths of a second; with fewer, pieces of models without such crowds would end early.
 */
const mostEvents = 500_000;

/** Earlier than after so much real time nothing can be told of the rest: the code is still being compiled. */
const tellingMs = 500;

/** The first piece, in the time of the model. */
const firstPieceMs = 100;

/**
 * Runs a simulation to its end, or until it is told to stop, and says how far it is. Into how many pieces it is cut has no
 * influence on what it shows.
 *
 * @param simulation - From its beginning.
 * @param context - Clock, progress and the signal to stop.
 * @returns Whether the signal ended it.
 */
export async function runInPieces(
  simulation: RunningSimulation,
  { clock, progress, signal }: Pick<VerbContext, 'clock' | 'progress' | 'signal'>,
): Promise<boolean> {
  const startMs = clock.monotonicMs();
  let lengthMs = firstPieceMs;
  while (!simulation.isOver) {
    if (signal.aborted) return true;
    const beforeMs = clock.monotonicMs();
    simulation.runUntil(simulation.nowMs + lengthMs, mostEvents);
    const tookMs = Math.max(clock.monotonicMs() - beforeMs, pieceMs / mostGrowth);
    lengthMs *= Math.min(mostGrowth, pieceMs / tookMs);
    const doneRatio = simulation.nowMs / simulation.endMs;
    const soFarMs = clock.monotonicMs() - startMs;
    const leftMs = soFarMs * (1 / doneRatio - 1);
    const left =
      soFarMs >= tellingMs && Number.isFinite(leftMs) ? `, at most about ${formatDuration(leftMs)} left` : '';
    progress.step('simulated', `${formatDuration(simulation.nowMs)} of ${formatDuration(simulation.endMs)}${left}`);
    // Signals and the progress are handled between tasks only.
    await clock.sleep(0, signal);
  }
  return false;
}
