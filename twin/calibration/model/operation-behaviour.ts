import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf, SketchData } from '../../../src/estate/index.ts';
import { distributionOfSketch, durationText } from '../../model/build/index.ts';
import type { Called, WrittenStep } from '../../model/build/index.ts';
import { workedMs } from '../demand/index.ts';

type Plan = AttributeValueOf<'call-plans'>['plans'][number];

/** How an operation behaves, with every number settled. */
export interface SettledOperation {
  /** On average, in milliseconds, without waiting for others. */
  readonly workMs: number;
  /** Of it on processors, 0 to 1. */
  readonly processorShare: number;
  /** How many requests its instance works on at once. */
  readonly servers: number;
  /** Of the requests that none of its calls failed, 0 to 1. */
  readonly failureRatio: number;
}

/** What makes a step of a call; undefined where what is called is not in the model. */
export type CallStep = (called: Called) => WrittenStep | undefined;

/** Below a microsecond nothing is told apart. */
const leastMs = 0.001;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Own work of a stretch: on a processor and without one, in the share that the component has. */
function ownSteps(ms: number, processorShare: number): readonly WrittenStep[] {
  const [cpuMs, waitMs] = [ms * processorShare, ms * (1 - processorShare)];
  return [
    ...(cpuMs < leastMs ? [] : [{ cpu: durationText(cpuMs) }]),
    ...(waitMs < leastMs ? [] : [{ wait: durationText(waitMs) }]),
  ];
}

/** A sampled request: what it did itself between its calls. */
interface WorkedSample {
  /** Without waiting for others; one more than it has blocks of calls. */
  readonly workMs: readonly number[];
  /** With waiting, all together. */
  readonly ownMs: number;
}

/** A sampled request, or a part of what it stands for, of one of the ways. */
interface Weighed extends WorkedSample {
  readonly way: number;
  /** Of all requests. */
  readonly share: number;
}

/** So many choices are enough for any quantile that a model is asked about, and few enough to be read. */
const mostChoices = 200;

/** Each sample stands for at most so many parts of the distribution. */
const mostParts = 4;

/**
 * What sampled requests of a plan worked: their own time, each with the share of it that was work while so many others were
 * there as it met.
 */
function workedSamples({ samples, company }: Plan, servers: number): readonly WorkedSample[] {
  return samples.map((segments, at) => {
    const met = company?.[at] ?? undefined;
    const own = segments.filter((_, place) => place % 2 === 0);
    const metMs = met?.atOnceMs.reduce((sum, ms) => sum + ms, 0) ?? 0;
    const share =
      met === undefined || metMs === 0
        ? 1
        : workedMs({ atOnceMs: met.atOnceMs, beyond: { ms: 0, perRequestMs: 0 } }, servers) / metMs;
    return { workMs: own.map((ms) => ms * share), ownMs: total(own) };
  });
}

function blockSteps(plan: Plan, callStep: CallStep): readonly (readonly WrittenStep[])[] {
  return plan.steps.flatMap((step): (readonly WrittenStep[])[] => {
    if (step.step === 'self') return [];
    if (step.step === 'call') {
      const made = callStep(step.call);
      return [made === undefined ? [] : [made]];
    }
    const made = step.calls.flatMap((call) => callStep(call) ?? []);
    if (made.length < 2) return [made];
    return [[{ parallel: made.map((call) => [call]), atOnce: Math.max(1, step.mostAtOnce) }]];
  });
}

function failing(ratio: number): readonly WrittenStep[] {
  return ratio > 0 ? [{ fail: Math.min(1, ratio) }] : [];
}

/**
 * Samples that have the distribution of own time that all requests have: a hundred sampled ones tell how the parts of a
 * request go together, and are too few for its tail; a sketch of all tells that. Each sample is scaled to the quantiles that
 * it stands for by its rank.
 */
