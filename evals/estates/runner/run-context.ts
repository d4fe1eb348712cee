import type { Clock } from '../../../src/kernel/index.ts';
import type { Engine } from '../../../connectors/docker/index.ts';

/** What running an estate may use, besides what it is asked. */
export interface RunContext {
  readonly engine: Engine;
  readonly clock: Clock;
  /** Says how far a named piece of work is; the same name again replaces what was said of it. */
  readonly report: (name: string, state: string) => void;
  /** Aborted when the work is no longer wanted: it is undone, then the signal's reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * The same, for cleaning up after the signal was aborted: neither the engine nor the work heeds it any more.
 *
 * @param run - Whose work was aborted, or may be.
 */
export function uninterrupted(run: RunContext): RunContext {
  const { signal } = new AbortController();
  return { ...run, signal, engine: run.engine.until(signal) };
}
