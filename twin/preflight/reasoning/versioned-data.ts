import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { imageVersion } from './image-version.ts';

/** A program whose data on disk belongs to a version of it. */
export interface VersionedData {
  readonly product: string;
  /** What the last part of the image's repository is, or begins with before a dash. */
  readonly images: readonly string[];
  /** Where it keeps its data: its mounts are these or below them. */
  readonly directories: readonly string[];
  /** How many numbers of a version name a series, within which data stays readable. */
  readonly seriesParts: 1 | 2;
  /**
   * What a newer series does with the data of an older one by itself: `none`: it refuses to start; `any`: it takes over
   * whatever is older; else the series in their order, each step of which may be taken and none left out.
   */
  readonly takesOver: 'none' | 'any' | readonly (readonly string[])[];
  /** The minor version of a series from which the next one takes over. */
  readonly lastMinor?: Readonly<Record<string, number>>;
  readonly source: string;
}

const eachOf = (...series: readonly (string | readonly string[])[]): readonly (readonly string[])[] =>
  series.map((one) => (typeof one === 'string' ? [one] : one));

const numbered = (from: number, to: number): readonly (readonly string[])[] =>
  Array.from({ length: to - from + 1 }, (_, at) => [String(from + at)]);

/** As the makers' own pages of upgrading have it. */
export const versionedData: readonly VersionedData[] = [
  {
    product: 'PostgreSQL',
    images: ['postgres', 'postgresql', 'postgis', 'timescaledb', 'pgvector', 'pgvecto'],
    directories: ['/var/lib/postgresql', '/bitnami/postgresql', '/home/postgres/pgdata'],
    seriesParts: 1,
    takesOver: 'none',
    source: 'https://www.postgresql.org/docs/current/upgrading.html',
  },
  {
    product: 'MySQL',
    images: ['mysql', 'mysql-server', 'percona', 'percona-server'],
    directories: ['/var/lib/mysql', '/bitnami/mysql'],
    seriesParts: 2,
    takesOver: eachOf(
      '5.6',
      '5.7',
      '8.0',
      ['8.1', '8.2', '8.3', '8.4'],
      ['9.0', '9.1', '9.2', '9.3', '9.4', '9.5', '9.6', '9.7'],
    ),
    source: 'https://dev.mysql.com/doc/refman/8.4/en/upgrade-paths.html',
  },
  {
    product: 'MariaDB',
    images: ['mariadb'],
    directories: ['/var/lib/mysql', '/bitnami/mariadb'],
    seriesParts: 2,
    takesOver: 'any',
    source: 'https://mariadb.com/kb/en/upgrading/',
  },
  {
    product: 'MongoDB',
    images: ['mongo', 'mongodb', 'mongodb-community-server'],
    directories: ['/data/db', '/bitnami/mongodb'],
    seriesParts: 2,
    takesOver: eachOf('3.6', '4.0', '4.2', '4.4', '5.0', '6.0', '7.0', '8.0'),
    source: 'https://www.mongodb.com/docs/manual/release-notes/8.0-upgrade-standalone/',
  },
  {
    product: 'Elasticsearch',
    images: ['elasticsearch', 'elasticsearch-oss'],
    directories: ['/usr/share/elasticsearch/data', '/bitnami/elasticsearch'],
    seriesParts: 1,
    takesOver: numbered(5, 9),
    lastMinor: { 5: 6, 6: 8, 7: 17, 8: 18 },
    source: 'https://www.elastic.co/docs/deploy-manage/upgrade',
  },
  {
    product: 'OpenSearch',
    images: ['opensearch'],
    directories: ['/usr/share/opensearch/data'],
    seriesParts: 1,
    takesOver: numbered(1, 3),
    source: 'https://docs.opensearch.org/latest/install-and-configure/upgrade-opensearch/',
  },
  {
    product: 'Redis',
    images: ['redis', 'redis-stack', 'redis-stack-server'],
    directories: ['/data', '/bitnami/redis'],
    seriesParts: 1,
    takesOver: 'any',
    source: 'https://redis.io/docs/latest/operate/oss_and_stack/install/upgrade/',
  },
  {
    product: 'Valkey',
    images: ['valkey'],
    directories: ['/data', '/bitnami/valkey'],
    seriesParts: 1,
    takesOver: 'any',
    source: 'https://valkey.io/topics/migration/',
  },
  {
    product: 'RabbitMQ',
    images: ['rabbitmq'],
    directories: ['/var/lib/rabbitmq', '/bitnami/rabbitmq'],
    seriesParts: 2,
    takesOver: eachOf('3.8', '3.9', '3.10', '3.11', '3.12', '3.13', ['4.0', '4.1', '4.2']),
    source: 'https://www.rabbitmq.com/docs/upgrade',
  },
  {
    product: 'InfluxDB',
    images: ['influxdb'],
    directories: ['/var/lib/influxdb', '/var/lib/influxdb2', '/var/lib/influxdb3'],
    seriesParts: 1,
    takesOver: 'none',
    source: 'https://docs.influxdata.com/influxdb/v2/install/upgrade/',
  },
  {
    product: 'Neo4j',
    images: ['neo4j'],
    directories: ['/data'],
    seriesParts: 1,
    takesOver: 'none',
    source: 'https://neo4j.com/docs/upgrade-migration-guide/current/',
  },
  {
    product: 'etcd',
    images: ['etcd'],
    directories: ['/etcd-data', '/var/lib/etcd', '/bitnami/etcd'],
    seriesParts: 2,
    takesOver: eachOf('3.2', '3.3', '3.4', '3.5', '3.6'),
    source: 'https://etcd.io/docs/latest/upgrades/',
  },
  {
    product: 'Cassandra',
    images: ['cassandra'],
    directories: ['/var/lib/cassandra'],
    seriesParts: 1,
    takesOver: numbered(2, 5),
    source: 'https://cassandra.apache.org/doc/latest/cassandra/managing/operating/upgrading.html',
  },
  {
    product: 'Nextcloud',
    images: ['nextcloud'],
    directories: ['/var/www/html'],
    seriesParts: 1,
    takesOver: numbered(10, 60),
    source: 'https://docs.nextcloud.com/server/latest/admin_manual/maintenance/upgrade.html',
  },
];

