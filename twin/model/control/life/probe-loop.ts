import type { Probe } from '../../format/index.ts';
import type { Engine } from '../../engine/engine.ts';

/** What a probe is about. */
export interface ProbeSubject {
  readonly engine: Engine;
  readonly instance: number;
  /** The operation to ask; -1 for the process only. */
  readonly operation: number;
  /** Whether the process can answer at all. */
  readonly isUp: () => boolean;
}

/**
 * Probes one instance again and again, one probe at a time, as the kubelet does: the next comes when `every` has passed
 * since the last began, or when that has ended if that is later. Only so many equal results in a row change what it says.
 */
export class ProbeLoop {
  readonly #probe: Probe;
  readonly #subject: ProbeSubject;
  readonly #decided: (isWell: boolean) => void;
  #isStopped = false;
  #last: boolean | undefined;
  #inARow = 0;

  /**
   * @param probe - How often, how long, how many.
   * @param subject - What is asked.
   * @param decided - Told each result that is past its threshold, again at each further probe.
   */
  constructor(probe: Probe, subject: ProbeSubject, decided: (isWell: boolean) => void) {
    this.#probe = probe;
    this.#subject = subject;
    this.#decided = decided;
  }

  /** Begins, the first probe at a time that is not before now. */
  start(firstMs: number): void {
    const { engine } = this.#subject;
    if (firstMs <= engine.nowMs) this.#ask();
    else engine.at(firstMs, () => this.#ask());
  }

  /** Ends; what is under way says nothing any more. */
  stop(): void {
    this.#isStopped = true;
  }

  #ask(): void {
    if (this.#isStopped) return;
    const { engine, instance, operation, isUp } = this.#subject;
    const beganMs = engine.nowMs;
    if (!isUp() || operation < 0) {
      this.#record(isUp(), beganMs);
      return;
    }
    let isOpen = true;
    const close = (isWell: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#record(isWell, beganMs);
    };
    engine.at(beganMs + this.#probe.timeout, () => close(false));
    // Not in the middle of the answer: what follows may end instances whose requests are just being run.
    engine.ask(instance, operation, (cause) => engine.at(engine.nowMs, () => close(cause === 0)));
  }

  #record(isWell: boolean, beganMs: number): void {
    if (this.#isStopped) return;
    const { engine } = this.#subject;
    this.#inARow = isWell === this.#last ? this.#inARow + 1 : 1;
    this.#last = isWell;
    engine.at(Math.max(beganMs + this.#probe.every, engine.nowMs), () => this.#ask());
    if (this.#inARow >= (isWell ? this.#probe.successes : this.#probe.failures)) this.#decided(isWell);
  }
}
