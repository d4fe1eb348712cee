import { attributeOfText, attributesRead } from '../spans/index.ts';
import type { AttributeValue } from '../spans/index.ts';
import { isObject } from '../parsed-json/index.ts';

/** Names that Zipkin's instrumentation (Brave, above all) has for attributes of the semantic conventions. */
const conventionalNames: Readonly<Record<string, string>> = {
  'http.path': 'url.path',
  'sql.query': 'db.query.text',
  'kafka.topic': 'messaging.destination.name',
  'rabbit.queue': 'messaging.destination.name',
  'jms.queue': 'messaging.destination.name',
  'jms.topic': 'messaging.destination.name',
};

/** Tags that show which system a message went through, without saying so. */
const systems: readonly (readonly [prefix: string, system: string])[] = [
  ['kafka.', 'kafka'],
  ['rabbit.', 'rabbitmq'],
  ['jms.', 'jms'],
];

/** Zipkin's `error` is the message itself; that it is there says that the span failed. */
const errorTag = 'error';

/** What the tags of a span say. */
export interface Tags {
  readonly attributes: Map<string, AttributeValue>;
  readonly isError: boolean;
}

/**
 * Reads the tags of a span.
 *
 * @param tags - As JSON.parse gave them; what is no object has none.
 */
export function tagsOf(tags: unknown): Tags {
  const attributes = new Map<string, AttributeValue>();
  let isError = false;
  if (!isObject(tags)) return { attributes, isError };
  for (const [key, value] of Object.entries(tags)) {
    if (key === errorTag) isError = value !== 'false' && value !== false;
    const name = Object.hasOwn(conventionalNames, key) ? (conventionalNames[key] ?? key) : key;
    if (key !== errorTag && attributesRead.has(name) && typeof value === 'string' && value !== '') {
      attributes.set(name, attributeOfText(name, value));
    }
    const system = systems.find(([prefix]) => key.startsWith(prefix))?.[1];
    if (system !== undefined) attributes.set('messaging.system', system);
  }
  // The message itself may hold anything, and is not wanted.
  if (isError) attributes.set(errorTag, true);
  return { attributes, isError };
}
