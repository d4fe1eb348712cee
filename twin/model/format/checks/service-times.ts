import { meanOf } from '../mean.ts';
import { splitOperationPath } from '../name.ts';
import type { Step } from '../step.ts';
import type { ModelView } from './model-view.ts';

/** How long steps take on average when nothing is in the way. */
export class ServiceTimes {
  readonly #view: ModelView;
  readonly #answers = new Map<string, number>();
  readonly #entered = new Set<string>();

  /**
   * @param view - The model. Circles must have been refused that do not end; of others, one round is counted.
   */
  constructor(view: ModelView) {
    this.#view = view;
  }

  /**
   * The mean time to answer of an operation without waiting: its own work and the calls that it waits for, of parallel
   * ones the longest.
   *
   * @param operation - `component/operation`.
   * @returns Milliseconds.
   */
  answerMs(operation: string): number {
    // Called operations first, without recursion: a chain of calls may be longer than the stack.
    const waiting = [operation];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const isEntered = this.#entered.has(next);
      const body = this.#answers.has(next) ? undefined : this.#view.operations.get(next);
      if (body === undefined) waiting.pop();
      else if (isEntered) {
        this.#answers.set(next, this.#stepsMs(body.steps, body.component));
        waiting.pop();
      } else {
        this.#entered.add(next);
        // What comes back to it while it is being added up counts nothing.
        for (const { step } of body.visits) {
          if ('call' in step && !this.#entered.has(step.call)) waiting.push(step.call);
        }
      }
    }
    return this.#answers.get(operation) ?? 0;
  }

  #stepsMs(steps: readonly Step[], component: string): number {
    return steps.reduce((sum, step) => sum + this.#stepMs(step, component), 0);
  }

  #stepMs(step: Step, component: string): number {
    if ('cpu' in step) return meanOf(step.cpu);
    if ('wait' in step) return meanOf(step.wait);
    if ('call' in step) return (step.times ?? 1) * this.#callMs(step, component);
    if ('parallel' in step) {
      const branches = step.parallel.map((branch) => this.#stepsMs(branch, component));
      const longest = branches.reduce((most, each) => Math.max(most, each), 0);
      if (step.atOnce === undefined) return longest;
      return Math.max(longest, branches.reduce((sum, each) => sum + each, 0) / step.atOnce);
    }
    if ('choose' in step) {
      return step.choose.reduce(
        (sum, { probability, steps }) => sum + probability * this.#stepsMs(steps, component),
        0,
      );
    }
    if ('cache' in step) {
      const hits = this.#view.model.caches[step.cache]?.hits ?? 0;
      return hits * this.#stepsMs(step.hit ?? [], component) + (1 - hits) * this.#stepsMs(step.miss, component);
    }
    return 'lock' in step ? this.#stepsMs(step.steps, component) : 0;
  }

  #callMs(step: Extract<Step, { call: string }>, component: string): number {
    const called = splitOperationPath(step.call).component;
    const client = this.#view.model.components[component]?.clients[called];
    const latencyMs = client?.latency === undefined ? 0 : meanOf(client.latency);
    return Math.min(step.timeout ?? client?.timeout ?? Infinity, latencyMs + (this.#answers.get(step.call) ?? 0));
  }
}
