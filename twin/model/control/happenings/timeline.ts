import { readAction, readFault } from '../../../../src/kernel/index.ts';
import type { Action, Fault } from '../../../../src/kernel/index.ts';
import { injectFault } from './inject-fault.ts';
import { performAction } from './perform-action.ts';
import type { Stage } from './stage.ts';

/** What became of one entry of a timeline, or of what a person did who was paged. */
export interface HappeningOutcome {
  readonly kind: 'action' | 'fault';
  readonly name: string;
  /** The component that it is about, if one. */
  readonly component: string | null;
  readonly startedMs: number;
  /** When an action was done, or a fault had ended; `null` where that never came by the end. */
  completedMs: number | null;
  /** Why it could not be done; `null` where it was, or is still going on. */
  problem: string | null;
}

const componentOf = (happening: Action | Fault): string | null =>
  'component' in happening ? (happening.component ?? null) : null;

/** Does what is to happen in a run at its times, and notes what became of each. */
export class Timeline {
  readonly outcomes: HappeningOutcome[] = [];
  readonly #stage: () => Stage;

  /**
   * @param stage - Asked when something happens: people act on the same stage.
   */
  constructor(stage: () => Stage) {
    this.#stage = stage;
  }

  /** Plans all that the model says. */
  start(): void {
    const { engine } = this.#stage().cluster;
    for (const [at, { at: atMs, ...given }] of engine.program.model.timeline.entries()) {
      const place = `timeline.${at}`;
      // Reading the model has read these once already.
      const act =
        'fault' in given ? this.#injecting(readFault(given, place)) : this.#performing(readAction(given, place));
      engine.at(atMs, act);
    }
  }

  /** Carries an action out, and says when it is over, well or not. */
  perform(action: Action, over: () => void = () => undefined): void {
    const { cluster } = this.#stage();
    const outcome = this.#begin('action', action);
    let isOver = false;
    performAction(this.#stage(), action, (problem) => {
      if (isOver) return;
      isOver = true;
      if (problem === undefined) {
        outcome.completedMs = cluster.engine.nowMs;
        cluster.log.tell(`${action.kind} is done`, outcome.component);
      } else {
        outcome.problem = problem;
        cluster.log.tell(`${action.kind} is not done: ${problem}`, outcome.component);
      }
      over();
    });
    cluster.engine.settle();
  }

  /** Lets a fault happen, and ends it when its time is over. */
  inject(fault: Fault): void {
    const { cluster } = this.#stage();
    const outcome = this.#begin('fault', fault);
    const { problem, end } = injectFault(this.#stage(), fault);
    cluster.engine.settle();
    if (problem !== undefined) {
      outcome.problem = problem;
      cluster.log.tell(`${fault.kind} does not happen: ${problem}`, outcome.component);
      return;
    }
    const lasting = 'forMs' in fault ? fault.forMs : undefined;
    if (end === undefined) outcome.completedMs = cluster.engine.nowMs;
    else
      cluster.after(lasting, () => {
        end();
        cluster.engine.settle();
        outcome.completedMs = cluster.engine.nowMs;
        cluster.log.tell(`${fault.kind} ends`, outcome.component);
      });
  }

  #injecting(fault: Fault): () => void {
    return () => this.inject(fault);
  }

  #performing(action: Action): () => void {
    return () => this.perform(action);
  }

  #begin(kind: 'action' | 'fault', happening: Action | Fault): HappeningOutcome {
    const { cluster } = this.#stage();
    const component = componentOf(happening);
    const outcome = {
      kind,
      name: happening.kind,
      component,
      startedMs: cluster.engine.nowMs,
      completedMs: null,
      problem: null,
    };
    this.outcomes.push(outcome);
    cluster.log.tell(`${kind} ${happening.kind}`, component);
    return outcome;
  }
}
