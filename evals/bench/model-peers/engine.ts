/** A program that simulates the tandem: `PROGRAM … REQUESTS SEED`, and prints one line of JSON. */
export interface Engine {
  readonly name: string;
  /** What made it, with versions. */
  readonly madeBy: string;
  readonly file: string;
  /** What comes before the number of requests and the seed. */
  readonly args: readonly string[];
}

/** An engine that cannot be had on this machine. */
export interface AbsentEngine {
  readonly name: string;
  /** Why, in one line. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Whether an engine can be run. */
export function isPresent(engine: Engine | AbsentEngine): engine is Engine {
  return 'file' in engine;
}

/** Whether an engine cannot be had. */
export function isAbsent(engine: Engine | AbsentEngine): engine is AbsentEngine {
  return !isPresent(engine);
}
