import type { AttributeValueOf, Findings, FoundFact, SnapshotDocument } from '../../../src/estate/index.ts';
import { canonicalJson, compareText, readAction } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { Written } from '../enactment/index.ts';

/** What a new configuration changes in an estate. */
export interface ConfigurationChange {
  readonly change: readonly Action[];
  /** The same as a file would have it. */
  readonly written: readonly Written[];
  /** Each in words where its value is a long list of settings: which of them differ; undefined where the action says it. */
  readonly texts: readonly (string | undefined)[];
  /** Where each of them stands in the new configuration. */
  readonly places: readonly string[];
  /** What it changes too, and no tier of the twin can show, each in a sentence. */
  readonly notExercised: readonly string[];
}

/** What identifies a component or says who wrote it, and changes nothing of what it does. */
const sayNothing: ReadonlySet<string> = new Set(['labels', 'owner', 'build', 'declared-dependency', 'pull-policy']);

const serviceOf = (key: string): string => key.slice(key.indexOf('/') + 1);

/** The component of a snapshot that a service of a compose file is; undefined where it has none. */
function componentsByService({ components }: SnapshotDocument): ReadonlyMap<string, string> {
  const named = new Map(components.map(({ name }) => [name, name]));
  for (const { name, names } of components) {
    for (const { scheme, value } of names) if (scheme === 'compose-service') named.set(serviceOf(value), name);
  }
  return named;
}

const imageText = ({ repository, tag, digest }: Readonly<Record<string, string | undefined>>): string =>
  `${repository ?? ''}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;

function actionOf({ component, to }: Pick<Place, 'component' | 'to'>, { attribute, value }: FoundFact): Written {
  if (to !== undefined) {
    const { sizePerInstance, acquireTimeoutMs } = value as AttributeValueOf<'connection-pool'>;
    const wait = acquireTimeoutMs === undefined ? {} : { acquireTimeout: `${acquireTimeoutMs}ms` };
    return { action: 'set-pool', component, to, size: sizePerInstance, ...wait };
  }
  if (attribute === 'image')
    return { action: 'set-image', component, image: imageText(value as Record<string, string | undefined>) };
  if (attribute === 'replicas') return { action: 'scale', component, replicas: value };
  return { action: 'configure', component, attribute, value };
}

/** What a fact is about, in the names of the snapshot; undefined where it has none, or no configuration is said of such. */
interface Place {
  readonly key: string;
  readonly component: string;
  readonly to: string | undefined;
}

/** Of what goes between components a configuration says the pools; all else there is seen. */
function placeOf({ subject, attribute }: FoundFact, nameOf: (key: string) => string | undefined): Place | undefined {
  if (subject.kind !== 'component' && !(subject.kind === 'edge' && attribute === 'connection-pool')) return undefined;
  const component = nameOf(subject.component);
  const to = subject.kind === 'edge' ? nameOf(subject.to) : undefined;
  if (component === undefined || (subject.kind === 'edge' && to === undefined)) return undefined;
  return { key: [component, to ?? '', attribute].join('\0'), component, to };
}

/**
 * A value as text, in which networks and volumes have the names that the file gives them: the engine puts the project's before
 * them, and the same file under another project's name changes nothing.
 */
function ownNames(value: unknown, groups: ReadonlySet<string>): string {
  let text = canonicalJson(value);
  for (const group of groups) text = text.replaceAll(`"${group}_`, '"_');
  return text;
}

/** So many names say what it is about. */
const mostNames = 6;

/** Settings by their names; undefined for any other value. */
function settingsIn(value: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const named = value.flatMap((each: unknown): (readonly [string, string])[] => {
    const { name, ...rest } = (typeof each === 'object' && each !== null ? each : {}) as { readonly name?: unknown };
    return typeof name === 'string' && name !== '' ? [[name, canonicalJson(rest)]] : [];
  });
  return named.length === value.length ? new Map(named) : undefined;
}

/** Which settings of a list differ from what they were. */
function textOf({ component }: Place, { attribute, value }: FoundFact, was: FoundFact | undefined): string | undefined {
  const [now, before] = [settingsIn(value), settingsIn(was?.value ?? [])];
  if (now === undefined) return undefined;
  const names = [...new Set([...now.keys(), ...(before?.keys() ?? [])])];
  const differing = names.filter((name) => now.get(name) !== before?.get(name)).toSorted(compareText);
  const more = differing.length > mostNames ? ` and ${differing.length - mostNames} others` : '';
  return `configure component=${component} attribute=${attribute}: ${differing.slice(0, mostNames).join(', ')}${more}`;
}

/** What an estate is declared to be, else what it was seen to be. */
function knownFacts({ facts }: SnapshotDocument): ReadonlyMap<string, FoundFact & Pick<Place, 'component'>> {
  const known = new Map<string, FoundFact & Pick<Place, 'component'>>();
  for (const fact of facts) {
    const place = placeOf(fact, (name) => name);
    if (place === undefined) continue;
    const other = known.get(place.key);
    if (other === undefined || (other.method !== 'declared' && fact.method === 'declared')) {
      known.set(place.key, { ...fact, component: place.component });
    }
  }
  return known;
}

/**
 * Compares a new configuration with an estate, and says it as actions: what is otherwise, for the components that it names.
 *
 * @param document - The snapshot.
 * @param findings - What the new configuration declares.
 */
export function changeOfConfiguration(document: SnapshotDocument, findings: Findings): ConfigurationChange {
  const byService = componentsByService(document);
  const known = knownFacts(document);
  const named = findings.sightings.map(({ key }) => serviceOf(key));
  const isNew = (service: string): boolean => !byService.has(service);
  const notExercised = named.filter(isNew).map((service) => `${service} is new: nothing was captured of what it does`);
  const groups = new Set(
    [...document.components, ...findings.sightings].flatMap(({ group }) => (group == null ? [] : [group])),
  );
  const told = new Set<string>();
  const changed = findings.facts.flatMap((fact) => {
    const { attribute, value } = fact;
    if (sayNothing.has(attribute)) return [];
    const place = placeOf(fact, (key) => byService.get(serviceOf(key)));
    if (place === undefined) return [];
    told.add(place.key);
    const was = known.get(place.key);
    // What was only seen has defaults filled in that no file says: it tells a difference in what a file can say alone.
    const isComparable =
      was === undefined || was.method === 'declared' || attribute === 'image' || attribute === 'replicas';
    if (!isComparable || (was !== undefined && ownNames(was.value, groups) === ownNames(value, groups))) return [];
    return [{ place, fact, was }];
  });
  const services = new Set(named.flatMap((service) => byService.get(service) ?? []));
  for (const [key, { attribute, method, component }] of known) {
    if (method !== 'declared' || told.has(key) || !services.has(component) || sayNothing.has(attribute)) continue;
    notExercised.push(`${attribute} of ${component} is no longer said: what it becomes is up to the engine`);
  }
  const sorted = changed.toSorted(
    (left, right) =>
      compareText(left.place.component, right.place.component) ||
      compareText(left.fact.attribute, right.fact.attribute) ||
      compareText(left.place.key, right.place.key),
  );
  const written = sorted.map(({ place, fact }) => actionOf(place, fact));
  const places = sorted.map(({ fact }) => fact.place ?? 'the new configuration');
  const texts = sorted.map(({ place, fact, was }) => textOf(place, fact, was));
  return {
    change: written.map((each, at) => readAction(each, places[at] ?? '')),
    written,
    texts,
    places,
    notExercised,
  };
}
