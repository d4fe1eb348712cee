import type { RandomDraws } from '../random/random-draws.ts';
import type { Deadlines } from './deadlines.ts';
import type { EventQueue } from './event-queue.ts';
import type { Frames } from './frames.ts';
import type { Instances } from './instances.ts';
import type { OutcomeTallies } from './outcome-tallies.ts';
import type { CallSite, Program } from './program.ts';
import type { Routes } from './routes.ts';
import type { WaitQueues } from './wait-queues.ts';

/** What the parts of an engine may use of it: the clock, the frames, and the ways to let a frame go on. */
export interface EngineCore {
  readonly nowMs: number;
  readonly program: Program;
  readonly draws: RandomDraws;
  readonly queue: EventQueue;
  readonly frames: Frames;
  readonly waits: WaitQueues;
  readonly deadlines: Deadlines;
  readonly instances: Instances;
  readonly routes: Routes;
  /** A row for each operation, and one for each source behind them. */
  readonly tallies: OutcomeTallies;
  /** By site: whether a call from there is more than sending it to the next instance. */
  readonly isElaborate: Uint8Array;
  /** Ends the run after the event that is being handled. */
  stop(): void;
  /** Lets a frame go on that waited, well (0) or with a cause. */
  resume(frame: number, cause: number): void;
  /** Lets a frame go on where it is. */
  makeReady(frame: number): void;
  /** A frame of an operation at its beginning; -1 where there is no room for more. */
  newFrame(operation: number, instance: number, parent: number, flags: number): number;
  /** Brings a request to its instance: it runs, waits for a worker or is refused. */
  arrive(frame: number): void;
  /** Ends a request that was not let in. */
  refuse(frame: number, cause: number, component: number): void;
  /** Ends requests where they are, with all that they wait for, and tells nobody; gives all that ended. */
  end(called: readonly number[]): ReadonlySet<number>;
  /** Counts what became of one attempt, as its caller saw it. */
  tallyAttempt(operation: number, sinceMs: number, cause: number): void;
  siteOf(site: number): CallSite;
  /** Calls something at a time that is not before now. */
  at(atMs: number, call: () => void): void;
  /** Runs all frames that can go on. */
  settle(): void;
}
