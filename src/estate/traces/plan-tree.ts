import type { EdgeTally } from './edge-tally.ts';
import { SegmentReservoir } from './segment-reservoir.ts';

/** One step of a plan: a call, or calls that overlapped; more than one call makes it parallel. */
export interface PlannedBlock {
  readonly calls: readonly EdgeTally[];
  /** The most of its calls that were under way at once in any trace. */
  mostAtOnce: number;
}

/** One way in which an operation was seen to call others, and how often. */
export class PlanTally {
  count = 0;
  adjustedCount = 0;
  errorCount = 0;
  readonly blocks: readonly PlannedBlock[];
  /** Calls that the operation does not wait for, in the order of their edges. */
  readonly detached: readonly EdgeTally[];
  readonly reservoir: SegmentReservoir;

  constructor(blocks: readonly PlannedBlock[], detached: readonly EdgeTally[], samples: number) {
    this.blocks = blocks;
    this.detached = detached;
    this.reservoir = new SegmentReservoir(samples);
  }
}

interface TreeNode {
  readonly next: Map<number, TreeNode>;
  plan: PlanTally | undefined;
}

/** More beginnings of plans than this are not walked: the rest is counted as other plans. */
const mostNodes = 4_000;

/**
 * The plans of one operation, by the sequence of their steps: a tree walked one call at a time, so that finding the plan
 * of a span allocates nothing.
 */
export class PlanTree {
  readonly plans: PlanTally[] = [];
  /** Requests whose plan was beyond the limit. */
  otherCount = 0;
  otherAdjustedCount = 0;
  readonly #root: TreeNode = { next: new Map(), plan: undefined };
  #nodes = 1;
  readonly #mostPlans: number;

  constructor(mostPlans: number) {
    this.#mostPlans = mostPlans;
  }

  /**
   * The plan of a sequence of steps; undefined where it is beyond the limits.
   *
   * @param tokens - The steps as numbers.
   * @param length - How many of them count.
   * @param make - Makes the plan where it is the first of its kind.
   */
  find(tokens: readonly number[], length: number, make: () => PlanTally): PlanTally | undefined {
    let at = this.#root;
    for (let index = 0; index < length; index += 1) {
      const token = tokens[index] as number;
      let next = at.next.get(token);
      if (next === undefined) {
        if (this.#nodes >= mostNodes || this.plans.length >= this.#mostPlans) return undefined;
        next = { next: new Map(), plan: undefined };
        at.next.set(token, next);
        this.#nodes += 1;
      }
      at = next;
    }
    if (at.plan === undefined && this.plans.length < this.#mostPlans) {
      at.plan = make();
      this.plans.push(at.plan);
    }
    return at.plan;
  }
}
