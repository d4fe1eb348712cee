import MultivariateLinearRegression from 'ml-regression-multivariate-linear';
import type { EstateView } from '../../preflight/index.ts';

/** What is asked of a component, in requests per second by operation. */
export type Rates = ReadonlyMap<string, number>;

/** A predictor that knows nothing of queues: it has only seen how latency went with load. */
export interface LearnedLatency {
  /** `component/operation`. */
  readonly operation: string;
  /** By what factor its mean latency changes from one load to another. */
  readonly factor: (from: Rates, to: Rates) => number;
  /** Of the logarithm of a factor: what it missed by in stretches that it had not learned from, one standard error. */
  readonly error: number;
  /** The loads between which it has learned, in requests per second to the component. */
  readonly from: number;
  readonly to: number;
}

/** So long is what a latency and a load are told of. */
const stretchMs = 10_000;

/** Fewer in a stretch tell no mean. */
const fewestRequests = 10;

/** With fewer stretches a line through them is chance. */
const fewestStretches = 20;

/** Parts that are left out in turn, to see what is missed. */
const folds = 5;

/** One operation in one stretch of time. */
interface Seen {
  readonly operation: string;
  readonly stretch: number;
  readonly requests: number;
  readonly meanMs: number;
}

/**
 * The mean time of an operation's requests in each stretch, by Little's law: those under way on average, over the rate.
 *
 * @param view - The estate.
 * @param component - Of it.
 */
function seenOf(view: EstateView, component: string): readonly Seen[] {
  return view.knownOf(component, 'timeline', 'operation').flatMap(({ subject, value }) => {
    const { startMs, bucketMs, arrivals, meanInFlight } = value;
    const stretches = new Map<number, { requests: number; inFlightMs: number }>();
    // The first and the last bucket were not seen whole.
    for (let at = 1; at < arrivals.length - 1; at += 1) {
      const stretch = Math.floor((startMs + at * bucketMs) / stretchMs);
      const sums = stretches.get(stretch) ?? { requests: 0, inFlightMs: 0 };
      sums.requests += arrivals[at] ?? 0;
      sums.inFlightMs += (meanInFlight[at] ?? 0) * bucketMs;
      stretches.set(stretch, sums);
    }
    return [...stretches].flatMap(([stretch, { requests, inFlightMs }]) =>
      requests < fewestRequests || inFlightMs <= 0
        ? []
        : [{ operation: subject.operation, stretch, requests, meanMs: inFlightMs / requests }],
    );
  });
}

/** Load of the component, and the share of the operation in it where that varies. */
type Features = readonly number[];

function fit(features: readonly Features[], logMs: readonly number[]): (of: Features) => number {
  const regression = new MultivariateLinearRegression(
    features.map((each) => [...each]),
    logMs.map((each) => [each]),
    { statistics: false },
  );
  return (of) => regression.predict([...of])[0] ?? NaN;
}

/** The standard deviation of what is missed in the parts that are left out in turn. */
function missed(features: readonly Features[], logMs: readonly number[]): number {
  let squares = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const isLeft = (_: unknown, at: number): boolean => at % folds === fold;
    const isKept = (each: unknown, at: number): boolean => !isLeft(each, at);
    const predict = fit(features.filter(isKept), logMs.filter(isKept));
    const left = logMs.filter(isLeft);
    features.filter(isLeft).forEach((of, at) => {
      squares += (predict(of) - (left[at] as number)) ** 2;
    });
  }
  return Math.sqrt(squares / features.length);
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

function learnedOf(component: string, operation: string, all: readonly Seen[]): LearnedLatency | undefined {
  const requestsIn = new Map<number, number>();
  for (const { stretch, requests } of all) requestsIn.set(stretch, (requestsIn.get(stretch) ?? 0) + requests);
  const own = all.filter((each) => each.operation === operation);
  if (own.length < fewestStretches) return undefined;
  const seen = own.map(({ stretch, requests }) => {
    const total = requestsIn.get(stretch) ?? requests;
    return { perSecond: (total * 1_000) / stretchMs, share: requests / total };
  });
  const logMs = own.map(({ meanMs }) => Math.log(meanMs));
  const loads = seen.map(({ perSecond }) => perSecond);
  const varies = (values: readonly number[]): boolean => Math.max(...values) - Math.min(...values) > 1e-9;
  if (!varies(loads)) return undefined;
  // A share that never changed has no slope.
  const hasMix = varies(seen.map(({ share }) => share));
  const featuresOf = (perSecond: number, share: number): Features => (hasMix ? [perSecond, share] : [perSecond]);
  const features = seen.map(({ perSecond, share }) => featuresOf(perSecond, share));
  const predict = fit(features, logMs);
  const featuresAt = (rates: Rates): Features => {
    const total = sum(rates.values());
    return featuresOf(total, total > 0 ? (rates.get(operation) ?? 0) / total : 0);
  };
  return {
    operation: `${component}/${operation}`,
    factor: (from, to) => Math.exp(predict(featuresAt(to)) - predict(featuresAt(from))),
    error: missed(features, logMs),
    from: Math.min(...loads),
    to: Math.max(...loads),
  };
}

/**
 * Learns from the stretches of time of a capture how the latency of each operation went with the load of its component and
 * the mix in it: a line through logarithms, by least squares. It takes no mechanism for granted, and therefore tells where a
 * model that does is off; beyond the loads that it has seen, its line means less with every step.
 *
 * @param view - The estate.
 * @param component - Of it.
 * @returns Of those operations that were seen in enough stretches of different load.
 */
export function learnedLatencies(view: EstateView, component: string): readonly LearnedLatency[] {
  const all = seenOf(view, component);
  const operations = [...new Set(all.map(({ operation }) => operation))];
  return operations.flatMap((operation) => learnedOf(component, operation, all) ?? []);
}
