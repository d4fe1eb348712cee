/**
 * What a rehearsal says of a change, from the best to the worst: nothing is wrong with it; no harm now but harm later;
 * harm that somebody has to accept; it never ends; it must not be done. `unknown` is apart from these: too little evidence
 * to say any of them.
 */
export const verdicts = ['pass', 'latent', 'warn', 'never-completes', 'block', 'unknown'] as const;

/** One of `verdicts`. */
export type Verdict = (typeof verdicts)[number];

/** The higher, the sooner a reader has to see it. What is unknown comes before what is well, and after what is wrong. */
const urgency: Readonly<Record<Verdict, number>> = {
  pass: 0,
  unknown: 1,
  latent: 2,
  warn: 3,
  'never-completes': 4,
  block: 5,
};

/**
 * Orders verdicts, the one that a reader has to see first before the others.
 *
 * @param a - One verdict.
 * @param b - Another.
 * @returns Negative where `a` comes first.
 */
export function compareVerdicts(a: Verdict, b: Verdict): number {
  return urgency[b] - urgency[a];
}

/**
 * The verdict of several together: the worst carries. What is unknown never makes a whole better: where nothing is found
 * wrong and something is unknown, or nothing was looked at, the whole is `unknown` and not `pass`.
 *
 * @param several - The verdicts.
 */
export function combineVerdicts(several: Iterable<Verdict>): Verdict {
  const [worst = 'unknown'] = [...several].sort(compareVerdicts);
  return worst;
}
