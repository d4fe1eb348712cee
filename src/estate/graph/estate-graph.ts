import type { Collector } from '../../../connectors/observation/index.ts';
import type { AttributeValueOf, ComponentKind, Fact } from '../facts/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import { LatencySketch, quantileMs } from '../traces/index.ts';
import type { SketchData } from '../traces/index.ts';
import { FactIndex } from './fact-index.ts';
import { instanceStates } from './instance-states.ts';
import type { InstanceState } from './instance-states.ts';

/** What is known of how much passes and how well: of a component, or between two. */
export interface GraphTraffic {
  /** Requests a second over the observed window, adjusted for sampling. */
  readonly perSecond: number;
  /** 0 to 1. */
  readonly errorRatio: number;
  /** Null where no duration was seen. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

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

type Requests = AttributeValueOf<'requests'>['requests'];

interface Tallied {
  readonly perSecond: number;
  readonly requests: Requests;
}

function trafficOf(tallied: readonly Tallied[]): GraphTraffic | null {
  if (tallied.length === 0) return null;
  const sketch = new LatencySketch();
  let perSecond = 0;
  let requests = 0;
  let errors = 0;
  for (const { perSecond: rate, requests: some } of tallied) {
    perSecond += rate;
    requests += some.adjustedCount;
    errors += some.adjustedCount * some.errorRatio;
    if (some.latency !== undefined) sketch.merge(LatencySketch.fromData(some.latency));
  }
  const latency: SketchData | undefined = sketch.toData();
  return {
    perSecond,
    errorRatio: requests === 0 ? 0 : errors / requests,
    p50Ms: latency === undefined ? null : quantileMs(latency, 0.5),
    p95Ms: latency === undefined ? null : quantileMs(latency, 0.95),
  };
}

const imageText = ({ repository, tag, digest }: AttributeValueOf<'image'>): string =>
  `${repository.replace(/^docker\.io\/(?:library\/)?/, '')}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

interface EdgeParts {
  readonly from: string;
  readonly to: string;
  readonly calls: { readonly protocol: string; readonly tallied: Tallied; readonly isInferred: boolean }[];
  readonly via: Set<string>;
}

/** The component between caller and called that most of the calls addressed; undefined where they addressed the called. */
function hopOf(
  { addressedAs }: AttributeValueOf<'calls'>,
  ends: readonly string[],
  ownerOf: ReadonlyMap<string, string | undefined>,
): string | undefined {
  const [most] = [...addressedAs].sort((a, b) => b.count - a.count);
  const hop = most === undefined ? undefined : ownerOf.get(most.name.toLowerCase().replace(/:\d+$/, ''));
  return hop === undefined || ends.includes(hop) ? undefined : hop;
}

/** The one component that an address belongs to; undefined as a value where it is that of several. */
function addressOwners(components: readonly SnapshotComponent[]): Map<string, string | undefined> {
  const owners = new Map<string, string | undefined>();
  for (const { name, names } of components) {
    for (const { scheme, value } of names) {
      if (scheme === 'address') owners.set(value, owners.has(value) && owners.get(value) !== name ? undefined : name);
    }
  }
  return owners;
}

function edgeParts(facts: readonly Fact[], ownerOf: ReadonlyMap<string, string | undefined>): EdgeParts[] {
  const edges = new Map<string, EdgeParts>();
  const edgeBetween = (from: string, to: string): EdgeParts => {
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) ?? { from, to, calls: [], via: new Set<string>() };
    edges.set(key, edge);
    return edge;
  };
  for (const { subject, attribute, value } of facts) {
    if (subject.kind !== 'edge' || subject.component === subject.to) continue;
    const { component: from, to } = subject;
    if (attribute === 'calls') {
      const seen = value as AttributeValueOf<'calls'>;
      const hop = hopOf(seen, [from, to], ownerOf);
      const call = { protocol: seen.protocol, tallied: { perSecond: seen.perSecond, requests: seen.calls } };
      if (hop === undefined) edgeBetween(from, to).calls.push({ ...call, isInferred: false });
      else {
        edgeBetween(from, hop).calls.push({ ...call, isInferred: true });
        edgeBetween(hop, to).calls.push({ ...call, isInferred: true });
      }
    } else if (attribute === 'declared-dependency') {
      for (const via of (value as AttributeValueOf<'declared-dependency'>).via) edgeBetween(from, to).via.add(via);
    }
  }
  return [...edges].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
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
export function estateGraph({ components, facts }: SnapshotDocument): EstateGraph {
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
  const parts = edgeParts(facts, addressOwners(components));
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