/**
 * What is known of the data of an image's program; undefined where it keeps none that belongs to a version.
 *
 * @param repository - Of the image: `docker.io/library/postgres`.
 */
export function versionedDataOf(repository: string): VersionedData | undefined {
  const last = repository.slice(repository.lastIndexOf('/') + 1).toLowerCase();
  return versionedData.find(({ images }) => images.includes(last));
}

/** A version as far as it names a series: `16`, `8.0`; the numbers that it was read from. */
export interface DataSeries {
  /** Undefined where only a part of the series is named: `mysql:8`. */
  readonly series: string | undefined;
  readonly numbers: readonly number[];
}

/**
 * The series of a version.
 *
 * @param data - Whose.
 * @param numbers - Of the version, the first before the others.
 */
export function seriesOfNumbers({ product, seriesParts }: VersionedData, numbers: readonly number[]): DataSeries {
  // Before 10, the first two numbers were the major version of PostgreSQL.
  const parts = product === 'PostgreSQL' && (numbers[0] ?? 10) < 10 ? 2 : seriesParts;
  const series = numbers.length < parts ? undefined : numbers.slice(0, parts).join('.');
  return { series, numbers };
}

/**
 * The series that an image runs. Images with extensions of PostgreSQL name its version behind `pg`.
 *
 * @param data - What is known of its program.
 * @param image - Its parts.
 */
export function seriesOfImage(data: VersionedData, image: AttributeValueOf<'image'>): DataSeries {
  const [, behind] = data.product === 'PostgreSQL' ? (/(?:^|[-_])pg(\d+(?:\.\d+)*)/.exec(image.tag ?? '') ?? []) : [];
  return seriesOfNumbers(data, behind?.split('.').map(Number) ?? imageVersion(image).numbers);
}

/** Negative where the first version is older. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
