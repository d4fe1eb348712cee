import { promqlDuration } from './question.ts';
import type { Question, QuestionWindows, SeriesQuestion } from './question.ts';
import { requestFamilies, usualIdentity } from './request-family.ts';
import type { RequestFamily } from './request-family.ts';

/** Half, and the two that objectives are written for. */
const quantiles = [0.5, 0.95, 0.99];

/** A metric of requests that a server has. */
interface Found {
  readonly family: RequestFamily;
  readonly metric: string;
  readonly kind: 'counter' | 'classic' | 'native';
}

/** Milliseconds in one of what a metric counts; Prometheus' own unit is the second. */
const factorOf = (metric: string): number => (metric.endsWith('_milliseconds') ? 1 : 1_000);

const by = ({ identity }: RequestFamily, ...more: readonly string[]): string =>
  `by (${[...usualIdentity, ...identity, ...more].join(', ')})`;

/** Matchers in braces, those that are empty left out. */
const selector = (metric: string, ...matchers: readonly string[]): string =>
  `${metric}{${matchers.filter((matcher) => matcher !== '').join(',')}}`;

/** Makes a number of requests of the sum that an expression gives. */
type Counted = (sum: string) => string;
const asItIs: Counted = (sum) => sum;
const ofHistogram: Counted = (sum) => `histogram_count(${sum})`;

/**
 * Errors over all requests that have a status at all, for each label that may hold it: where no series has one, the
 * ratio is not 0 but unknown.
 */
function errorRatio(family: RequestFamily, counter: string, windowText: string, counted: Counted): string {
  const rate = (matcher: string): string =>
    counted(`sum ${by(family)} (rate(${selector(counter, family.served, matcher)}[${windowText}]))`);
  return family.statuses
    .map(({ label, errors }) => {
      const all = rate(`${label}!=""`);
      return `(${rate(`${label}=~"${errors}"`)} or 0 * ${all}) / ${all}`;
    })
    .join(' or ');
}

function countQuestions(family: RequestFamily, metric: string, rate: string, ratio: string): readonly SeriesQuestion[] {
  const common = { kind: 'series', family: family.id, metric, quantile: undefined, factor: 1 } as const;
  return [
    { ...common, signal: 'request-rate', unit: 'per-second', expression: rate },
    { ...common, signal: 'error-ratio', unit: 'ratio', expression: ratio },
  ];
}

function questionsOf(
  { family, metric, kind }: Found,
  { rateWindowMs, windowMs }: QuestionWindows,
): readonly Question[] {
  const window = promqlDuration(rateWindowMs);
  const whole = promqlDuration(windowMs);
  const rateOf = (name: string): string => `sum ${by(family)} (rate(${selector(name, family.served)}[${window}]))`;
  if (kind === 'counter') {
    return countQuestions(family, metric, rateOf(metric), errorRatio(family, metric, window, asItIs));
  }
  const common = { family: family.id, metric, factor: factorOf(metric) };
  const isNative = kind === 'native';
  const buckets = isNative ? metric : `${metric}_bucket`;
  const le = isNative ? [] : ['le'];
  const spread = (what: string, over: string): string =>
    `sum ${by(family, ...le)} (${what}(${selector(buckets, family.served)}[${over}]))`;
  // A native histogram has no counter beside it, and is counted itself.
  const [counter, counted] = isNative ? [metric, ofHistogram] : [`${metric}_count`, asItIs];
  const counts = family.histogramCounts
    ? countQuestions(family, metric, counted(rateOf(counter)), errorRatio(family, counter, window, counted))
    : [];
  const latencies = quantiles.map((quantile): SeriesQuestion => ({
    kind: 'series',
    signal: 'latency',
    unit: 'ms',
    ...common,
    quantile,
    expression: `histogram_quantile(${quantile}, ${spread('rate', window)})`,
  }));
  return [
    ...counts,
    ...latencies,
    {
      kind: 'histogram',
      histogram: kind,
      ...common,
      expression: spread('increase', whole),
      sumExpression: isNative
        ? undefined
        : `sum ${by(family)} (increase(${selector(`${metric}_sum`, family.served)}[${whole}]))`,
    },
  ];
}

function found(names: ReadonlySet<string>): readonly Found[] {
  return [...names].flatMap((name): readonly Found[] => {
    const base = name.replace(/_bucket$/, '');
    for (const family of requestFamilies) {
      if (family.counter?.test(name) === true) return [{ family, metric: name, kind: 'counter' }];
      if (family.histogram?.test(base) !== true) continue;
      if (name !== base) return [{ family, metric: base, kind: 'classic' }];
      // Where both are written, the classic buckets are read.
      return names.has(`${base}_bucket`) ? [] : [{ family, metric: base, kind: 'native' }];
    }
    return [];
  });
}

/**
 * What is to be asked about requests.
 *
 * @param names - Of the server's metrics.
 * @param windows - Over which time.
 */
export function requestQuestions(names: ReadonlySet<string>, windows: QuestionWindows): readonly Question[] {
  return found(names).flatMap((each) => questionsOf(each, windows));
}
