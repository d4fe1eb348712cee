import type { AttributeName, Fact } from '../facts/index.ts';
import { subjectKey } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { estateGraph } from '../graph/index.ts';
import type { SnapshotDocument } from '../snapshot/index.ts';
import { comparable } from './comparable.ts';

/** A value that a configuration says and another that was seen. */
export interface Conflict {
  readonly component: string;
  readonly attribute: AttributeName;
  /** What of the attribute differs: `cpuCores`, a variable's name; empty for the whole. */
  readonly part: string;
  readonly declared: Json;
  readonly captured: Json;
  /** Where the configuration says it; null where that is not known. */
  readonly declaredAt: string | null;
  /** On which instance it was seen; null where that is not known. */
  readonly capturedAt: string | null;
}

/** A pair of components that one side knows of. */
export interface OneSidedEdge {
  readonly from: string;
  readonly to: string;
  /** What says so: `depends_on`, `environment CART_ADDR`; or the protocols that were seen. */
  readonly by: readonly string[];
}

/** Where configuration and reality part. */
export interface DeclaredDifference {
  /** Whether there was a configuration, an engine and traffic to compare. */
  readonly compared: { readonly configuration: boolean; readonly engine: boolean; readonly traffic: boolean };
  /** Declared, and neither running nor in any traffic. */
  readonly onlyDeclared: readonly string[];
  /** Running or in traffic, and declared nowhere. */
  readonly onlyCaptured: readonly string[];
  /** Declared as needed, and no call was seen. */
  readonly edgesOnlyDeclared: readonly OneSidedEdge[];
  /** Calls were seen that no configuration mentions. */
  readonly edgesOnlyCaptured: readonly OneSidedEdge[];
  readonly conflicts: readonly Conflict[];
}

function conflictsOf(declared: Fact, captured: Fact): Conflict[] {
  if (declared.subject.kind !== 'component') return [];
  const { component } = declared.subject;
  const said = comparable(declared.attribute, declared.value);
  const seen = comparable(captured.attribute, captured.value);
  const parts = [...new Set([...said.keys(), ...seen.keys()])].sort();
  return parts.flatMap((part): Conflict[] => {
    const one = said.get(part);
    const other = seen.get(part);
    // What one side leaves to its default says nothing against the other.
    if (one === undefined || other === undefined || canonicalJson(one) === canonicalJson(other)) return [];
    return [
      {
        component,
        attribute: declared.attribute,
        part,
        declared: one,
        captured: other,
        declaredAt: declared.place ?? null,
        capturedAt: captured.place ?? null,
      },
    ];
  });
}

/**
 * Compares what configuration says with what was seen.
 *
 * @param document - The snapshot.
 */
export function declaredDifference(document: SnapshotDocument): DeclaredDifference {
  const { components, facts } = document;
  const read = new Set(document.readings.map(({ collector }) => collector));
  const graph = estateGraph(document);
  const isDeclared = new Set(
    components.filter(({ collectors }) => collectors.includes('compose')).map(({ name }) => name),
  );
  const isSeen = new Set(
    components.filter(({ collectors }) => collectors.some((by) => by !== 'compose')).map(({ name }) => name),
  );
  const isExternal = new Set(components.filter(({ kind }) => kind === 'external').map(({ name }) => name));

  const declaredFacts = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.method !== 'declared') continue;
    const key = `${subjectKey(fact.subject)}\0${fact.attribute}`;
    declaredFacts.set(key, [...(declaredFacts.get(key) ?? []), fact]);
  }
  const conflicts = facts
    .filter(({ method }) => method === 'captured')
    .flatMap((captured) =>
      (declaredFacts.get(`${subjectKey(captured.subject)}\0${captured.attribute}`) ?? []).flatMap((declared) =>
        conflictsOf(declared, captured),
      ),
    );
  const hasTraffic = graph.edges.some(({ traffic }) => traffic !== null);
  return {
    compared: { configuration: read.has('compose'), engine: read.has('docker'), traffic: hasTraffic },
    onlyDeclared: [...isDeclared].filter((name) => !isSeen.has(name)),
    onlyCaptured: [...isSeen].filter((name) => !isDeclared.has(name)),
    edgesOnlyDeclared: graph.edges
      .filter(({ traffic, declaredBy }) => traffic === null && declaredBy.length > 0)
      .map(({ from, to, declaredBy }) => ({ from, to, by: declaredBy })),
    edgesOnlyCaptured: graph.edges
      .filter(({ traffic, declaredBy, to }) => traffic !== null && declaredBy.length === 0 && !isExternal.has(to))
      .map(({ from, to, protocols }) => ({ from, to, by: protocols })),
    conflicts,
  };
}
