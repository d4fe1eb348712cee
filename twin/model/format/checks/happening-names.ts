import { attributeNames } from '../../../../src/estate/index.ts';
import type { Parameter } from '../../../../src/kernel/index.ts';
import { splitOperationPath } from '../name.ts';
import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import type { Names } from './check-names.ts';
import type { ModelView } from './model-view.ts';

/** An action or a fault as a file has it. */
export type Given = Readonly<Record<string, unknown>>;

/** Words whose `to` is no component that theirs calls. */
const withoutCall: readonly unknown[] = ['shift-traffic', 'configure'];

/** What of calls `configure` sets, and so needs them. */
const ofCalls: readonly unknown[] = ['connection-pool', 'call-policy'];

/** Words whose `operation` is one of the component in `to`. */
const ofCalled: readonly unknown[] = ['set-timeout', 'set-retries'];

const textOf = (given: Given, parameter: string): string | undefined => {
  const value = given[parameter];
  return typeof value === 'string' ? value : undefined;
};

const atMost = (count: unknown): number => (typeof count === 'number' ? count : 1);

/**
 * What the model can say of the names in an action or a fault. A name of what no model has (an image, a secret, a setting, an
 * address, one of several volumes or certificates) is taken as it is.
 */
export class HappeningNames {
  readonly #view: ModelView;
  readonly #names: Names;
  readonly #remarks: Remarks;
  readonly #nodes: readonly string[];
  readonly #zones: readonly string[];
  readonly #caches: readonly string[];
  /** Whom each component calls. */
  readonly #called = new Map<string, Set<string>>();

