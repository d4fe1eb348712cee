import type { Findings } from '../findings.ts';
import { attributeEntry, renameSubject, subjectKey } from '../facts/index.ts';
import type { Fact, FoundFact } from '../facts/index.ts';
import { resolveIdentity } from '../identity/index.ts';
import type { Identity, Seen } from '../identity/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { OwnerRule } from './owner-rule.ts';
import { ownerByRules } from './owner-rule.ts';
import type { Snapshot, SnapshotComponent, SnapshotDocument } from './snapshot.ts';

/** A reading with those of its sightings and facts that are in force. */
export type FindingsInForce = Pick<Findings, 'collector' | 'place' | 'sha256' | 'isComplete' | 'sightings' | 'facts'>;

/** An inventory's keys are unique in its reading only; windows of telemetry, one after the other, use the same. */
const seenId = ({ collector, sha256, isComplete }: FindingsInForce, key: string): string =>
  isComplete ? `${collector}\0${sha256}\0${key}` : `${collector}\0${key}`;

/** A fact with the texts by which it is told from others and put in order. */
interface Keyed {
  readonly fact: Fact;
  /** What is said, by whom, of whom: instances of one component say the same thing many times. */
  readonly saying: string;
  readonly order: string;
}

function keyed(fact: Fact): Keyed {
  const { subject, attribute, method, collector, reading, place = '', value } = fact;
  const [about, said] = [[subjectKey(subject), attribute, method, collector], canonicalJson(value)];
  return { fact, saying: [...about, said].join('\0'), order: [...about, reading, place, said].join('\0') };
}

/** In an order that depends on nothing but the facts; of those that say the same, the first by reading and place. */
function inOrder(facts: readonly Fact[]): Fact[] {
  const sorted = facts.map(keyed).sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  const bySaying = new Map<string, Fact>();
  for (const { fact, saying } of sorted) if (!bySaying.has(saying)) bySaying.set(saying, fact);
  return [...bySaying.values()];
}

/** Every `component` in a value, by its new name. */
function renameIn(value: Json, rename: (component: string) => string): Json {
  if (Array.isArray(value)) return value.map((member: Json) => renameIn(member, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, Json]) => [
      key,
      key === 'component' && typeof member === 'string' ? rename(member) : renameIn(member, rename),
    ]),
  );
}

function factsOf(findings: readonly FindingsInForce[], { componentOf }: Identity): Fact[] {
  const facts = findings.flatMap((reading) =>
    reading.facts.map((fact: FoundFact): Fact => {
      const rename = (key: string): string => componentOf.get(seenId(reading, key)) ?? key;
      const value = attributeEntry(fact.attribute).holdsComponents === true ? renameIn(fact.value, rename) : fact.value;
      return {
        ...fact,
        value,
        subject: renameSubject(fact.subject, rename),
        collector: reading.collector,
        reading: reading.sha256,
      };
    }),
  );
  return inOrder(facts);
}

/** What a captured source says beats what a file says; a rule of the operator beats both. */
function ownersOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const said = facts.filter(({ attribute }) => attribute === 'owner');
  for (const method of ['declared', 'captured'] as const) {
    for (const { subject, value, method: by } of said) {
      if (by === method && subject.kind === 'component' && typeof value === 'string')
        owners.set(subject.component, value);
    }
  }
  return owners;
}

/**
 * Freezes what is known: finds out what is one component, puts every fact under its component, and names the whole by its
 * content. The order of the findings does not matter.
 *
 * @param findings - The readings in force.
 * @param ownerRules - Who the operator says answers for what.
 */
export function freezeSnapshot(findings: readonly FindingsInForce[], ownerRules: readonly OwnerRule[] = []): Snapshot {
  const seen = findings.flatMap((reading) =>
    reading.sightings.map((sighting): Seen => ({
      id: seenId(reading, sighting.key),
      collector: reading.collector,
      ...(reading.isComplete ? { inventory: `${reading.collector}\0${reading.sha256}` } : {}),
      sighting,
    })),
  );
  const identity = resolveIdentity(seen);
  const facts = factsOf(findings, identity);
  const owners = ownersOf(facts);
  const components = identity.components.map(({ name, kind, group, names, collectors, joints }): SnapshotComponent => ({
    name,
    kind,
    group: group ?? null,
    owner: ownerByRules(ownerRules, name, group) ?? owners.get(name) ?? null,
    names,
    collectors,
    joints,
  }));
  const readings = new Map(
    findings.map(({ collector, sha256 }) => [`${collector}\0${sha256}`, { collector, sha256 }] as const),
  );
  const document: SnapshotDocument = {
    format: 'backlot.snapshot/1',
    readings: [...readings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading),
    components,
    facts,
    ambiguities: identity.ambiguities,
  };
  return { sha256: sha256Hex(canonicalJson(document)), document };
}
