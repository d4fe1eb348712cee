/** Something that the control plane did, or that happened to what it looks after. */
export interface ControlEvent {
  /** From the start of the run. */
  readonly atMs: number;
  readonly what: string;
  /** `null` where it is about no single component. */
  readonly component: string | null;
}

/** A crash loop of a thousand instances must not fill the memory: so many are kept, the first ones. */
const most = 5_000;

/** What happened beside the requests, in the order of time. */
export class ControlLog {
  readonly events: ControlEvent[] = [];
  /** How many more there were than are kept. */
  leftOut = 0;
  readonly #nowMs: () => number;

  /**
   * @param nowMs - The time of the run.
   */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Notes an event.
   *
   * @param what - One line, no full stop.
   * @param component - What it is about, if one component.
   */
  tell(what: string, component: string | null = null): void {
    if (this.events.length < most) this.events.push({ atMs: this.#nowMs(), what, component });
    else this.leftOut += 1;
  }
}
