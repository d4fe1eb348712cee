import { createRandom } from '../../../src/kernel/index.ts';
import type { Parameter, ParameterKind } from './parameter.ts';

/** Gives a parameter its value; undefined where there is none such. */
export type Settle = (kind: ParameterKind, of: string) => number | undefined;

const normal975 = 1.959963984540054;

/** Standard normal by the polar method (Marsaglia and Bray 1964), of which one of the pair is used. */
function normal(uniform: () => number): number {
  for (;;) {
    const [x, y] = [2 * uniform() - 1, 2 * uniform() - 1];
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
}

/**
 * A value for a parameter. Of what is only bounded, every value between the bounds is as likely. What was measured lies
 * around its best guess, with 95 % between the bounds and half at either side, on a logarithmic scale where it cannot
 * reach zero.
 */
function drawn({ kind, value: { best, low, high }, source }: Parameter, uniform: () => number): number {
  if (low === high) return best;
  if (source === 'prior') {
    return low > 0 ? low * (high / low) ** uniform() : low + (high - low) * uniform();
  }
  const z = normal(uniform) / normal975;
  const bound = z < 0 ? low : high;
  const value = low > 0 ? best * (bound / best) ** Math.abs(z) : best + (bound - best) * Math.abs(z);
  if (kind === 'processor-share') return Math.min(1, Math.max(0, value));
  if (kind === 'dispersion' || kind === 'overhead-batch') return Math.max(1, value);
  return kind === 'servers' && value >= 1 ? Math.round(value) : Math.max(0, value);
}

/**
 * Draws every parameter anew, for one of the runs of a prediction. Each has a stream of its own, so that one more
 * parameter changes no other's values.
 *
 * @param parameters - Of a calibration.
 * @param seed - Of the prediction.
 * @param run - Which of its runs, from 0.
 */
export function drawParameters(parameters: readonly Parameter[], seed: number | string, run: number): Settle {
  const random = createRandom(`${seed} run ${run}`);
  const values = new Map(
    parameters.map((parameter) => {
      const key = `${parameter.kind} ${parameter.of}`;
      const stream = random.stream(`parameter ${key}`);
      return [key, drawn(parameter, () => stream.uniform())];
    }),
  );
  return (kind, of) => values.get(`${kind} ${of}`);
}

/**
 * Every parameter at its best guess.
 *
 * @param parameters - Of a calibration.
 */
export function bestGuess(parameters: readonly Parameter[]): Settle {
  const values = new Map(parameters.map(({ kind, of, value }) => [`${kind} ${of}`, value.best]));
  return (kind, of) => values.get(`${kind} ${of}`);
}
