import { subjectKey } from '../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact } from '../../src/estate/index.ts';
import { commandOptions } from './command-options.ts';

/** Databases whose number of connections is an option of their command line. */
const databases: readonly {
  readonly image: RegExp;
  readonly total: readonly string[];
  /** Connections that no application gets, and how many of each there are where nobody says so. */
  readonly reserved: readonly { readonly option: string; readonly usual: number }[];
}[] = [
  {
    // https://www.postgresql.org/docs/current/runtime-config-connection.html
    image: /\/(?:postgres|postgresql|postgis|timescaledb|pgvector)$/,
    total: ['max_connections', '--max_connections', '--max-connections'],
    reserved: [
      { option: 'superuser_reserved_connections', usual: 3 },
      { option: 'reserved_connections', usual: 0 },
    ],
  },
  {
    // https://dev.mysql.com/doc/refman/8.4/en/connection-interfaces.html: administrators get one on top of these.
    image: /\/(?:mysql|mariadb|percona|percona-server)$/,
    total: ['--max_connections', '--max-connections'],
    reserved: [],
  },
];

const countOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

/**
 * What the command lines of databases say of how many connections these take, where no fact says it.
 *
 * @param facts - All that is known.
 */
export function derivedConnectionSlots(facts: readonly FoundFact[]): readonly FoundFact[] {
  const told = new Set(
    facts.flatMap(({ attribute, subject }) => (attribute === 'connection-slots' ? [subjectKey(subject)] : [])),
  );
  const derived = new Map<string, FoundFact>();
  for (const { attribute, subject, value } of facts) {
    if (attribute !== 'image' || subject.kind !== 'component' || told.has(subjectKey(subject))) continue;
    const { repository } = value as AttributeValueOf<'image'>;
    const database = databases.find(({ image }) => image.test(`/${repository}`));
    if (database === undefined) continue;
    const options = commandOptions(facts, subject);
    const total = database.total.map((name) => countOf(options.get(name))).find((count) => count !== undefined);
    if (total === undefined) continue;
    const reserved = database.reserved.reduce(
      (sum, { option, usual }) => sum + (countOf(options.get(option)) ?? usual),
      0,
    );
    derived.set(subjectKey(subject), {
      subject,
      attribute: 'connection-slots',
      value: { total, reserved },
      method: 'declared',
      place: 'its command line',
    });
  }
  return [...derived.values()];
}
