import type { NameScheme, Seen } from './sighting.ts';

/** What a person would call a component, best first. */
const schemesByPreference: readonly NameScheme[] = [
  'compose-service',
  'otel-service',
  'workload',
  'container-name',
  'address',
  'peer',
  'pod',
  'container-id',
];

const lastPart = (value: string): string => value.slice(value.lastIndexOf('/') + 1);

/** A name is told in one line, and means to a terminal and a reader what its letters say. */
const readable = (name: string): string =>
  name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/gu, '\u{FFFD}');

function plainName(seen: readonly Seen[]): string {
  for (const scheme of schemesByPreference) {
    const values = seen
      .flatMap(({ sighting }) => sighting.names.filter((name) => name.scheme === scheme))
      .map(({ value }) => (scheme === 'compose-service' || scheme === 'otel-service' ? lastPart(value) : value))
      .filter((value) => value !== '')
      .sort();
    if (values[0] !== undefined) return values[0];
  }
  return seen[0]?.sighting.key ?? 'unnamed';
}

/**
 * Gives each component a name that is its own: the plain one where no other has it, else with its group in front, and
 * with a number behind where that still does not tell them apart.
 *
 * @param groups - The sightings of each component, by any key.
 */
export function nameComponents(groups: ReadonlyMap<string, readonly Seen[]>): ReadonlyMap<string, string> {
  const plain = [...groups].map(([key, seen]) => ({ key, name: readable(plainName(seen)), seen }));
  const namesakes = Map.groupBy(plain, ({ name }) => name);
  const count = (name: string): number => namesakes.get(name)?.length ?? 0;
  const numbered = new Map<string, number>();
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { key, name, seen } of plain.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const group = seen.flatMap(({ sighting }) => sighting.group ?? []).sort()[0];
    const wanted = count(name) === 1 || group === undefined ? name : `${group}/${name}`;
    let own = wanted;
    let number = numbered.get(wanted) ?? 1;
    while (taken.has(own)) own = `${wanted}#${(number += 1)}`;
    numbered.set(wanted, number);
    taken.add(own);
    names.set(key, own);
  }
  return names;
}
