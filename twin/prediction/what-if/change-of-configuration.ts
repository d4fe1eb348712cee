import type { Findings, FoundFact, SnapshotDocument } from '../../../src/estate/index.ts';
import { canonicalJson, compareText, readAction } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { Written } from '../enactment/index.ts';

/** What a new configuration changes in an estate. */
export interface ConfigurationChange {
  readonly change: readonly Action[];
  /** The same as a file would have it. */
  readonly written: readonly Written[];
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

function actionOf(component: string, { attribute, value }: FoundFact): Written {
  if (attribute === 'image')
    return { action: 'set-image', component, image: imageText(value as Record<string, string | undefined>) };
  if (attribute === 'replicas') return { action: 'scale', component, replicas: value };
  return { action: 'configure', component, attribute, value };
}

/** What an estate is declared to be, else what it was seen to be. */
function knownFacts({ facts }: SnapshotDocument): ReadonlyMap<string, FoundFact> {
  const known = new Map<string, FoundFact>();
  for (const fact of facts) {
    if (fact.subject.kind !== 'component') continue;
    const key = `${fact.subject.component}\0${fact.attribute}`;
    const other = known.get(key);
    if (other === undefined || (other.method !== 'declared' && fact.method === 'declared')) known.set(key, fact);
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
  const told = new Set<string>();
  const changed = findings.facts.flatMap((fact) => {
    const { subject, attribute, value } = fact;
    if (subject.kind !== 'component' || sayNothing.has(attribute)) return [];
    const component = byService.get(serviceOf(subject.component));
    if (component === undefined) return [];
    const key = `${component}\0${attribute}`;
    told.add(key);
    const was = known.get(key);
    // What was only seen has defaults filled in that no file says: it tells a difference in what a file can say alone.
    const isComparable =
      was === undefined || was.method === 'declared' || attribute === 'image' || attribute === 'replicas';
    if (!isComparable || (was !== undefined && canonicalJson(was.value) === canonicalJson(value))) return [];
    return [{ component, fact }];
  });
  const services = new Set(named.flatMap((service) => byService.get(service) ?? []));
  for (const [key, { attribute, method }] of known) {
    const [component = ''] = key.split('\0');
    if (method !== 'declared' || told.has(key) || !services.has(component) || sayNothing.has(attribute)) continue;
    notExercised.push(`${attribute} of ${component} is no longer said: what it becomes is up to the engine`);
  }
  const sorted = changed.toSorted(
    (left, right) =>
      compareText(left.component, right.component) || compareText(left.fact.attribute, right.fact.attribute),
  );
  const written = sorted.map(({ component, fact }) => actionOf(component, fact));
  const places = sorted.map(({ fact }) => fact.place ?? 'the new configuration');
  return { change: written.map((each, at) => readAction(each, places[at] ?? '')), written, places, notExercised };
}