function withSketchedTail(samples: readonly Weighed[], self: SketchData | undefined): readonly Weighed[] {
  if (self === undefined || self.count === 0 || samples.length === 0) return samples;
  const parts = Math.max(1, Math.min(mostParts, Math.floor(mostChoices / samples.length)));
  const sketch = LatencySketch.fromData(self);
  let below = 0;
  return samples
    .toSorted((left, right) => left.ownMs - right.ownMs)
    .flatMap((sample) => {
      const from = below;
      below += sample.share;
      if (sample.ownMs === 0) return [sample];
      return Array.from({ length: parts }, (_, part) => {
        const ownMs = sketch.quantileMs(Math.min(1, from + (sample.share * (part + 0.5)) / parts));
        const factor = ownMs / sample.ownMs;
        return { ...sample, ownMs, workMs: sample.workMs.map((ms) => ms * factor), share: sample.share / parts };
      });
    });
}

/**
 * What an operation that calls others does: one of the ways in which it was seen to call them, and in each one of the
 * requests that were sampled, whole. Drawing each stretch for itself would lose that a request which is slow in one is slow
 * in the next, and with it the tail.
 *
 * @param plans - That were seen, with their samples.
 * @param self - A sketch of the own time of all requests, where there is one.
 * @param settled - Its numbers; the sampled work is scaled so that its mean is `workMs`.
 * @param callStep - Makes the steps of calls.
 */
export function plannedSteps(
  plans: readonly Plan[],
  self: SketchData | undefined,
  { workMs, processorShare, servers, failureRatio }: SettledOperation,
  callStep: CallStep,
): readonly WrittenStep[] {
  const ways = plans.filter(({ adjustedCount }) => adjustedCount > 0);
  const requests = total(ways.map(({ adjustedCount }) => adjustedCount));
  const samples = ways.flatMap((plan, way): Weighed[] => {
    const worked = workedSamples(plan, servers);
    const share = plan.adjustedCount / requests;
    if (worked.length === 0) return [{ way, share, workMs: [], ownMs: 0 }];
    return worked.map((sample) => ({ ...sample, way, share: share / worked.length }));
  });
  const weighed = withSketchedTail(samples, self);
  const meanMs = total(weighed.map(({ workMs: own, share }) => total(own) * share));
  const scale = meanMs > 0 ? workMs / meanMs : 0;
  const blocks = ways.map((plan) => blockSteps(plan, callStep));
  const detached = ways.map((plan) =>
    plan.detached.flatMap((call): WrittenStep[] => {
      const made = callStep(call);
      return made === undefined ? [] : [{ detach: [made] }];
    }),
  );
  const chosen = weighed.map(({ way, share, workMs: own }) => {
    const between = blocks[way] ?? [];
    return {
      probability: share,
      steps: [
        ...between.flatMap((block, at) => [...ownSteps((own[at] ?? 0) * scale, processorShare), ...block]),
        ...ownSteps((own[between.length] ?? 0) * scale, processorShare),
        ...(detached[way] ?? []),
      ],
    };
  });
  const [only] = chosen;
  if (only === undefined) return failing(failureRatio);
  return [...(chosen.length === 1 ? only.steps : [{ choose: chosen }]), ...failing(failureRatio)];
}

/**
 * What an operation that calls nobody does: work as long as its own time varies, with the mean that is work.
 *
 * @param self - A sketch of its own time.
 * @param settled - Its numbers.
 */
export function leafSteps(
  self: SketchData,
  { workMs, processorShare, failureRatio }: SettledOperation,
): readonly WrittenStep[] {
  const meanMs = self.count === 0 ? 0 : self.sumMs / self.count;
  const part = (share: number): WrittenStep[] => {
    if (workMs * share < leastMs || meanMs === 0) return [];
    return [distributionOfSketch(self, (workMs * share) / meanMs)].map((times) => ({ cpu: times }));
  };
  const cpu = part(processorShare);
  const wait = part(1 - processorShare).map((step) => ('cpu' in step ? { wait: step.cpu } : step));
  return [...cpu, ...wait, ...failing(failureRatio)];
}
