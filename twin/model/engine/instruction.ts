/** What the program of an operation is made of: an instruction and its operands, whole numbers in a row. */
export const instruction = {
  /** Ends the frame: well, or with the cause that it carries. */
  end: 0,
  /** `source`: works for a draw of it. */
  work: 1,
  /** `source`: waits for a draw of it. */
  wait: 2,
  /** `site`: calls. */
  call: 3,
  /** `branches, most at once, where it goes on, first instruction of each branch…` */
  parallel: 4,
  /** `source, branches, first of its cumulative probabilities, first instruction of each branch…` */
  choose: 5,
  /** `where`: goes on there. */
  jump: 6,
  /** `where`: starts a strand that begins after this instruction, and goes on there. */
  detach: 7,
  /** `queue`: publishes a message. */
  publish: 8,
  /** `cache, source, where`: goes on after this where the cache has it, else there. */
  cache: 9,
  /** `lock, mode, milliseconds or -1 for no timeout`: takes a lock; 0 is shared, 1 exclusive. */
  lock: 10,
  /** `lock, mode`: gives it back. */
  unlock: 11,
  /** `source, place of the probability`: fails with it. */
  fail: 12,
  /** `where or -1`: goes on failing, there or at the frame's end. */
  raise: 13,
  /** `where or -1`: goes on as if nothing had failed; where it is cut short meanwhile, what is held outside is there. */
  forgive: 14,
} as const;
