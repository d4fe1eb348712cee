import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { imageVersion } from './image-version.ts';
import { versionedDataOf } from './versioned-data.ts';

/**
 * Images whose makers publish a moving tag for each major version (`nginx:1`, `node:22`) and words for what is newest
 * (`alpine`, `lts`): those of https://hub.docker.com/u/library that servers are made of. Those whose data belongs to a
 * version are known to `versionedDataOf`.
 */
const official: ReadonlySet<string> = new Set(
  [
    'adminer alpine almalinux amazoncorretto amazonlinux busybox caddy cassandra centos chronograf clojure composer consul',
    'couchbase couchdb debian docker drupal eclipse-temurin elixir erlang fedora fluentd ghost golang gradle groovy',
    'haproxy haskell httpd ibmjava influxdb jenkins jetty joomla julia kapacitor kibana kong logstash matomo maven',
    'mediawiki memcached mongo-express monica nats neo4j nextcloud nginx nginx-unprivileged node odoo open-liberty openjdk',
    'openresty oraclelinux perl photon php phpmyadmin pypy python r-base rabbitmq redis redmine registry rockylinux ruby',
    'rust sapmachine solr sonarqube swift telegraf tomcat tomee traefik ubuntu unit valkey varnish vault wordpress',
    'xwiki yourls znc zookeeper',
  ].flatMap((line) => line.split(' ')),
);

/** Words that people move from one image to the next. */
const movingWords =
  /^(?:latest|stable|edge|nightly|main|master|trunk|head|dev|devel|develop|development|prod|production|staging|release|rc|beta|alpha|canary|current|newest|next|lts|mainline)(?:$|[-_.])/i;

/** Whether an image is one whose makers move tags of major versions, wherever it is mirrored. */
const isOfficial = (repository: string): boolean =>
  official.has(repository.slice(repository.lastIndexOf('/') + 1)) || versionedDataOf(repository) !== undefined;

/**
 * Whether the tag of an image will mean another image by itself: no tag, `latest`, or a word of that kind; a major version
 * alone or a word only of images whose makers are known to move these. A bare number of an image of one's own is that of a
 * build, and a word a branch or a name: nobody knows whether it moves.
 *
 * @param image - Its parts.
 */
export function isFloatingTag(image: AttributeValueOf<'image'>): boolean {
  const { names } = imageVersion(image);
  if (names === 'any') return true;
  if (names === 'channel') return movingWords.test(image.tag ?? '') || isOfficial(image.repository);
  return names === 'major' && isOfficial(image.repository);
}
