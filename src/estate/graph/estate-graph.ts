import type { Collector } from '../../../connectors/observation/index.ts';
import type { AttributeValueOf, ComponentKind } from '../facts/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import { edgeParts } from './edge-parts.ts';
import { FactIndex } from './fact-index.ts';
import { trafficOf } from './graph-traffic.ts';
import type { GraphTraffic, Tallied } from './graph-traffic.ts';
import { instanceStates } from './instance-states.ts';
import type { InstanceState } from './instance-states.ts';

/** A component of the estate. */
export interface GraphNode {
  readonly name: string;
  readonly kind: ComponentKind;
  readonly group: string | null;
  readonly owner: string | null;
  readonly collectors: readonly Collector[];
  /** `repository:tag`, or with a digest; null where none is known. */
  readonly image: string | null;
  /** Running instances where an engine was read, else declared ones; null where neither is known. */
  readonly replicas: number | null;
  /** Of its instances, ended ones among them; empty where no engine was read. */
  readonly states: readonly InstanceState[];
  readonly cpuCores: number | null;
  readonly memoryBytes: number | null;
  /** Names of what it is asked, sorted. */
  readonly operations: readonly string[];
  /** Null where no traffic was seen. */
  readonly traffic: GraphTraffic | null;
  /** Whether requests come to it that nothing traced had caused. */
  readonly isEntry: boolean;
}

/** That one component uses another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Sorted; empty where no call was seen. */
  readonly protocols: readonly string[];
  /** Null where no call was seen. */
  readonly traffic: GraphTraffic | null;
  /** What configuration says so: `depends_on`, `environment CART_ADDR`; empty where none does. */
  readonly declaredBy: readonly string[];
  /**
   * Whether its calls were told of by neighbours only: one end is a proxy that sends no spans, and that callers address in
   * the place of who answers.
   */
  readonly isInferred: boolean;
}

/** The estate as a graph of components and of who uses whom. */
export interface EstateGraph {
  /** Sorted by name. */
  readonly nodes: readonly GraphNode[];
  /** Sorted by from and to. */
  readonly edges: readonly GraphEdge[];
}

const imageText = ({ repository, tag, digest }: AttributeValueOf<'image'>): string =>
  `${repository.replace(/^docker\.io\/(?:library\/)?/, '')}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function nodeOf(
  component: SnapshotComponent,
  index: FactIndex,
  asked: readonly Asked[],
  called: readonly Tallied[],
  states: readonly AttributeValueOf<'state'>[],
): GraphNode {
  const { name, kind, group, owner, collectors } = component;
  const subject = { kind: 'component', component: name } as const;
  const image = index.best(subject, 'image');
  const limits = index.best(subject, 'limits');
  // Who sends no spans is known by its callers.
  const own = asked.map(({ tallied }) => tallied);
  return {
    name,
    kind,
    group,
    owner,
    collectors,
    image: image === undefined ? null : imageText(image),
    replicas: index.best(subject, 'replicas') ?? null,
    states: instanceStates(states),
    cpuCores: limits?.cpuCores ?? null,
    memoryBytes: limits?.memoryBytes ?? null,
    operations: [...new Set(asked.map(({ operation }) => operation))].sort(),
    traffic: trafficOf(own.length > 0 ? own : called),
    isEntry: (index.best(subject, 'telemetry')?.rootCount ?? 0) > 0,
  };
}

interface Asked {
  readonly operation: string;
  readonly tallied: Tallied;
}

/**
 * Draws the graph of a snapshot together: one node for each component, one edge for each pair that calls or is declared
 * to need each other.
 *
 * @param document - The snapshot.
 */
export function estateGraph(document: SnapshotDocument): EstateGraph {
  const { components, facts } = document;
  const index = new FactIndex(facts);
  const asked = new Map<string, Asked[]>();
  const states = new Map<string, AttributeValueOf<'state'>[]>();
  for (const { subject, attribute, value } of facts) {
    if (subject.kind === 'instance' && attribute === 'state')
      push(states, subject.component, value as AttributeValueOf<'state'>);
    if (subject.kind !== 'operation' || attribute !== 'requests') continue;
    const { perSecond, requests } = value as AttributeValueOf<'requests'>;
    push(asked, subject.component, { operation: subject.operation, tallied: { perSecond, requests } });
  }
  const parts = edgeParts(document);
  const called = new Map<string, Tallied[]>();
  for (const { to, calls } of parts) for (const { tallied } of calls) push(called, to, tallied);
  return {
    nodes: components.map((component) =>
      nodeOf(
        component,
        index,
        asked.get(component.name) ?? [],
        called.get(component.name) ?? [],
        states.get(component.name) ?? [],
      ),
    ),
    edges: parts.map(({ from, to, calls, via }) => ({
      from,
      to,
      protocols: [...new Set(calls.map(({ protocol }) => protocol))].sort(),
      traffic: trafficOf(calls.map(({ tallied }) => tallied)),
      declaredBy: [...via].sort(),
      isInferred: calls.length > 0 && calls.every(({ isInferred }) => isInferred),
    })),
  };
}
