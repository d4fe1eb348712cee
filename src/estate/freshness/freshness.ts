import type { Collector } from '../../../connectors/observation/index.ts';
import { attributeEntry, halfLifeMsOf } from '../facts/index.ts';
import type { Fact, FactKind } from '../facts/index.ts';

/** A reading, and when the system was as it says. */
export interface AgedReading {
  readonly collector: Collector;
  readonly sha256: string;
  readonly asOfMs: number;
}

/** How fresh the facts of one kind are, of one component or of the whole estate. */
export interface Freshness {
  /** Null for what is said of the estate as a whole. */
  readonly component: string | null;
  readonly kind: FactKind;
  readonly facts: number;
  /** Age of the oldest. */
  readonly oldestMs: number;
  readonly halfLifeMs: number;
  /** Of the oldest: 1 when just seen, a half after one half-life. */
  readonly freshness: number;
}

/**
 * What a fact is still worth: 2 to the power of minus its age in half-lives. A reading from the future (a clock that is
 * ahead) counts as just taken.
 *
 * @param ageMs - How long ago the system was so.
 * @param halfLifeMs - After which it is worth half.
 */
export function freshnessAfter(ageMs: number, halfLifeMs: number): number {
  return 2 ** (-Math.max(0, ageMs) / halfLifeMs);
}

/**
 * How fresh facts are, by component and kind of fact; what a plan rests on is as fresh as the stalest of it.
 *
 * @param facts - Of a snapshot.
 * @param readings - The readings that they stand in.
 * @param nowMs - The time against which age is counted.
 * @returns Sorted by component and kind, the estate as a whole first.
 */
export function freshnessOf(
  facts: readonly Fact[],
  readings: readonly AgedReading[],
  nowMs: number,
): readonly Freshness[] {
  const asOf = new Map(readings.map(({ collector, sha256, asOfMs }) => [`${collector}\0${sha256}`, asOfMs]));
  const rows = new Map<string, Freshness>();
  for (const { subject, attribute, collector, reading } of facts) {
    const asOfMs = asOf.get(`${collector}\0${reading}`);
    if (asOfMs === undefined) continue;
    const component = subject.kind === 'estate' ? null : subject.component;
    const { kind } = attributeEntry(attribute);
    const key = `${component === null ? '' : `c${component}`}\0${kind}`;
    const known = rows.get(key);
    const oldestMs = Math.max(nowMs - asOfMs, known?.oldestMs ?? 0, 0);
    const halfLifeMs = halfLifeMsOf(attribute);
    rows.set(key, {
      component,
      kind,
      facts: (known?.facts ?? 0) + 1,
      oldestMs,
      halfLifeMs,
      freshness: freshnessAfter(oldestMs, halfLifeMs),
    });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
