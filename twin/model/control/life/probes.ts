import type { Engine } from '../../engine/engine.ts';
import type { ComponentModel, Probe } from '../../format/index.ts';
import { ProbeLoop } from './probe-loop.ts';

/** What the probes of one process are about, and who hears of them. */
export interface ProbedProcess {
  readonly engine: Engine;
  readonly instance: number;
  readonly component: number;
  readonly model: ComponentModel;
  readonly startedMs: number;
  /** Whether the process can answer. */
  readonly isUp: () => boolean;
  /** Whether it says of itself that it is not ready, whatever is asked. */
  readonly isNeverReady: () => boolean;
  readonly ready: (isReady: boolean) => void;
  /** Startup or liveness has failed: it is to be restarted. */
  readonly unhealthy: (which: string) => void;
}

/**
 * The probes of one process, as Kubernetes has them: until startup has succeeded the other two wait; readiness begins as
 * failed and liveness as well; each result stays until the opposite has come often enough.
 */
export class Probes {
  readonly #process: ProbedProcess;
  #loops: ProbeLoop[] = [];
  #isStarted: boolean;
  #isUp = false;
  /** What readiness said last. */
  #isReady = false;

  constructor(process: ProbedProcess) {
    this.#process = process;
    this.#isStarted = process.model.probes.startup === undefined;
  }

  /** The process begins. */
  start(): void {
    const { startup } = this.#process.model.probes;
    const { startedMs } = this.#process;
    if (startup === undefined) {
      this.#startOthers();
      return;
    }
    const loop = this.#loop(startup, (isWell) => {
      loop.stop();
      if (!isWell) this.#process.unhealthy('startup');
      else {
        this.#isStarted = true;
        this.#startOthers();
        this.#consider();
      }
    });
    loop.start(startedMs + startup.delay);
  }

  /** The process has been there for long and was well. */
  startWarm(share: number): void {
    this.#isStarted = true;
    this.#isUp = true;
    this.#isReady = true;
    const { engine, model } = this.#process;
    const { readiness, liveness } = model.probes;
    if (readiness !== undefined) this.#readiness(readiness).start(engine.nowMs + readiness.every * share);
    if (liveness !== undefined) this.#liveness(liveness).start(engine.nowMs + liveness.every * share);
  }

  /** The process can answer from now on. */
  processIsUp(): void {
    this.#isUp = true;
    this.#consider();
  }

  /** Something else has changed that readiness depends on. */
  reconsider(): void {
    if (this.#isUp) this.#consider();
  }

  /** No more probes. */
  stop(): void {
    for (const loop of this.#loops) loop.stop();
    this.#loops = [];
    this.#isUp = false;
  }

  #startOthers(): void {
    const { startedMs, model } = this.#process;
    const { readiness, liveness } = model.probes;
    if (readiness !== undefined) this.#readiness(readiness).start(startedMs + readiness.delay);
    if (liveness !== undefined) this.#liveness(liveness).start(startedMs + liveness.delay);
  }

  #readiness(probe: Probe): ProbeLoop {
    return this.#loop(probe, (isWell) => {
      this.#isReady = isWell;
      this.#consider();
    });
  }

  #liveness(probe: Probe): ProbeLoop {
    const loop = this.#loop(probe, (isWell) => {
      if (isWell) return;
      // Nothing more is asked of a process that is about to end.
      loop.stop();
      this.#process.unhealthy('liveness');
    });
    return loop;
  }

  #loop(probe: Probe, decided: (isWell: boolean) => void): ProbeLoop {
    const { engine, instance, component, isUp } = this.#process;
    const operation =
      probe.asks === undefined ? -1 : (engine.program.components[component]?.operations.get(probe.asks) ?? -1);
    const loop = new ProbeLoop(probe, { engine, instance, operation, isUp }, decided);
    this.#loops.push(loop);
    return loop;
  }

  #consider(): void {
    const { model, ready, isNeverReady } = this.#process;
    const isWell = model.probes.readiness === undefined ? this.#isUp : this.#isReady;
    ready(this.#isUp && this.#isStarted && isWell && !isNeverReady());
  }
}
