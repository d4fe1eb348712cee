import { compareText } from '../../kernel/index.ts';
import type { ComponentTally } from './component-tally.ts';
import type { Contention } from './contention/index.ts';
import { LatencySketch } from './latency-sketch.ts';
import { otherName } from './limits.ts';
import { compareNames } from './name-evidence.ts';
import type { NameEvidence } from './name-evidence.ts';
import { RequestTally } from './request-tally.ts';
import type { RefOf } from './summarise-plans.ts';
import { summariseOrders, summarisePlans } from './summarise-plans.ts';
import { standing } from './call-ends.ts';
import type { OperationTally } from './tallied.ts';
import { TimeBuckets } from './time-buckets.ts';
import type { ComponentQuality, ComponentSeen, InstanceSeen, OperationSeen } from './trace-summary.ts';

/** Names, versions and languages told of one component. */
const mostNames = 50;

/** With fewer buckets a variance is chance. */
const fewestBuckets = 10;

/** A clock of microseconds hits whole milliseconds once in a thousand times. */
const coarseRatio = 0.9;
const fewestForClock = 10;

/** What all operations of a window share. */
export interface WindowOfOperations {
  readonly windowMs: number;
  readonly samplesOfPlan: number;
  readonly refOf: RefOf;
  readonly contention: Contention;
}

/** Variance over mean of the arrivals per bucket; the first and last bucket are not whole. */
function dispersionIndex(arrivals: readonly number[]): number | undefined {
  const whole = arrivals.slice(1, -1);
  if (whole.length < fewestBuckets) return undefined;
  const mean = whole.reduce((total, count) => total + count, 0) / whole.length;
  if (mean === 0) return undefined;
  return whole.reduce((total, count) => total + (count - mean) ** 2, 0) / (whole.length - 1) / mean;
}

function summariseOperation(tallies: readonly OperationTally[], window: WindowOfOperations): OperationSeen | undefined {
  const [first] = tallies;
  if (first === undefined) return undefined;
  const requests = new RequestTally();
  const selfTime = new LatencySketch();
  const timeline = new TimeBuckets();
  for (const tally of tallies) {
    requests.merge(tally.requests);
    selfTime.merge(tally.selfTime);
    timeline.merge(tally.timeline);
  }
  if (requests.count === 0) return undefined;
  const timelineData = timeline.toData();
  const plans = summarisePlans(
    tallies.flatMap((tally) => tally.plans.plans),
    window.refOf,
    window.samplesOfPlan,
    (priority) => window.contention.companyOf(first, priority),
  );
  const data = requests.toData();
  const total = (of: (tally: OperationTally) => number): number => tallies.reduce((sum, tally) => sum + of(tally), 0);
  return {
    template: first.template,
    kind: first.kind,
    protocol: first.protocol,
    requests: data,
    rootCount: total((tally) => tally.rootCount),
    perSecond: (requests.adjustedCount * 1_000) / window.windowMs,
    selfTime: selfTime.toData(),
    contention: window.contention.of(first),
    inFlight: {
      mean: (data.latency?.sumMs ?? 0) / window.windowMs,
      peak: Math.max(0, ...(timelineData?.meanInFlight ?? [])),
    },
    dispersionIndex: timelineData === undefined ? undefined : dispersionIndex(timelineData.arrivals),
    timeline: timelineData,
    plans,
    otherPlans: {
      count: total((tally) => tally.plans.otherCount),
      adjustedCount: total((tally) => tally.plans.otherAdjustedCount),
    },
    orders: summariseOrders(plans),
  };
}

function summariseOperations(component: ComponentTally, window: WindowOfOperations): readonly OperationSeen[] {
  const groups = new Map<OperationTally, OperationTally[]>();
  for (const operation of component.operations.values()) groups.set(operation, [operation]);
  for (const operation of component.merged) {
    const into = standing(operation);
    groups.set(into, [...(groups.get(into) ?? []), operation]);
  }
  return [...groups.values()]
    .flatMap((tallies) => summariseOperation(tallies, window) ?? [])
    .sort((left, right) => compareText(left.template, right.template) || compareText(left.kind, right.kind));
}

function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort(compareText).slice(0, mostNames);
}

function distinctNames(names: readonly NameEvidence[]): readonly NameEvidence[] {
  return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()]
    .sort(compareNames)
    .slice(0, mostNames);
}

function qualityOf(component: ComponentTally): ComponentQuality {
  const { spans, orphans, negativeDurations, overlongDurations } = component;
  const wholeMsStartRatio = spans === 0 ? 0 : component.wholeMsStarts / spans;
  return {
    spans,
    orphans,
    negativeDurations,
    overlongDurations,
    wholeMsStartRatio,
    wholeMsSpanRatio: spans === 0 ? 0 : component.wholeMsSpans / spans,
    hasCoarseClock: spans >= fewestForClock && wholeMsStartRatio >= coarseRatio,
  };
}

/**
 * A component that sends spans, as plain data.
 *
 * @param component - What was counted of it.
 * @param window - What its operations need to know.
 */
export function summariseComponent(component: ComponentTally, window: WindowOfOperations): ComponentSeen {
  const tallies = [...component.instances.values()].sort((left, right) =>
    compareText(left.identity.instance, right.identity.instance),
  );
  const instances: readonly InstanceSeen[] = tallies.map(({ identity, spans, firstSeenMs, lastSeenMs }) => ({
    id: identity.instance,
    names: identity.names.filter(({ scheme }) => scheme !== 'otel-service'),
    host: identity.host,
    version: identity.version,
    spans,
    firstSeenMs,
    lastSeenMs,
  }));
  const operations = summariseOperations(component, window);
  const isOther = component.id === otherName;
  return {
    id: component.id,
    name: isOther ? otherName : component.identity.service,
    namespace: isOther ? undefined : component.identity.namespace,
    kind: 'service',
    seenBy: 'own-spans',
    system: undefined,
    names: distinctNames(tallies.flatMap(({ identity }) => identity.names)),
    versions: distinct(tallies.map(({ identity }) => identity.version)),
    languages: distinct(tallies.map(({ identity }) => identity.language)),
    instances,
    rootCount: operations.reduce((total, { rootCount }) => total + rootCount, 0),
    operations,
    quality: qualityOf(component),
  };
}
