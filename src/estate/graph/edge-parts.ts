import type { AttributeValueOf, Fact } from '../facts/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import type { Tallied } from './graph-traffic.ts';

/** What is known of one edge, before it is summed up. */
export interface EdgeParts {
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

/**
 * The one component that an address belongs to, of those that send no spans: others would have told of the call
 * themselves, and were passed by. Undefined as a value where it is that of several.
 */
function silentOwners(
  components: readonly SnapshotComponent[],
  facts: readonly Fact[],
): Map<string, string | undefined> {
  const senders = new Set(
    facts.flatMap(({ subject, attribute, value }) =>
      attribute === 'telemetry' &&
      subject.kind === 'component' &&
      (value as AttributeValueOf<'telemetry'>).seenBy === 'own-spans'
        ? [subject.component]
        : [],
    ),
  );
  const owners = new Map<string, string | undefined>();
  for (const { name, names } of components) {
    if (senders.has(name)) continue;
    for (const { scheme, value } of names) {
      if (scheme === 'address') owners.set(value, owners.has(value) && owners.get(value) !== name ? undefined : name);
    }
  }
  return owners;
}

/**
 * Puts together what is known of each edge. Where most calls of a pair addressed a component that sends no spans, as of a
 * proxy, they are taken to go through it: two edges are inferred in the place of one.
 *
 * @param document - The snapshot.
 * @returns Sorted by both ends.
 */
export function edgeParts({ components, facts }: SnapshotDocument): readonly EdgeParts[] {
  const ownerOf = silentOwners(components, facts);
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
