import { isObject } from '../parsed-json/index.ts';
import { resourceAttributesRead } from '../spans/index.ts';
import type { AttributeValue, Span } from '../spans/index.ts';
import { tagsOf } from './tags.ts';

/** Names that Jaeger's own clients have for attributes of a process. */
const conventionalNames: Readonly<Record<string, string>> = {
  hostname: 'host.name',
  ip: 'host.ip',
  'client-uuid': 'service.instance.id',
};

function resourceOf(process: unknown): Span['resource'] | undefined {
  if (!isObject(process)) return undefined;
  const resource = new Map<string, AttributeValue>();
  for (const tags of [process['tags'], process['tag']]) {
    for (const [key, value] of tagsOf(tags)) {
      const name = Object.hasOwn(conventionalNames, key) ? (conventionalNames[key] ?? key) : key;
      if (resourceAttributesRead.has(name) && !resource.has(name)) resource.set(name, value);
    }
  }
  const service = process['serviceName'];
  if (typeof service === 'string' && service !== '') resource.set('service.name', service);
  return resource;
}

const unknownProcess: Span['resource'] = new Map();

/** The processes of one trace, each read once. */
export class Processes {
  readonly #processes: unknown;
  readonly #known = new Map<unknown, Span['resource']>();

  /** @param processes - The object that has them by id, as JSON.parse gave it. */
  constructor(processes: unknown) {
    this.#processes = processes;
  }

  /**
   * The attributes of the process that sent a span.
   *
   * @param id - `processID`.
   * @param inline - The process itself, where it stands in the span.
   * @returns `undefined` where there is neither.
   */
  of(id: unknown, inline: unknown): Span['resource'] | undefined {
    const named =
      typeof id === 'string' && isObject(this.#processes) && Object.hasOwn(this.#processes, id)
        ? this.#processes[id]
        : undefined;
    const process = named ?? inline;
    const known = this.#known.get(process);
    if (known !== undefined) return known;
    const resource = resourceOf(process);
    if (resource !== undefined) this.#known.set(process, resource);
    return resource;
  }

  /** Of a span whose process is not known. */
  get unknown(): Span['resource'] {
    return unknownProcess;
  }
}
