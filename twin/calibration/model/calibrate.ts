import type { EstateView } from '../../preflight/index.ts';
import { seenArrivals } from '../arrivals/index.ts';
import { exactly, serversOf, workOf, workOfFew } from '../parameters/index.ts';
import type { Parameter } from '../parameters/index.ts';
import { processorShare, usedCores } from '../processors/index.ts';
import type { ProcessorShare, UsedCores } from '../processors/index.ts';
import type { Range } from '../range.ts';
import { overheadBatch } from './overhead-batch.ts';
import { calledOperations } from './called-operations.ts';
import type { CalledOperation } from './called-operations.ts';
import { rootsOf } from './roots.ts';
import type { Root } from './roots.ts';

/** Something that a prediction would need and that is not known. */
export interface Unknown {
  /** `component`, `component/operation` or `caller > called`. */
  readonly of: string;
  /** What is not known, and what would make it known, in one sentence. */
  readonly what: string;
}

/** What was learned of an estate. */
export interface Calibration {
  readonly parameters: readonly Parameter[];
  readonly unknown: readonly Unknown[];
}

const fewestRequests = 30;

const normal975 = 1.959963984540054;

function workAsCalled({ component, operation, latency }: CalledOperation): Parameter | undefined {
  const of = `${component}/${operation}`;
  if (latency.count < fewestRequests) return workOfFew(of, latency.sumMs, latency.count);
  const mean = latency.sumMs / latency.count;
  // A sketch has no squares; a latency varies about as much as its mean.
  const half = (normal975 * mean) / Math.sqrt(latency.count);
  return {
    kind: 'work',
    of,
    value: { best: mean, low: Math.max(0, mean - half), high: mean + half },
    source: 'trace',
    count: latency.count,
    because: 'as its callers see it: it sends no spans',
  };
}

class Calibrator {
  readonly #view: EstateView;
  readonly #called: ReadonlyMap<string, readonly CalledOperation[]>;
  readonly parameters: Parameter[] = [];
  readonly unknown: Unknown[] = [];

  constructor(view: EstateView) {
    this.#view = view;
    this.#called = calledOperations(view);
  }

  component(name: string): void {
    const operations = this.#view.knownOf(name, 'requests', 'operation');
    const called = this.#called.get(name) ?? [];
    if (operations.length === 0 && called.length === 0) return;
    const servers = serversOf(this.#view, name);
    if (servers === undefined) {
      this.unknown.push({
        of: name,
        what: 'how many requests an instance works on at once: capture its engine, or under more load',
      });
    } else this.parameters.push(servers);
    const works = [
      ...operations.map(({ subject }) =>
        workOf(this.#view, name, subject.operation, servers?.value ?? exactly(Number.MAX_SAFE_INTEGER)),
      ),
      ...called.map(workAsCalled),
    ];
    const names = [...operations.map(({ subject }) => subject.operation), ...called.map(({ operation }) => operation)];
    works.forEach((work, at) => {
      if (work !== undefined) this.parameters.push(work);
      else {
        const of = `${name}/${names[at] ?? ''}`;
        this.unknown.push({ of, what: 'how long it works: no request was seen' });
      }
    });
    const rates = [...operations.map(({ value }) => value.perSecond), ...called.map(({ perSecond }) => perSecond)];
    this.#processors(
      name,
      works.flatMap((work, at) => (work === undefined ? [] : [{ perSecond: rates[at] ?? 0, workMs: work.value }])),
    );
  }

  #processors(name: string, asked: Parameters<typeof processorShare>[1]): void {
    const used = usedCores(this.#view, name);
    const found = used === undefined ? undefined : processorShare(used.cores, asked, used.errorRatio);
    this.parameters.push(
      used === undefined || found === undefined
        ? {
            kind: 'processor-share',
            of: name,
            value: { best: 0.5, low: 0, high: 1 },
            source: 'prior',
            count: undefined,
            because: 'what it uses of processors was not measured',
          }
        : {
            kind: 'processor-share',
            of: name,
            value: found.share,
            source: 'metric',
            count: used.count,
            because: 'cores used over work asked for',
          },
    );
    // What the error of the measurement explains as well is nothing; of what sends no spans, callers know a part.
    const isSeenWhole = this.#called.get(name) === undefined;
    if (isSeenWhole && used !== undefined && found !== undefined && found.otherCores.low > 0)
      this.#overhead(name, asked, found, used);
  }

  /**
   * What of the cores used the work cannot explain: reading and writing before and after a request is counted, telemetry,
   * clearing of memory. Most of that grows with the requests, so it is divided among them.
   */
  #overhead(
    name: string,
    asked: Parameters<typeof processorShare>[1],
    { otherCores }: ProcessorShare,
    { count }: UsedCores,
  ): void {
    const perSecond = asked.reduce((sum, each) => sum + each.perSecond, 0);
    this.parameters.push({
      kind: 'overhead',
      of: name,
      value: scaled(otherCores, 1_000 / perSecond),
      source: 'metric',
      count,
      because: 'cores used beyond the work asked for, over the requests',
    });
    const instances = Math.max(1, this.#view.of(name, 'replicas') ?? 1);
    this.parameters.push(overheadBatch(this.#view, name, perSecond / instances));
  }

  arrivals(): void {
    for (const root of rootsOf(this.#view)) this.#arrival(root);
    if (!this.parameters.some(({ kind }) => kind === 'arrival-rate')) {
      this.unknown.push({ of: 'the estate', what: 'what comes from outside: capture traces or metrics under load' });
    }
  }

  #arrival({ component, operation, perSecond, count, shareOfRequests }: Root): void {
    const of = `${component}/${operation}`;
    const timeline = this.#view.value({ kind: 'operation', component, operation }, 'timeline');
    const seen = timeline === undefined ? undefined : seenArrivals(timeline);
    const wide = { best: perSecond, low: perSecond * 0.5, high: perSecond * 2 };
    this.parameters.push({
      kind: 'arrival-rate',
      of,
      value: seen === undefined ? wide : scaled(seen.perSecond, shareOfRequests),
      source: seen === undefined ? 'prior' : 'trace',
      count,
      because:
        seen === undefined
          ? 'too short a time to see how it varies: half to twice what was seen'
          : `counts of ${seen.buckets} stretches of time${seen.isSteady ? '' : '; the rate changed meanwhile'}`,
    });
    if (seen === undefined) return;
    const atLeastOne = (value: number): number => Math.max(1, value);
    const { best, low, high } = seen.dispersion;
    this.parameters.push({
      kind: 'dispersion',
      of,
      value: { best: atLeastOne(best), low: atLeastOne(low), high: atLeastOne(high) },
      source: 'trace',
      count: seen.buckets,
      because: 'how the counts of neighbouring stretches of time differ',
    });
  }
}

const scaled = ({ best, low, high }: Range, factor: number): Range => ({
  best: best * factor,
  low: low * factor,
  high: high * factor,
});

/**
 * Learns the numbers of a model from what is known of an estate: each with its range, its source and its reason.
 *
 * @param view - The estate.
 */
export function calibrate(view: EstateView): Calibration {
  const calibrator = new Calibrator(view);
  for (const { name, kind } of view.components) {
    if (kind !== 'host' && kind !== 'certificate') calibrator.component(name);
  }
  calibrator.arrivals();
  return { parameters: calibrator.parameters, unknown: calibrator.unknown };
}
