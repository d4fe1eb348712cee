import type { ComponentKind, FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { rateWindowMs } from '../traces/index.ts';
import type { ComponentSeen, EdgeSeen, NameEvidence, OperationSeen, TraceSummary } from '../traces/index.ts';
import { factsAbout } from './found.ts';

/** What was read to make a summary of traces. */
export interface TracesRead {
  /** Files or an address, without credentials. */
  readonly place: string;
  /** SHA-256 of all that was read. */
  readonly sha256: string;
}

/** Docker names a container after itself unless it is told otherwise. */
const shortContainerId = /^[0-9a-f]{12}$/;

/** A name that telemetry tells, as identity resolution knows it; undefined where it says nothing of who is meant. */
function nameOf({ scheme, value }: NameEvidence): Name | undefined {
  switch (scheme) {
    case 'container-id':
    case 'container-name':
      return { scheme, value };
    case 'host-name':
      return shortContainerId.test(value) ? { scheme: 'container-id', value } : undefined;
    case 'k8s-pod':
      return { scheme: 'pod', value };
    case 'k8s-deployment':
      return { scheme: 'workload', value };
    case 'address':
    case 'peer-service':
      return { scheme: 'address', value: value.toLowerCase().replace(/:\d+$/, '') };
    case 'otel-service':
    case 'service-instance':
    case 'host-id':
    case 'k8s-pod-uid':
    case 'k8s-node':
    case 'rpc-service':
    case 'db-namespace':
    case 'destination':
    case 'system':
      return undefined;
  }
}

function sightingOf({ id, name, kind, seenBy, namespace, names, instances }: ComponentSeen): Sighting {
  const evidence = [...names, ...instances.flatMap((instance) => instance.names)];
  const told = evidence.flatMap((each) => nameOf(each) ?? []);
  const own: Name = seenBy === 'own-spans' ? { scheme: 'otel-service', value: id } : { scheme: 'peer', value: name };
  const distinct = new Map([own, ...told].map((name) => [`${name.scheme}\0${name.value}`, name]));
  return {
    key: id,
    kind: kind satisfies ComponentKind,
    names: [...distinct.values()],
    ...(namespace === undefined ? {} : { group: namespace }),
  };
}

function operationFacts(component: string, operation: OperationSeen): FoundFact[] {
  const { template, kind, protocol, requests, rootCount, perSecond, selfTime, inFlight, dispersionIndex } = operation;
  const { timeline, contention, plans, otherPlans, orders } = operation;
  const fact = factsAbout({ kind: 'operation', component, operation: template }, 'captured');
  const counted = { count: requests.count };
  const callsOthers = plans.some(({ steps, detached }) => steps.length > 1 || detached.length > 0);
  return [
    ...fact('requests', { kind, protocol, requests, rootCount, perSecond, inFlight, dispersionIndex }, counted),
    ...fact('timeline', timeline, counted),
    ...fact('self-time', selfTime, counted),
    ...fact('contention', contention, { count: contention?.count ?? 0 }),
    ...fact('call-plans', callsOthers ? { plans, otherPlans, orders } : undefined, counted),
  ];
}

function componentFacts(component: ComponentSeen): FoundFact[] {
  const { id, seenBy, system, versions, languages, rootCount, quality } = component;
  const fact = factsAbout({ kind: 'component', component: id }, 'captured');
  return [
    ...fact('telemetry', { seenBy, system, versions, languages, rootCount, quality }),
    ...component.instances.flatMap(({ id: instance, host, version, spans, firstSeenMs, lastSeenMs }) =>
      factsAbout({ kind: 'instance', component: id, instance }, 'captured')(
        'process',
        { host, version, spans, firstSeenMs, lastSeenMs },
        { count: spans },
      ),
    ),
    ...component.operations.flatMap((operation) => operationFacts(id, operation)),
  ];
}

function edgeFacts({ caller, callee, calls, ...edge }: EdgeSeen, ratedMs: number): FoundFact[] {
  const perSecond = (calls.adjustedCount * 1_000) / ratedMs;
  const subject = {
    kind: 'edge' as const,
    component: caller.component,
    to: callee.component,
    ...(caller.operation === undefined ? {} : { operation: caller.operation }),
    ...(callee.operation === undefined ? {} : { toOperation: callee.operation }),
  };
  return factsAbout(subject, 'captured')('calls', { calls, perSecond, ...edge }, { count: calls.count });
}

/**
 * What traces tell, in the estate's words.
 *
 * @param summary - The traces of a window.
 * @param read - What it was made of.
 * @returns The findings; undefined where there was no span in it.
 */
export function findingsOfTraces(summary: TraceSummary, { place, sha256 }: TracesRead): Findings | undefined {
  const { window, sketchRelativeErrorRatio, components, edges, clockOffsets, quality, coverage } = summary;
  if (window === undefined) return undefined;
  const fact = factsAbout({ kind: 'estate' }, 'captured');
  const windowMs = window.endMs - window.startMs;
  return {
    collector: 'traces',
    place,
    sha256,
    asOfMs: window.endMs,
    isComplete: false,
    sightings: components.map(sightingOf),
    facts: [
      ...fact('trace-quality', { windowMs, observedMs: window.observedMs, sketchRelativeErrorRatio, ...quality }),
      ...fact('clock-offsets', clockOffsets.length === 0 ? undefined : clockOffsets),
      ...components.flatMap(componentFacts),
      ...edges.flatMap((edge) => edgeFacts(edge, rateWindowMs(window))),
    ],
    coverage: {
      ...coverage,
      // What was counted over all traces stands at no place of its own.
      notUnderstood: coverage.notUnderstood.map((gap) => (gap.place === 'traces' ? { ...gap, place } : gap)),
    },
  };
}
