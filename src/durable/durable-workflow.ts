/** How often a step is tried before the workflow fails. */
export interface StepOptions {
  /** @defaultValue 1 */
  readonly attempts?: number;
  /** The pause before the second attempt; each later one is twice as long. @defaultValue 200 */
  readonly firstPauseMs?: number;
}

/** What a workflow is given to work with. */
export interface WorkflowSteps {
  readonly workflowId: string;
  /**
   * Runs a step and remembers what it returned: a workflow that is resumed does not run it again. A process killed
   * between the step's effect and the remembering runs it once more, so its effect must bear a key of its own.
   *
   * @param name - Names the step in the records; the same in every run.
   * @param work - Returns plain data.
   * @param options - How often it is tried.
   */
  step<Result>(name: string, work: () => Promise<Result>, options?: StepOptions): Promise<Result>;
}

/** Work that survives the death of the process: it goes on after the last finished step. */
export interface DurableWorkflow<Input, Output> {
  /** Names it in the records of all versions: never changed. */
  readonly name: string;
  /**
   * The work. Outside its steps it must take the same course whenever it is run again: no clock, no chance, no I/O.
   *
   * @param steps - Runs what is to be remembered.
   * @param input - Plain data.
   */
  run(steps: WorkflowSteps, input: Input): Promise<Output>;
}
