import { subjectKey } from '../../src/estate/index.ts';
import type { AttributeName, AttributeValueOf, FoundFact, Subject } from '../../src/estate/index.ts';
import { parseDurationMs } from '../../src/kernel/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { derivedConnectionSlots } from './derived-connection-slots.ts';
import { derivedMemoryPolicies } from './derived-memory-policies.ts';
import type { PreflightEstate } from './estate-view.ts';

type Settings = ReadonlyMap<string, string>;

/** What the name of a variable ends in that gives a neighbour's address. */
const addressEnding =
  /_(?:ADDR(?:ESS)?(?:ES)?|HOSTS?|HOSTNAMES?|UR[IL]S?|ENDPOINTS?|SERVERS?|UPSTREAMS?|BACKENDS?|SERVICE|SVC|DSN|BROKERS?)$/;

function numberAt(settings: Settings, names: readonly string[]): number | undefined {
  const value = names.map((name) => settings.get(name)).find((text) => text !== undefined && /^\d{1,9}$/.test(text));
  return value === undefined ? undefined : Number(value);
}

/** A bare number could be seconds or milliseconds: only one with its unit, in value or name, is taken. */
function durationMsAt(settings: Settings, names: readonly string[]): number | undefined {
  for (const name of names) {
    const told = parseDurationMs(settings.get(name) ?? '');
    if (told !== undefined) return told;
    const inMs = numberAt(settings, [`${name}_MS`]);
    if (inMs !== undefined) return inMs;
    const inSeconds = numberAt(settings, [`${name}_SECONDS`, `${name}_SEC`]);
    if (inSeconds !== undefined) return inSeconds * 1_000;
  }
  return undefined;
}

const withoutUndefined = (value: Readonly<Record<string, Json | undefined>>): Json =>
  Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, member]])));

/** What variables with a prefix say of how a neighbour is used. */
function derivedFrom(prefix: string, settings: Settings): readonly { attribute: AttributeName; value: Json }[] {
  const named = (...endings: string[]): string[] => endings.map((ending) => `${prefix}_${ending}`);
  const retries = numberAt(settings, named('RETRIES', 'MAX_RETRIES', 'RETRY_COUNT'));
  const attempts = numberAt(settings, named('ATTEMPTS', 'MAX_ATTEMPTS', 'TRIES'));
  const pool = {
    sizePerInstance: numberAt(
      settings,
      named('POOL_SIZE', 'POOL_MAX', 'MAX_POOL_SIZE', 'POOL_MAX_SIZE', 'MAX_CONNECTIONS', 'CONNECTION_LIMIT'),
    ),
    acquireTimeoutMs: durationMsAt(settings, named('ACQUIRE_TIMEOUT', 'POOL_TIMEOUT')),
    connectTimeoutMs: durationMsAt(settings, named('CONNECT_TIMEOUT', 'CONNECTION_TIMEOUT')),
  };
  const policy = {
    timeoutMs: durationMsAt(settings, named('TIMEOUT', 'REQUEST_TIMEOUT', 'READ_TIMEOUT', 'COMMAND_TIMEOUT')),
    attempts: retries === undefined ? attempts || undefined : retries + 1,
    backoffMs: durationMsAt(settings, named('BACKOFF', 'RETRY_BACKOFF', 'RETRY_DELAY')),
    mostBackoffMs: durationMsAt(settings, named('BACKOFF_MAX', 'MAX_BACKOFF')),
  };
  return [
    // Without a size, an absent one would say that nothing bounds it.
    ...(pool.sizePerInstance === undefined
      ? []
      : [{ attribute: 'connection-pool' as const, value: withoutUndefined(pool) }]),
    ...(policy.timeoutMs === undefined && policy.attempts === undefined
      ? []
      : [{ attribute: 'call-policy' as const, value: withoutUndefined(policy) }]),
  ];
}

function settingsByComponent(facts: readonly FoundFact[]): ReadonlyMap<string, Settings> {
  const settings = new Map<string, Map<string, string>>();
  // What was captured comes last, so that it stays.
  const ordered = [...facts].sort((a, b) => Number(a.method === 'captured') - Number(b.method === 'captured'));
  for (const { subject, attribute, value } of ordered) {
    if (attribute !== 'environment' || subject.kind !== 'component') continue;
    const known = settings.get(subject.component) ?? new Map<string, string>();
    settings.set(subject.component, known);
    for (const { name, value: text } of value as AttributeValueOf<'environment'>)
      if (text !== undefined) known.set(name, text);
  }
  return settings;
}

