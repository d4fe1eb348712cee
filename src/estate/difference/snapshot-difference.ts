import { canonicalJson } from '../../kernel/index.ts';
import { subjectKey, subjectLabel } from '../facts/index.ts';
import type { AttributeName, Fact } from '../facts/index.ts';
import type { SnapshotDocument } from '../snapshot/index.ts';

/** What is new, gone or other between two snapshots. */
export interface SnapshotDifference {
  readonly componentsAdded: readonly string[];
  readonly componentsRemoved: readonly string[];
  /** Sorted by subject and attribute. */
  readonly facts: readonly {
    readonly subject: string;
    readonly attribute: AttributeName;
    readonly method: Fact['method'];
    readonly change: 'added' | 'removed' | 'changed';
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
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  return {
    componentsAdded: [...is].filter((name) => !was.has(name)),
    componentsRemoved: [...was].filter((name) => !is.has(name)),
    facts: keys.flatMap((key) => {
      const [fact] = now.get(key) ?? old.get(key) ?? [];
      if (fact === undefined || valuesOf(old.get(key)) === valuesOf(now.get(key))) return [];
      const change = !old.has(key) ? 'added' : !now.has(key) ? 'removed' : 'changed';
      const { attribute, method } = fact;
      return [{ subject: subjectLabel(fact.subject), attribute, method, change } as const];
    }),
  };
}
