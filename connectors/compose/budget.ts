/** The largest real project, unfolded, has a tenth of it. */
const mostValues = 250_000;

/**
 * Bounds what a small file can unfold to: a range of ports, a service that many extend, a file that is included again and
 * again.
 */
export class Budget {
  #left = mostValues;

  /**
   * Asks for room.
   *
   * @param values - How many values would be made, at least.
   * @returns Whether there is room; once there is none, there is none any more.
   */
  take(values: number): boolean {
    this.#left -= values;
    if (this.#left < 0) this.#left = -1;
    return this.#left >= 0;
  }

  /** What a problem says of it. */
  static readonly found = `what unfolds to more than ${mostValues} values`;
  static readonly accepted = `a project of at most ${mostValues} values, all short forms written out`;
}