/** The variables by which each component names its neighbours. */
function namingVariables(
  facts: readonly FoundFact[],
): { readonly subject: Extract<Subject, { kind: 'edge' }>; name: string }[] {
  return facts.flatMap(({ subject, attribute, value }) =>
    attribute === 'declared-dependency' && subject.kind === 'edge'
      ? (value as AttributeValueOf<'declared-dependency'>).via.flatMap((via) =>
          via.startsWith('environment ') ? [{ subject, name: via.slice('environment '.length) }] : [],
        )
      : [],
  );
}

/** A variable that holds the address of a database, and says so. */
const databaseUrl =
  /^(?:[A-Z0-9]+_)*(?:DATABASE|DB|PG|POSTGRES(?:QL)?|MYSQL|MARIADB|SQLALCHEMY(?:_DATABASE)?)_(?:URL|URI|DSN)$/;

/** How variables begin that speak of the database, where there is one only. */
const databasePrefixes = ['DB', 'DATABASE', 'PG', 'POSTGRES', 'MYSQL', 'SQLALCHEMY'] as const;

/**
 * Edges to the one database that a component names by a URL, where it names one: `DB_POOL_SIZE` beside `DATABASE_URL`
 * speaks of it, however differently the two begin.
 */
function onlyDatabases(variables: ReturnType<typeof namingVariables>): Extract<Subject, { kind: 'edge' }>[] {
  const urls = variables.filter(({ name }) => databaseUrl.test(name));
  return [...Map.groupBy(urls, ({ subject }) => subject.component).values()].flatMap((those) => {
    const [first] = those;
    return first !== undefined && new Set(those.map(({ subject }) => subject.to)).size === 1 ? [first.subject] : [];
  });
}

/**
 * An estate with what its variables say of how components use each other, where no fact says it: those that begin as the
 * variable does by which the neighbour is named. `ORDERS_DB_HOST=database` and `ORDERS_DB_POOL_SIZE=8` are one pool of 8.
 * The size of a pool that begins as databases' variables do is that of the only database that is named by a URL.
 * Command lines say how many connections a database takes, and what a store in memory does when it is full.
 *
 * @param estate - As it was captured, or written by hand.
 */
export function withDerivedFacts(estate: PreflightEstate): PreflightEstate {
  const settings = settingsByComponent(estate.facts);
  const variables = namingVariables(estate.facts);
  const known = new Set(estate.facts.map(({ subject, attribute }) => `${subjectKey(subject)}\0${attribute}`));
  const derived: FoundFact[] = [];
  for (const { subject, name } of variables) {
    const short = name.replace(addressEnding, '');
    // A prefix that several neighbours share belongs to none of them.
    const sharing = variables.filter(
      (other) => other.subject.component === subject.component && other.name.replace(addressEnding, '') === short,
    );
    const ofPrefix = new Set(sharing.map((other) => other.subject.to)).size === 1 ? [short] : [];
    for (const prefix of new Set([name, ...ofPrefix])) {
      for (const { attribute, value } of derivedFrom(prefix, settings.get(subject.component) ?? new Map())) {
        const edge = { kind: 'edge', component: subject.component, to: subject.to } as const;
        const key = `${subjectKey(edge)}\0${attribute}`;
        if (known.has(key)) continue;
        known.add(key);
        derived.push({ subject: edge, attribute, value, method: 'declared', place: `variables ${prefix}_…` });
      }
    }
  }
  for (const { component, to } of onlyDatabases(variables)) {
    const edge = { kind: 'edge', component, to } as const;
    const key = `${subjectKey(edge)}\0connection-pool`;
    for (const prefix of databasePrefixes) {
      // A prefix by which another neighbour is named is that neighbour's.
      const isOthers = variables.some(
        ({ subject, name }) =>
          subject.component === component && subject.to !== to && name.replace(addressEnding, '') === prefix,
      );
      const found = derivedFrom(prefix, settings.get(component) ?? new Map());
      const pool = found.find(({ attribute }) => attribute === 'connection-pool');
      if (isOthers || pool === undefined || known.has(key)) continue;
      known.add(key);
      derived.push({ subject: edge, ...pool, method: 'declared', place: `variables ${prefix}_…` });
    }
  }
  derived.push(...derivedMemoryPolicies(estate.facts), ...derivedConnectionSlots(estate.facts));
  return derived.length === 0 ? estate : { ...estate, facts: [...estate.facts, ...derived] };
}
