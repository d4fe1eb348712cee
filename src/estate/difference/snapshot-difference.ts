import { canonicalJson } from '../../kernel/index.ts';
import type { Json } from '../../kernel/index.ts';
import { attributeEntry, subjectKey, subjectLabel } from '../facts/index.ts';
import type { AttributeName, Fact, FactKind } from '../facts/index.ts';
import type { SnapshotDocument } from '../snapshot/index.ts';

/** What is new, gone or other between two snapshots. */
export interface SnapshotDifference {
  readonly componentsAdded: readonly string[];
  readonly componentsRemoved: readonly string[];
  /** What somebody set before what comes and goes by itself; sorted by subject and attribute. */
  readonly facts: readonly {
    readonly subject: string;
    readonly attribute: AttributeName;
    readonly method: Fact['method'];
    readonly kind: FactKind;
    readonly change: 'added' | 'removed' | 'changed';
    /** Each value once; several where instances or files differ. */
    readonly before: readonly Json[];
    readonly after: readonly Json[];
  }[];
}

const byKey = (facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> =>
  Map.groupBy(facts, ({ subject, attribute, method }) => [subjectKey(subject), attribute, method].join('\0'));

/** Which instance or file says so is no difference. */
const valuesOf = (facts: readonly Fact[] | undefined): string =>
  (facts ?? [])
    .map(({ value }) => canonicalJson(value))
    .sort()
    .join('\n');

const distinctValues = (facts: readonly Fact[] | undefined): readonly Json[] => [
  ...new Map((facts ?? []).map(({ value }) => [canonicalJson(value), value])).values(),
];

/** Usage and traffic are never the same twice; what somebody has changed must not drown in them. */
const orderOfKinds: readonly FactKind[] = ['configuration', 'structure', 'service-time', 'state', 'traffic'];

function changesOf(
  old: ReadonlyMap<string, readonly Fact[]>,
  now: ReadonlyMap<string, readonly Fact[]>,
): SnapshotDifference['facts'] {
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changes = keys.flatMap((key) => {
    const [before, after] = [old.get(key), now.get(key)];
    const [fact] = after ?? before ?? [];
    if (fact === undefined || valuesOf(before) === valuesOf(after)) return [];
    const { subject, attribute, method } = fact;
    return {
      subject: subjectLabel(subject),
      attribute,
      method,
      kind: attributeEntry(attribute).kind,
      change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      before: distinctValues(before),
      after: distinctValues(after),
    } as const;
  });
  return changes.sort((a, b) => orderOfKinds.indexOf(a.kind) - orderOfKinds.indexOf(b.kind));
}

/**
 * Compares two snapshots.
 *
 * @param before - The earlier.
 * @param after - The later.
 */
export function snapshotDifference(before: SnapshotDocument, after: SnapshotDocument): SnapshotDifference {
  const names = (document: SnapshotDocument): Set<string> => new Set(document.components.map(({ name }) => name));
  const [was, is] = [names(before), names(after)];
  const [old, now] = [byKey(before.facts), byKey(after.facts)];
  return {
    componentsAdded: [...is].filter((name) => !was.has(name)),
    componentsRemoved: [...was].filter((name) => !is.has(name)),
    facts: changesOf(old, now),
  };
}
