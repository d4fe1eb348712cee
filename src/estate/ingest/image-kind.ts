import type { ComponentKind } from '../facts/index.ts';

/** Words in the name of an image that say what runs in it, where the whole last part of the name is made of such words. */
const words: Partial<Record<ComponentKind, string>> = {
  database:
    'postgres postgresql postgis timescaledb pgvector mysql mariadb percona mongo mongodb cockroach cockroachdb cassandra scylla scylladb ' +
    'elasticsearch opensearch clickhouse influxdb mssql neo4j couchdb couchbase dynamodb rethinkdb arangodb surrealdb ' +
    'qdrant weaviate milvus meilisearch typesense solr tidb yugabyte spanner oracle db2 database etcd minio',
  cache: 'redis valkey memcached keydb dragonfly dragonflydb varnish cache',
  queue: 'kafka rabbitmq nats activemq artemis pulsar redpanda mosquitto emqx nsqd zeromq sqs elasticmq queue broker',
  gateway: 'nginx traefik haproxy envoy caddy kong apisix httpd apache openresty gateway ingress',
};

/** A tool beside such a program is not the program. */
const beside = new Set(
  'exporter ui admin express commander backup client web manager operator proxy insight viewer gui agent init connect setup migrate migrations cli'.split(
    ' ',
  ),
);

const kindOfWord = new Map(
  Object.entries(words).flatMap(([kind, list]) =>
    list.split(' ').map((word) => [word, kind as ComponentKind] as const),
  ),
);

/**
 * What kind of component runs an image of this name, where the name tells.
 *
 * @param repository - Of the image: `library/postgres`, `bitnami/postgresql`, `shop/cart`.
 */
export function kindOfImage(repository: string): ComponentKind | undefined {
  const last = repository.slice(repository.lastIndexOf('/') + 1).toLowerCase();
  const parts = last.split(/[-_.]/);
  if (parts.some((part) => beside.has(part))) return undefined;
  return parts.map((part) => kindOfWord.get(part)).find((kind) => kind !== undefined);
}
