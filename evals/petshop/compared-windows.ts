/** A series of the changed component, and what is known of its noise. */
export interface ChangedSeries {
  /** When each window began. */
  readonly startsMs: readonly number[];
  readonly windowMs: number;
  /** `undefined` where nothing was measured. */
  readonly values: readonly (number | undefined)[];
  readonly usual: number;
  /** The variance of a window's value by chance, under a change of so much. */
  readonly varianceOf: (change: number, window: number) => number;
  /** When the change was in, by its record. */
  readonly sinceMs: number;
}

/** Which windows are compared. */
export interface ComparedWindows {
  /** Places in the series, ascending. */
  readonly windows: readonly number[];
  /** Whether the end was found in the component's own series, or only the first whole window since the record's time is used. */
  readonly by: 'own-series' | 'recorded-time';
}

/** A window counts from nine tenths: the record's time is seconds off, and less than a tenth of dilution is inside the noise. */
const wholeRatio = 0.9;
const moreLikelyThanNot = 0.5;
const stepsPerWindow = 10;
/** A change below twice the noise says nothing of when it was. */
const clear = 2;

interface Fit {
  readonly cost: number;
  readonly shares: readonly number[];
  readonly change: number;
}

const overlapRatio = (startMs: number, windowMs: number, fromMs: number, toMs: number): number =>
  Math.max(0, Math.min(startMs + windowMs, toMs) - Math.max(startMs, fromMs)) / windowMs;

/** A step from one time to another, of the size that fits best; the cost is twice the negative log-likelihood. */
function fitOf(series: ChangedSeries, variances: readonly number[], fromMs: number, toMs: number): Fit {
  const { startsMs, windowMs, values, usual, sinceMs } = series;
  const shares = startsMs.map((startMs) => overlapRatio(startMs, windowMs, fromMs, toMs));
  let [up, down] = [0, 0];
  values.forEach((value, at) => {
    if (value === undefined) return;
    const [share, variance] = [shares[at] ?? 0, variances[at] ?? 1];
    up += (share * (value - usual)) / variance;
    down += share ** 2 / variance;
  });
  const change = down === 0 ? 0 : up / down;
  // The record's time is half a window off at most, mostly.
  let cost = ((fromMs - sinceMs) / (windowMs / 2)) ** 2;
  values.forEach((value, at) => {
    if (value !== undefined) cost += (value - usual - change * (shares[at] ?? 0)) ** 2 / (variances[at] ?? 1);
  });
  return { cost, change, shares };
}

function fitsOf(series: ChangedSeries): readonly Fit[] {
  const { startsMs, windowMs, values, usual, varianceOf } = series;
  const changes = values.flatMap((value) => (value === undefined ? [] : [value - usual]));
  const largest = changes.reduce((most, change) => (Math.abs(change) > Math.abs(most) ? change : most), 0);
  const variances = values.map((_, at) => varianceOf(largest, at));
  const first = startsMs[0] ?? 0;
  const last = (startsMs.at(-1) ?? 0) + windowMs;
  const step = windowMs / stepsPerWindow;
  const fits: Fit[] = [];
  for (let fromMs = first; fromMs < last; fromMs += step) {
    for (let toMs = fromMs + windowMs; toMs <= last; toMs += step) {
      // Where all windows are covered in part, a longer and a larger change look alike.
      if (startsMs.some((startMs) => startMs >= fromMs && startMs + windowMs <= toMs)) {
        fits.push(fitOf(series, variances, fromMs, toMs));
      }
    }
  }
  return fits;
}

/**
 * Finds the windows that lie wholly within a change. Steps that begin and end within windows, and cover one, are fitted to
 * the series of the changed component, and weighted by how well they fit; a window counts where the change more likely than
 * not covers nine tenths of it, and it begins no earlier than the record's time. Where none does, the likeliest is taken.
 * The front door is not looked at.
 *
 * @param series - Of the changed component.
 * @returns No windows where none begins at or after the record's time.
 */
export function comparedWindows(series: ChangedSeries): ComparedWindows {
  const { startsMs, windowMs, values, varianceOf, sinceMs } = series;
  const later = [...startsMs.keys()].filter((at) => (startsMs[at] ?? 0) >= sinceMs - (1 - wholeRatio) * windowMs);
  const fits = fitsOf(series);
  const least = fits.reduce((low, { cost }) => Math.min(low, cost), Infinity);
  const weights = fits.map(({ cost }) => Math.exp((least - cost) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanOf = (of: (fit: Fit) => number): number =>
    fits.reduce((sum, fit, index) => sum + of(fit) * (weights[index] ?? 0), 0) / total;
  const seen = later
    .filter((at) => values[at] !== undefined)
    .map((at) => ({ at, likely: meanOf(({ shares }) => ((shares[at] ?? 0) >= wholeRatio ? 1 : 0)) }));
  const most = seen.reduce((high, { likely }) => Math.max(high, likely), 0);
  const whole = seen.filter(({ likely }) => likely >= Math.min(moreLikelyThanNot, most)).map(({ at }) => at);
  const noise = Math.sqrt(Math.min(...whole.map((at) => varianceOf(0, at))));
  return whole.length > 0 && Math.abs(meanOf(({ change }) => change)) >= clear * noise
    ? { windows: whole, by: 'own-series' }
    : { windows: later.slice(0, 1), by: 'recorded-time' };
}
