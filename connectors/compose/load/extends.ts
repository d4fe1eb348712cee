import { basename, dirname } from 'node:path';
import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { formatPlace } from '../../../src/kernel/index.ts';
import { Budget } from '../budget.ts';
import { absolutePath, isRemoteFile } from '../forms/index.ts';
import {
  formOf,
  isNothing,
  mergeTrees,
  shown,
  uniqueEntries,
  valueOf,
  withoutMarks,
  withValue,
} from '../tree/index.ts';
import type { FileSetting, LoadContext } from './load-context.ts';
import { loadDocuments } from './load-document.ts';
import { mergeListener } from './merge-listener.ts';

/** The services of one file, or of one section of it, among which a service finds what it extends. */
interface Scope {
  readonly file: string;
  readonly setting: FileSetting;
  readonly services: Map<string, YamlNode>;
  readonly section: string;
}

interface Step {
  readonly file: string;
  readonly service: string;
}

/** Nobody writes as many; each is followed within the one before. */
const deepestChain = 100;

function countValues(node: YamlNode): number {
  if (node.kind === 'scalar') return 1;
  const inside = node.kind === 'list' ? node.items : [...node.entries.values()].map(({ value }) => value);
  return inside.reduce((sum, value) => sum + countValues(value), 1);
}

/** Follows `extends` from service to service, and from file to file. */
class Extending {
  readonly #context: LoadContext;
  readonly #scopes = new Map<string, Scope | undefined>();
  readonly #done = new Map<Scope, Set<string>>();

  constructor(context: LoadContext) {
    this.#context = context;
  }

  /** The service with what it extends under it; nothing where it has no content. */
  resolve(scope: Scope, name: string, way: readonly Step[]): YamlNode | undefined {
    const service = scope.services.get(name);
    if (service?.kind !== 'map') return service;
    const extended = valueOf(service, 'extends');
    if (extended === undefined || this.#done.get(scope)?.has(name) === true) return service;
    const step = { file: scope.file, service: name };
    const own = withValue(service, 'extends', undefined);
    const key = `${scope.section}.${name}.extends`;
    const circle = way.findIndex((other) => other.file === step.file && other.service === step.service);
    if (circle >= 0) {
      const names = [...way.slice(circle), step].map(({ file, service: of }) =>
        file === way[circle]?.file ? of : `${of} in ${basename(file)}`,
      );
      this.#context.problems.add(
        'circle',
        extended.place,
        key,
        `a circle: ${names.join(' → ')}`,
        'services that extend each other in one direction',
      );
      return own;
    }
    if (way.length >= deepestChain) {
      this.#context.problems.add(
        'circle',
        extended.place,
        key,
        `services that extend each other ${way.length} deep`,
        `at most ${deepestChain}`,
      );
      return own;
    }
    const base = this.#base(scope, extended, key, name, [...way, step]);
    if (base !== undefined && !this.#context.budget.take(countValues(base))) {
      this.#context.problems.add('value', extended.place, key, Budget.found, Budget.accepted);
      return own;
    }
    const made =
      base?.kind === 'map'
        ? mergeTrees(withoutMarks(base), own, [scope.section, name], mergeListener(this.#context))
        : own;
    scope.services.set(name, made);
    const done = this.#done.get(scope) ?? new Set();
    this.#done.set(scope, done.add(name));
    return made;
  }

  #base(scope: Scope, extended: YamlNode, key: string, name: string, way: readonly Step[]): YamlNode | undefined {
    const { problems, coverage, unread } = this.#context;
    const service = extended.kind === 'map' ? valueOf(extended, 'service') : undefined;
    const file = extended.kind === 'map' ? valueOf(extended, 'file') : undefined;
    if (service?.kind !== 'scalar' || (file !== undefined && file.kind !== 'scalar')) {
      problems.add('form', extended.place, key, formOf(extended), 'the name of a service, or a map with a service');
      return undefined;
    }
    if (file !== undefined && isRemoteFile(file.text)) {
      coverage.notUnderstood('extends of what would have to be fetched', formatPlace(file.place));
      unread.services.add(way[0]?.service ?? name);
      return undefined;
    }
    const path =
      file === undefined ? undefined : absolutePath(file.text, { ...scope.setting, home: this.#context.home });
    const from = path === undefined ? scope : this.#scopeOf(path, scope);
    if (from === undefined) {
      const found = `${shown(file ?? extended)}, which is not there`;
      const accepted = `a file that is there; its path begins at ${scope.setting.directory}`;
      problems.add('file', extended.place, key, found, accepted);
      return undefined;
    }
    if (!from.services.has(service.text)) {
      const names = [...from.services.keys()].join(', ') || 'none';
      problems.add(
        'reference',
        service.place,
        key,
        `${JSON.stringify(service.text.slice(0, 60))}, which is no service of ${basename(from.file)}`,
        `a service that it has: ${names.slice(0, 200)}`,
      );
      return undefined;
    }
    return this.resolve(from, service.text, way);
  }

  #scopeOf(path: string, scope: Scope): Scope | undefined {
    const identity = `${scope.section} ${path}`;
    if (this.#scopes.has(identity)) return this.#scopes.get(identity);
    const setting = { ...scope.setting, directory: dirname(path) };
    let made: Scope | undefined;
    if (this.#context.files.text(path, 'extends') !== undefined) {
      let model: YamlMap | undefined;
      for (const document of loadDocuments(path, 'extends', setting, this.#context)) {
        model = model === undefined ? document : mergeTrees(model, document, [], mergeListener(this.#context));
      }
      made = { file: path, setting, section: scope.section, services: servicesOf(model, 'services') };
    }
    this.#scopes.set(identity, made);
    return made;
  }
}

function servicesOf(model: YamlMap | undefined, section: string): Map<string, YamlNode> {
  const found = model === undefined ? undefined : valueOf(model, section);
  const entries = found?.kind === 'map' ? uniqueEntries(withoutMarks(found)).entries : new Map<string, never>();
  return new Map([...entries].map(([name, { value }]) => [name, value]));
}

/**
 * A file's services with what they extend under them.
 *
 * @param root - The file in canonical form, with what it includes.
 * @param file - Its path.
 * @param setting - Its variables and directory.
 * @param context - Told of what is wrong.
 * @throws RegisteredError `compose-unreadable`
 */
export function withExtends(root: YamlMap, file: string, setting: FileSetting, context: LoadContext): YamlMap {
  let model = root;
  for (const section of ['services', 'jobs']) {
    const services = root.entries.get(section)?.value;
    if (services?.kind !== 'map') continue;
    const scope: Scope = {
      file,
      setting,
      section,
      services: new Map([...services.entries].map(([name, { value }]) => [name, value])),
    };
    const extending = new Extending(context);
    const entries = [...services.entries].map(([name, entry]) => {
      const value = extending.resolve(scope, name, []);
      return [name, { ...entry, value: value ?? entry.value }] as const;
    });
    const resolved = entries.filter(([, { value }]) => value.tag === '!reset' || !isNothing(value));
    model = withValue(model, section, { ...services, entries: new Map(resolved) });
  }
  return model;
}
