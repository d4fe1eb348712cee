import type { AttributeName, AttributeValueOf, Fact } from '../facts/index.ts';
import { estateGraph } from '../graph/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import { compareAttribute, comparedAttributes } from './compare-attribute.ts';
import type { PartDifference } from './part-difference.ts';

/** A value that a configuration says and another that was seen. */
export interface Conflict extends PartDifference {
  readonly component: string;
  readonly attribute: AttributeName;
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

/** Where configuration and reality part. A list is empty where one of its two sides was not read. */
export interface DeclaredDifference {
  /** Whether there was a configuration, an engine and traffic to compare. */
  readonly compared: { readonly configuration: boolean; readonly engine: boolean; readonly traffic: boolean };
  /** Declared, and neither running nor in any traffic; without jobs, and what is declared to have no instance. */
  readonly onlyDeclared: readonly string[];
  /** Running or in traffic, and declared nowhere. */
  readonly onlyCaptured: readonly string[];
  /** Declared as needed, and no call was seen; without jobs whose end is waited for. */
  readonly edgesOnlyDeclared: readonly OneSidedEdge[];
  /** Calls were seen that no configuration mentions; without those to external components, all of which are undeclared. */
  readonly edgesOnlyCaptured: readonly OneSidedEdge[];
  readonly conflicts: readonly Conflict[];
}

/** The facts of each component by attribute. */
type ByAttribute = ReadonlyMap<string, readonly Fact[]>;

const keyOf = (component: string, attribute: AttributeName): string => `${attribute}\0${component}`;

function byAttribute(facts: readonly Fact[], method: Fact['method']): ByAttribute {
  const ofComponents = facts.filter(({ subject, method: by }) => by === method && subject.kind === 'component');
  return Map.groupBy(ofComponents, ({ subject, attribute }) =>
    subject.kind === 'component' ? keyOf(subject.component, attribute) : '',
  );
}

function conflictsOf(
  { name, collectors }: SnapshotComponent,
  allDeclared: ByAttribute,
  allCaptured: ByAttribute,
): readonly Conflict[] {
  // What an engine or a configuration does not mention says something only where it knows the component.
  if (!collectors.includes('compose') || !collectors.includes('docker')) return [];
  return comparedAttributes.flatMap((attribute) => {
    const declared = allDeclared.get(keyOf(name, attribute)) ?? [undefined];
    const captured = allCaptured.get(keyOf(name, attribute)) ?? [undefined];
    return declared.flatMap((one) =>
      captured.flatMap((other) =>
        compareAttribute(attribute, one?.value, other?.value).map((difference) => ({
          component: name,
          attribute,
          ...difference,
          declaredAt: one?.place ?? null,
          capturedAt: other?.place ?? null,
        })),
      ),
    );
  });
}

/** Edges that say only that the end of a job is waited for: nobody calls a job. */
function waitsForJobs(facts: readonly Fact[]): ReadonlySet<string> {
  const waits = new Set<string>();
  const needs = new Set<string>();
  for (const { subject, attribute, value } of facts) {
    if (subject.kind !== 'edge' || attribute !== 'declared-dependency') continue;
    const { via, condition } = value as AttributeValueOf<'declared-dependency'>;
    const isWait = condition === 'service_completed_successfully' && via.every((by) => by === 'depends_on');
    (isWait ? waits : needs).add(JSON.stringify([subject.component, subject.to]));
  }
  return new Set([...waits].filter((edge) => !needs.has(edge)));
}

/**
 * Compares what configuration says with what was seen.
 *
 * @param document - The snapshot.
 */
export function declaredDifference(document: SnapshotDocument): DeclaredDifference {
  const { components, facts } = document;
  const read = new Set(document.readings.map(({ collector }) => collector));
  const { edges } = estateGraph(document);
  const declared = byAttribute(facts, 'declared');
  const captured = byAttribute(facts, 'captured');
  const isDeclared = ({ collectors }: SnapshotComponent): boolean => collectors.includes('compose');
  const isSeen = ({ collectors }: SnapshotComponent): boolean => collectors.some((by) => by !== 'compose');
  const isMeantToRun = ({ name, kind }: SnapshotComponent): boolean =>
    kind !== 'job' && !(declared.get(keyOf(name, 'replicas')) ?? []).some(({ value }) => value === 0);
  const isExternal = new Set(components.filter(({ kind }) => kind === 'external').map(({ name }) => name));
  const waits = waitsForJobs(facts);

  const hasConfiguration = read.has('compose');
  const hasTraffic = edges.some(({ traffic }) => traffic !== null);
  // Containers carry what they were made from: an engine alone says who needs whom, too.
  const hasNeeds = hasConfiguration || edges.some(({ declaredBy }) => declaredBy.length > 0);
  const names = (some: readonly SnapshotComponent[]): string[] => some.map(({ name }) => name);
  return {
    compared: { configuration: hasConfiguration, engine: read.has('docker'), traffic: hasTraffic },
    onlyDeclared: components.some(isSeen)
      ? names(components.filter((one) => isDeclared(one) && !isSeen(one) && isMeantToRun(one)))
      : [],
    onlyCaptured: hasConfiguration ? names(components.filter((one) => isSeen(one) && !isDeclared(one))) : [],
    edgesOnlyDeclared: hasTraffic
      ? edges
          .filter(({ traffic, declaredBy }) => traffic === null && declaredBy.length > 0)
          .filter(({ from, to }) => !waits.has(JSON.stringify([from, to])))
          .map(({ from, to, declaredBy }) => ({ from, to, by: declaredBy }))
      : [],
    edgesOnlyCaptured: hasNeeds
      ? edges
          .filter(({ traffic, declaredBy, to }) => traffic !== null && declaredBy.length === 0 && !isExternal.has(to))
          .map(({ from, to, protocols }) => ({ from, to, by: protocols }))
      : [],
    conflicts: components.flatMap((component) => conflictsOf(component, declared, captured)),
  };
}
