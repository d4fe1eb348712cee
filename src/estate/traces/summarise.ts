import { compareText, CoverageCount } from '../../kernel/index.ts';
import type { Coverage } from '../../kernel/index.ts';
import { sweepContention } from './contention/index.ts';
import { sketchRelativeErrorRatio } from './latency-sketch.ts';
import { otherName } from './limits.ts';
import { rateWindowMs } from './rate-window.ts';
import { resolvePeers } from './resolve-peers.ts';
import type { NamedPeer } from './resolve-peers.ts';
import { summariseComponent } from './summarise-component.ts';
import { summariseEdges } from './summarise-edges.ts';
import type { Caller } from './tallied.ts';
import type { ComponentSeen, TraceQuality, TraceSummary } from './trace-summary.ts';
import type { WindowTally } from './window-tally.ts';

/** With fewer traces nothing can be told of how they were chosen. */
const fewestTraces = 100;

/** Estates run with far fewer failed requests than this; a sampler that prefers them does not. */
const suspectErrorRatio = 0.2;

/** How far below the median the quickest of a hundred requests is, at least, when nobody chose them. */
const suspectQuickestRatio = 0.5;

function tailSampling(window: WindowTally): TraceQuality['tailSampling'] {
  if (window.traces < fewestTraces) return 'too-few-traces';
  const { rootLatency } = window;
  const isErrorRich = window.tracesWithError > window.traces * suspectErrorRatio;
  const lacksQuick =
    rootLatency.count === 0 || rootLatency.quantileMs(0.01) > rootLatency.quantileMs(0.5) * suspectQuickestRatio;
  return isErrorRich && lacksQuick ? 'suspected' : 'not-visible';
}

function qualityOf(window: WindowTally, openSpans: number): TraceQuality {
  const unknown = window.thresholds.get('') ?? 0;
  const thresholds = [...window.thresholds]
    .filter(([threshold]) => threshold !== '')
    .map(([threshold, spans]) => ({ threshold, spans }))
    .sort((left, right) => compareText(left.threshold, right.threshold));
  return {
    spans: window.spans,
    traces: window.traces,
    tracesWithError: window.tracesWithError,
    duplicates: window.duplicates,
    orphans: window.orphans,
    missingSpanRatio: window.spans === 0 ? 0 : window.orphans / window.spans,
    cycles: window.cycles,
    lateSpans: window.lateSpans,
    unusableTimes: window.unusableTimes,
    linkedSpans: window.linkedSpans,
    openSpans,
    sampling: { known: thresholds.reduce((total, { spans }) => total + spans, 0), unknown, thresholds },
    tailSampling: tailSampling(window),
  };
}

function coverageOf(window: WindowTally, components: readonly ComponentSeen[], edges: number): Coverage {
  // Spans are counted by who read them.
  const count = new CoverageCount();
  count.read('traces', window.traces);
  count.read('components', components.length);
  count.read('edges', edges);
  if (window.connectionWaits > 0) count.read('connection waits', window.connectionWaits);
  const missed = (what: string, spans: number): void => {
    if (spans > 0) count.notUnderstood(what, 'traces', spans);
  };
  const own = [...window.components.values()];
  const sum = (of: (component: (typeof own)[number]) => number): number =>
    own.reduce((total, component) => total + of(component), 0);
  missed('spans without usable times', window.unusableTimes);
  missed('spans that came twice', window.duplicates);
  missed('spans whose parent is missing', window.orphans);
  missed('circles of parents', window.cycles);
  missed('spans that came after their trace was closed', window.lateSpans);
  missed('spans of services beyond the limit', window.components.get(otherName)?.spans ?? 0);
  missed(
    'spans of instances beyond the limit',
    sum((component) => component.otherInstanceSpans),
  );
  missed(
    'requests to operations beyond the limit',
    sum((component) => component.otherOperationRequests),
  );
  missed('calls to peers beyond the limit', window.otherPeerCalls);
  missed('calls on edges beyond the limit', window.otherEdgeCalls);
  missed('calls between hosts beyond the limit', window.skew.otherCalls);
  missed('calls whose other end has no name', window.unnamedCalls);
  missed(
    'requests with a plan beyond the limit',
    own.reduce(
      (total, { operations }) => [...operations.values()].reduce((more, { plans }) => more + plans.otherCount, total),
      0,
    ),
  );
  return count.coverage;
}

function peerComponent(peer: NamedPeer): ComponentSeen {
  return {
    ...peer,
    namespace: undefined,
    seenBy: 'callers',
    versions: [],
    languages: [],
    instances: [],
    rootCount: 0,
    operations: [],
    quality: undefined,
  };
}

/**
 * What was counted in a window, as plain data. The window is left as it is.
 *
 * @param window - What was counted.
 * @param openSpans - Spans of traces that are not closed yet.
 */
export function summarise(window: WindowTally, openSpans: number): TraceSummary {
  // A service all of whose spans were dropped as duplicates is none.
  const own = [...window.components.values()].filter(({ spans }) => spans > 0);
  const ownIds = new Set(own.map(({ id }) => id));
  const { componentOf, named } = resolvePeers(window.peers.values(), own);
  const callers: Caller[] = [
    ...own.flatMap(({ operations, merged, loose }) => [...operations.values(), ...merged, loose]),
    ...window.peers.values(),
  ];
  const { edges, refOf } = summariseEdges(callers, componentOf, (id) => ownIds.has(id));
  const observedMs = window.observed.totalMs;
  const windowMs = rateWindowMs({ observedMs });
  const samplesOfPlan = window.limits.samplesOfPlan;
  const contention = sweepContention(window.log, window.thresholds.size > 0 && !window.thresholds.has(''));
  const components = [
    ...own.map((component) => summariseComponent(component, { windowMs, samplesOfPlan, refOf, contention })),
    ...named.map(peerComponent),
  ].sort((left, right) => compareText(left.id, right.id));
  return {
    version: 1,
    window: window.traces === 0 ? undefined : { startMs: window.firstMs, endMs: window.lastMs, observedMs },
    sketchRelativeErrorRatio,
    components,
    edges,
    clockOffsets: window.skew.toData(),
    quality: qualityOf(window, openSpans),
    coverage: coverageOf(window, components, edges.length),
  };
}
