import { seenArrivals } from '../../calibration/index.ts';
import type { Calibration } from '../../calibration/index.ts';
import { splitOperationPath } from '../../model/index.ts';
import type { Model } from '../../model/index.ts';
import type { EstateView } from '../../preflight/index.ts';

/** One bound of what was learned, and whether a prediction keeps within it. */
export interface Validity {
  readonly what: 'load' | 'data';
  /** The operation or the component. */
  readonly of: string;
  readonly isInside: boolean;
  readonly text: string;
}

/** What a rate may lie beyond those that were seen and still be near them. */
const beyond = { below: 0.5, above: 1.25 } as const;

const shown = (perSecond: number): string => `${Number(perSecond.toPrecision(3))}/s`;

/** The most requests per second of a source; undefined where that depends on the answers. */
function highestRate(arrivals: Model['arrivals'][number]): number | undefined {
  if (!('rate' in arrivals)) return undefined;
  const { rate } = arrivals;
  return typeof rate === 'number' ? rate : Math.max(...rate.map(([, perSecond]) => perSecond));
}

/** Between what rates an operation was seen, half a minute each. */
function seenRates(view: EstateView, calibration: Calibration, of: string): readonly [number, number] | undefined {
  const subject = { kind: 'operation', ...splitOperationPath(of) } as const;
  const timeline = view.value(subject, 'timeline');
  const stretches = (timeline === undefined ? undefined : seenArrivals(timeline))?.stretches ?? [];
  if (stretches.length > 0) {
    const rates = stretches.map(({ perSecond }) => perSecond);
    return [Math.min(...rates), Math.max(...rates)];
  }
  const rate = calibration.parameters.find((each) => each.kind === 'arrival-rate' && each.of === of)?.value;
  return rate === undefined ? undefined : [rate.best, rate.best];
}

/**
 * Whether a prediction keeps to the loads that the estate was seen at.
 *
 * @param view - The estate.
 * @param calibration - What was learned of it.
 * @param model - Of what is asked about.
 */
export function validityOfLoad(view: EstateView, calibration: Calibration, model: Model): readonly Validity[] {
  return model.arrivals.flatMap((arrivals): Validity[] => {
    const of = arrivals.operation;
    const rate = highestRate(arrivals);
    const seen = seenRates(view, calibration, of);
    if (rate === undefined) return [];
    if (seen === undefined)
      return [{ what: 'load', of, isInside: false, text: `${shown(rate)} is asked about, and none was ever seen` }];
    const [low, high] = seen;
    const isInside = rate >= low * beyond.below && rate <= high * beyond.above;
    const between = shown(low) === shown(high) ? shown(high) : `${shown(low)} to ${shown(high)}`;
    return [{ what: 'load', of, isInside, text: `${shown(rate)} is asked about, and ${between} was seen` }];
  });
}

/**
 * Parameters that nothing was seen of: their ranges are guesses.
 *
 * @param calibration - Of the estate.
 */
export function validityOfData({ parameters }: Calibration): readonly Validity[] {
  const priors = Map.groupBy(
    parameters.filter(({ source }) => source === 'prior'),
    ({ kind }) => kind,
  );
  return [...priors].map(([kind, those]) => ({
    what: 'data' as const,
    of: kind,
    isInside: false,
    text: `only bounded for ${those.map(({ of }) => of).join(', ')}: ${those[0]?.because ?? ''}`,
  }));
}
