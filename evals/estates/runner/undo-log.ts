/** A piece of work that takes back another. */
interface Undo {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Remembers how to take back what has been done, so that work that fails half-way leaves nothing half-made. */
export interface UndoLog {
  /** Remembers how to take back what has just been done. */
  push(name: string, run: () => Promise<void>): void;
  /**
   * Takes everything back, the last first. What cannot be taken back does not keep the rest from it.
   *
   * @param onFailure - Told of what could not be taken back, and why.
   */
  undoAll(onFailure: (name: string, thrown: unknown) => void): Promise<void>;
}

/** An empty log. */
export function createUndoLog(): UndoLog {
  const steps: Undo[] = [];
  return {
    push: (name, run) => void steps.push({ name, run }),
    undoAll: async (onFailure) => {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step.run();
        } catch (thrown) {
          onFailure(step.name, thrown);
        }
      }
    },
  };
}