  /**
   * @param view - The model.
   * @param names - Of what is in it.
   * @param remarks - Told of what is not.
   */
  constructor(view: ModelView, names: Names, remarks: Remarks) {
    this.#view = view;
    this.#names = names;
    this.#remarks = remarks;
    const { nodes, caches, timeline, people } = view.model;
    const words: readonly Given[] = [...timeline, ...Object.values(people).flatMap(({ acts }) => acts)];
    const adding = words.filter(({ action }) => action === 'add-node');
    // A node that is added in the run may be drained in it.
    const added = adding.reduce((sum, word) => sum + atMost(word['nodes']), 0);
    this.#nodes = [
      ...Object.keys(nodes),
      ...Array.from({ length: Math.min(added, 1_000) }, (_, at) => `added-${at + 1}`),
    ];
    const zones = [...Object.values(nodes).map(({ zone }) => zone), ...adding.map((word) => textOf(word, 'zone'))];
    this.#zones = [...new Set(zones.filter((zone) => zone !== undefined))];
    this.#caches = [...new Set(Object.entries(caches).flatMap(([name, { component }]) => [component ?? name, name]))];
    for (const { component, visits } of view.bodies) {
      const called = this.#called.get(component) ?? new Set();
      this.#called.set(component, called);
      for (const { step } of visits) if ('call' in step) called.add(splitOperationPath(step.call).component);
    }
  }

  /**
   * Refuses each name of a word that stands for nothing.
   *
   * @param kind - Of the word.
   * @param given - It and its parameters.
   * @param parameters - Of its kind.
   * @param path - Where it stands.
   */
  check(kind: string, given: Given, parameters: Readonly<Record<string, Parameter>>, path: ModelPath): void {
    for (const [name, { quantity }] of Object.entries(parameters)) {
      const value = textOf(given, name);
      if (value === undefined) continue;
      const at = [...path, name];
      if (quantity === 'component') this.#component(kind, name, value, given, at);
      else if (quantity === 'operation') this.#operation(kind, value, given, at);
      else if (quantity === 'instance') this.#instance(value, given, at);
      else if (quantity === 'node') this.#names.known(value, this.#nodes, at, { is: 'node' });
      else if (quantity === 'queue')
        this.#names.known(value, Object.keys(this.#view.model.queues), at, { is: 'queue' });
      else if (quantity === 'text') this.#text(kind, name, value, at);
    }
  }

  #isComponent(name: string | undefined): name is string {
    return name !== undefined && Object.hasOwn(this.#view.model.components, name);
  }

  #component(kind: string, parameter: string, value: string, given: Given, path: ModelPath): void {
    this.#names.component(value, path);
    if (!this.#isComponent(value)) return;
    const { model } = this.#view;
    const component = textOf(given, 'component');
    if (parameter === 'to' && this.#isCall(kind, given) && this.#isComponent(component)) {
      this.#call(component, value, path, [...this.#calledBy(component)], `called by ${component}`);
    } else if (parameter === 'from' && this.#isComponent(component)) {
      this.#caller(kind, value, component, path);
    } else if (parameter === 'component' && kind === 'renew-certificate') {
      const having = Object.entries(model.components).flatMap(([name, each]) => (each.certificate ? [name] : []));
      this.#names.known(value, having, path, { is: 'component with a "certificate"' });
    } else if (parameter === 'component' && (kind === 'flush-cache' || kind === 'cache-flush')) {
      this.#names.known(value, this.#caches, path, { is: 'component with one of "caches"' });
    } else if (parameter === 'component' && (kind === 'pause-consumers' || kind === 'resume-consumers')) {
      const queue = textOf(given, 'queue');
      const consumers = Object.entries(model.components).flatMap(([name, { consumes }]) =>
        consumes.some((each) => each.queue === queue) ? [name] : [],
      );
      this.#names.known(value, consumers, path, { is: `consumer of ${queue ?? 'it'}` });
    }
  }

  #calledBy(component: string): ReadonlySet<string> {
    return this.#called.get(component) ?? new Set();
  }

  #isCall(kind: string, given: Given): boolean {
    return !withoutCall.includes(kind) || (kind === 'configure' && ofCalls.includes(given['attribute']));
  }

  #call(from: string, to: string, path: ModelPath, known: readonly string[], is: string): void {
    if (!this.#calledBy(from).has(to)) this.#names.known(to, known, path, { is });
  }

  /** A partition parts two components whichever of them calls. */
  #caller(kind: string, from: string, to: string, path: ModelPath): void {
    if (this.#calledBy(from).has(to) || (kind === 'partition' && this.#calledBy(to).has(from))) return;
    const known = [...this.#called].flatMap(([name, called]) => (called.has(to) ? [name] : []));
    this.#names.known(from, known, path, { is: `caller of ${to}` });
  }

  #operation(kind: string, value: string, given: Given, path: ModelPath): void {
    const { model, operations } = this.#view;
    const owner = textOf(given, ofCalled.includes(kind) ? 'to' : 'component');
    // Of what is no component nothing can be said: that is told already.
    if (owner !== undefined && !this.#isComponent(owner)) return;
    const known =
      owner === undefined
        ? [...operations.values()].map(({ operation }) => operation ?? '')
        : Object.keys(model.components[owner]?.operations ?? {});
    this.#names.known(value, known, path, { is: owner === undefined ? 'operation' : `operation of ${owner}` });
  }

  /** Instances are counted over the run: those to come have numbers too. */
  #instance(value: string, given: Given, path: ModelPath): void {
    const component = textOf(given, 'component') ?? '';
    const number = value.startsWith(`${component}-`) ? value.slice(component.length + 1) : '';
    if (/^[1-9]\d{0,8}$/.test(number) || !this.#isComponent(component)) return;
    const { replicas } = this.#view.model.components[component] ?? { replicas: 1 };
    const known = Array.from({ length: Math.min(Math.max(replicas, 1), 1_000) }, (_, at) => `${component}-${at + 1}`);
    this.#names.known(value, known, path, { is: `instance of ${component}` });
  }

  #text(kind: string, parameter: string, value: string, path: ModelPath): void {
    const { model } = this.#view;
    switch (parameter) {
      case 'zone':
        // Whoever adds a node may do so where none is yet.
        if (kind !== 'add-node') this.#names.known(value, this.#zones, path, { is: 'zone of "nodes"' });
        return;
      case 'region':
        // Zones are named after their region.
        if (!this.#zones.some((zone) => zone.startsWith(value)))
          this.#names.known(value, this.#zones, path, { is: 'beginning of the name of a zone of "nodes"' });
        return;
      case 'pool':
        this.#pool(value, path);
        return;
      case 'cache':
        this.#names.known(value, Object.keys(model.caches), path, { is: 'cache' });
        return;
      case 'lock':
        this.#names.known(value, model.locks, path, { is: 'lock of "locks"' });
        return;
      case 'person':
        this.#names.known(value, Object.keys(model.people), path, { is: 'person of "people"' });
        return;
      case 'revision':
        if (!/^[1-9]\d{0,8}$/.test(value))
          this.#remarks.refuse(path, JSON.stringify(value), 'the number of a version: 1 for what runs at the start');
        return;
      case 'attribute':
        this.#names.known(value, attributeNames, path, { is: 'attribute' });
        return;
      default:
    }
  }

  #pool(value: string, path: ModelPath): void {
    const pools = Object.values(this.#view.model.nodes).flatMap(({ pool }) => (pool === undefined ? [] : [pool]));
    if (pools.length > 0) this.#names.known(value, [...new Set(pools)], path, { is: 'pool of "nodes"' });
    else {
      const advice = 'give each of "nodes" its "pool": without, the node is like the first one';
      this.#remarks.warn(path, `no node says that it is of the pool ${JSON.stringify(value)}`, advice);
    }
  }
}
