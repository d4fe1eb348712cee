/** What past surprises say about the next prediction: a factor, a wider interval, or that a mechanism is wrong. Nothing here stores anything. */
export { correctionOf } from './correction.ts';
export type { Correction } from './correction.ts';
export { loadBin, residual } from './score.ts';
export type { Score } from './score.ts';
export { widened, wideningOf } from './widening.ts';
export type { Widening } from './widening.ts';
