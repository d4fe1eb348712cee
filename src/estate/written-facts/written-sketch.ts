import { z } from 'zod';
import { LatencySketch } from '../traces/index.ts';
import { RegisteredError } from '../../kernel/index.ts';
import { duration } from './duration.ts';

/** So many evenly spaced quantiles of a distribution stand for it; a sketch is exact to one in a hundred anyhow. */
const points = 1_000;

/**
 * The quantile of the standard normal distribution: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23,
 * whose error is below 0.00045.
 */
function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(Math.min(share, 1 - share)));
  const numerator = 2.515517 + 0.802853 * t + 0.010328 * t ** 2;
  const denominator = 1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3;
  const distance = t - numerator / denominator;
  return share < 0.5 ? -distance : distance;
}

const positive = z.number().positive().max(100);

/** How times are given by hand where a fact holds a sketch of them: the forms of the model's distributions that have quantiles. */
const timesSchema = z.union(
  [
    duration.transform((ms) => () => ms),
    z.strictObject({ exponential: duration }).transform(
      ({ exponential }) =>
        (share: number) =>
          -exponential * Math.log(1 - share),
    ),
    z.strictObject({ uniform: z.strictObject({ from: duration, to: duration }) }).transform(
      ({ uniform: { from, to } }) =>
        (share: number) =>
          from + (to - from) * share,
    ),
    z
      .strictObject({ lognormal: z.strictObject({ mean: duration, cv: positive }) })
      .transform(({ lognormal: { mean, cv } }) => {
        const variance = Math.log(1 + cv ** 2);
        return (share: number) => mean * Math.exp(Math.sqrt(variance) * normalQuantile(share) - variance / 2);
      }),
    z
      .strictObject({ quantiles: z.array(z.tuple([z.number().min(0).max(1), duration])).min(2) })
      .transform(({ quantiles }) => (share: number) => {
        const above = Math.max(
          1,
          quantiles.findIndex(([at]) => at >= share),
        );
        const [[fromShare, fromMs] = [0, 0], [toShare, toMs] = [1, 0]] = quantiles.slice(above - 1, above + 1);
        return fromMs + ((toMs - fromMs) * (share - fromShare)) / (toShare - fromShare);
      }),
  ],
  {
    error:
      'times: "30ms", {"exponential": "30ms"}, {"uniform": {"from", "to"}}, {"lognormal": {"mean", "cv"}} or {"quantiles": [[0, "1ms"], …, [1, "80ms"]]}',
  },
);

/** A sketch of durations, written as a distribution of which it then holds a thousand quantiles. */
export const writtenSketch = timesSchema
  .transform((quantile) => {
    const sketch = new LatencySketch();
    for (let at = 0; at < points; at++) sketch.add(quantile((at + 0.5) / points), 1);
    const data = sketch.toData();
    if (data === undefined)
      throw new RegisteredError('internal-fault', { reason: 'a sketch of a thousand times is empty' });
    return data;
  })
  .meta({ title: 'times: `30ms`, or a distribution such as `{ lognormal: { mean: 20ms, cv: 1 } }`' });
