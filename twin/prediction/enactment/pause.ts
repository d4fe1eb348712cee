/**
 * Called between two pieces of a run, so that signals and the progress are handled; it throws where the run is to end.
 *
 * @throws RegisteredError `interrupted`
 */
export type Pause = () => Promise<void>;

/** Lets a run go on to its end. */
export const noPause: Pause = () => Promise.resolve();

/** So many events are a tenth of a second: Ctrl-C is heard at once, and looking up costs nothing. */
export const eventsInPiece = 200_000;
