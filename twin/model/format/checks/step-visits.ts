import type { ModelPath } from '../reading/model-remarks.ts';
import type { Step } from '../step.ts';

/** A lock that is held where a step stands. */
export interface HeldLock {
  readonly lock: string;
  readonly mode: 'shared' | 'exclusive';
}

/** A step with where it stands and how often it is come to. */
export interface StepVisit {
  readonly step: Step;
  readonly path: ModelPath;
  /** Expected times for each time that its operation is asked; calls that fail not counted in. */
  readonly times: number;
  /** Whether the operation does not wait for it. */
  readonly isDetached: boolean;
  readonly held: readonly HeldLock[];
}

interface Where {
  readonly path: ModelPath;
  readonly times: number;
  readonly isDetached: boolean;
  readonly held: readonly HeldLock[];
}

class Walk {
  readonly visits: StepVisit[] = [];
  readonly #hitRatio: (cache: string) => number;

  constructor(hitRatio: (cache: string) => number) {
    this.#hitRatio = hitRatio;
  }

  /** Goes through steps; the chance that none of them fails by itself. */
  steps(steps: readonly Step[], where: Where): number {
    let survival = 1;
    for (const [at, step] of steps.entries()) {
      survival *= this.#step(step, { ...where, path: [...where.path, at], times: where.times * survival });
    }
    return survival;
  }

  #step(step: Step, where: Where): number {
    const { path, times, isDetached, held } = where;
    const repeated = 'call' in step ? times * (step.times ?? 1) : times;
    this.visits.push({ step, path, times: repeated, isDetached, held });
    if ('parallel' in step) {
      return step.parallel.reduce(
        (survival, branch, at) => survival * this.steps(branch, { ...where, path: [...path, 'parallel', at] }),
        1,
      );
    }
    if ('choose' in step) {
      return step.choose.reduce((survival, { probability, steps }, at) => {
        const within = { ...where, path: [...path, 'choose', at, 'steps'], times: times * probability };
        return survival + probability * this.steps(steps, within);
      }, 0);
    }
    if ('detach' in step) {
      // Locks stay with who took them.
      this.steps(step.detach, { path: [...path, 'detach'], times, isDetached: true, held: [] });
      return 1;
    }
    if ('cache' in step) {
      const hits = this.#hitRatio(step.cache);
      const hit = this.steps(step.hit ?? [], { ...where, path: [...path, 'hit'], times: times * hits });
      const miss = this.steps(step.miss, { ...where, path: [...path, 'miss'], times: times * (1 - hits) });
      return hits * hit + (1 - hits) * miss;
    }
    if ('lock' in step) {
      const taken = [...held, { lock: step.lock, mode: step.mode }];
      return this.steps(step.steps, { ...where, path: [...path, 'steps'], held: taken });
    }
    return 'fail' in step ? 1 - step.fail : 1;
  }
}

/**
 * All steps of a list, those inside others too, in reading order.
 *
 * @param steps - What an operation does.
 * @param path - Where the list stands.
 * @param hitRatio - Of a cache, once it is warm.
 */
export function visitsOf(
  steps: readonly Step[],
  path: ModelPath,
  hitRatio: (cache: string) => number,
): readonly StepVisit[] {
  const walk = new Walk(hitRatio);
  walk.steps(steps, { path, times: 1, isDetached: false, held: [] });
  return walk.visits;
}
