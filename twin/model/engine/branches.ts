import { causes } from './cause.ts';
import type { EngineCore } from './engine-core.ts';
import { frameField, frameFlag } from './frames.ts';

const { instance: INSTANCE, at: AT, parent: PARENT, pending: PENDING } = frameField;
const { site: SITE, cause: CAUSE, branch: BRANCH } = frameField;

/** The branches of parallel blocks, and work that nobody waits for: frames that go on within a request. */
export class Branches {
  readonly #engine: EngineCore;
  readonly #code: Int32Array;

  constructor(engine: EngineCore, code: Int32Array) {
    this.#engine = engine;
    this.#code = code;
  }

  /** Begins the branches of the parallel block at a place: all, or as many as may go at once. */
  begin(frame: number, at: number): void {
    const code = this.#code;
    const branches = code[at + 1] as number;
    const atOnce = code[at + 2] as number;
    const words = this.#engine.frames.words;
    words[frame + AT] = code[at + 3] as number;
    words[frame + PENDING] = branches;
    // The place is kept, so that the end of a branch can begin the next.
    words[frame + SITE] = at;
    const first = atOnce === 0 || atOnce > branches ? branches : atOnce;
    words[frame + BRANCH] = first;
    let begun = 0;
    // Last in, first out: the first branch begins first.
    for (let branch = first - 1; branch >= 0; branch--)
      if (this.#beginOne(frame, code[at + 4 + branch] as number)) begun += 1;
    // Where there is no room for any, none is left whose end would begin the others.
    if (begun === 0) for (let branch = first; branch < branches; branch++) this.#ended(frame, causes.queueFull);
  }

  /** Begins work at a place that nobody waits for. */
  detach(frame: number, at: number): void {
    const strand = this.#strand(frame, at, -1, frameFlag.strand);
    if (strand >= 0) this.#engine.makeReady(strand);
  }

  /** A branch or detached work has ended. */
  end(strand: number): void {
    const words = this.#engine.frames.words;
    const parent = words[strand + PARENT] as number;
    const cause = words[strand + CAUSE] as number;
    this.#engine.frames.free(strand);
    if (parent < 0) return;
    const at = words[parent + SITE] as number;
    const next = words[parent + BRANCH] as number;
    if (next < (this.#code[at + 1] as number)) {
      words[parent + BRANCH] = next + 1;
      this.#beginOne(parent, this.#code[at + 4 + next] as number);
    }
    this.#ended(parent, cause);
  }

  /** Whether there was room for it. */
  #beginOne(parent: number, at: number): boolean {
    const strand = this.#strand(parent, at, parent, frameFlag.strand);
    if (strand >= 0) this.#engine.makeReady(strand);
    else this.#ended(parent, causes.queueFull);
    return strand >= 0;
  }

  #ended(parent: number, cause: number): void {
    const words = this.#engine.frames.words;
    if (cause !== 0 && words[parent + CAUSE] === 0) words[parent + CAUSE] = cause;
    words[parent + PENDING] = (words[parent + PENDING] as number) - 1;
    if (words[parent + PENDING] === 0) this.#engine.resume(parent, words[parent + CAUSE] as number);
  }

  #strand(frame: number, at: number, parent: number, flags: number): number {
    const { frames } = this.#engine;
    const instance = frames.words[frame + INSTANCE] as number;
    return frames.allocate(frames.words[frame] as number, instance, at, parent, flags);
  }
}
