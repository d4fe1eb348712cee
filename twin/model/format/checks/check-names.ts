import { similarNames } from '../../../../src/kernel/index.ts';
import { splitOperationPath } from '../name.ts';
import { showValue } from '../reading/model-remarks.ts';
import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';

/** Looking for similar names takes time by their number; who has more must look them up. */
const mostCompared = 2_000;
const mostRefused = 100;

/** Names that a model refers to, and whether they are there. */
export class Names {
  readonly #view: ModelView;
  readonly #remarks: Remarks;
  #refusedCount = 0;

  /**
   * @param view - The model.
   * @param remarks - Told of each name that is not there.
   */
  constructor(view: ModelView, remarks: Remarks) {
    this.#view = view;
    this.#remarks = remarks;
  }

  /** Refuses what is no `component/operation` of the model. */
  operation(name: string, path: ModelPath): void {
    const { model, operations } = this.#view;
    if (operations.has(name)) return;
    if (this.#refusedCount >= mostRefused) {
      this.#refuse(name, path, 'which is no operation', [], '');
      return;
    }
    const { component, operation } = splitOperationPath(name);
    const found = Object.hasOwn(model.components, component) ? model.components[component] : undefined;
    if (operation === '') {
      const within = found === undefined ? '' : `${component}/`;
      const all = [...operations.keys()].filter((each) => each.startsWith(within));
      this.#refuse(name, path, 'which names no operation', all, '');
      return;
    }
    if (found === undefined) {
      const what = `whose component ${showValue(component)} is not there`;
      this.#refuse(name, path, what, Object.keys(model.components), '/…');
      return;
    }
    const own = Object.keys(found.operations).map((each) => `${component}/${each}`);
    this.#refuse(name, path, `which is no operation of ${component}`, own, '');
  }

  /** Refuses what is no operation of this component. */
  ownOperation(component: string, operation: string, path: ModelPath): void {
    this.known(operation, Object.keys(this.#view.model.components[component]?.operations ?? {}), path, {
      is: `operation of ${component}`,
    });
  }

  /** Refuses what is no component. */
  component(name: string, path: ModelPath): void {
    if (Object.hasOwn(this.#view.model.components, name)) return;
    this.known(name, Object.keys(this.#view.model.components), path, { is: 'component' });
  }

  /** Refuses what is none of these. */
  known(name: string, names: readonly string[], path: ModelPath, { is }: { readonly is: string }): void {
    if (!names.includes(name)) this.#refuse(name, path, `which is no ${is}`, names, '');
  }

  #refuse(name: string, path: ModelPath, what: string, names: readonly string[], suffix: string): void {
    this.#refusedCount += 1;
    // Only so many are listed.
    const compared = this.#refusedCount <= mostRefused ? names.slice(0, mostCompared) : names.slice(0, 1);
    const similar = similarNames(name, compared, 3).map((each) => `${each}${suffix}`);
    const accepted = similar.length === 0 ? 'nothing: there is none in the model' : `such as ${similar.join(', ')}`;
    this.#remarks.refuse(path, `${showValue(name)}, ${what}`, accepted);
  }
}

/**
 * Refuses names of what is not in the model.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkNames(view: ModelView, remarks: Remarks): void {
  const names = new Names(view, remarks);
  const { model } = view;
  const queues = Object.keys(model.queues);
  const caches = Object.keys(model.caches);
  const nodes = Object.keys(model.nodes);
  for (const { visits } of view.bodies) {
    for (const { step, path } of visits) {
      if ('call' in step) names.operation(step.call, [...path, 'call']);
      if ('publish' in step) names.known(step.publish, queues, [...path, 'publish'], { is: 'queue' });
      if ('cache' in step) names.known(step.cache, caches, [...path, 'cache'], { is: 'cache' });
      if ('lock' in step) names.known(step.lock, model.locks, [...path, 'lock'], { is: 'lock of "locks"' });
    }
  }
  for (const [name, component] of Object.entries(model.components)) {
    const path = ['components', name];
    for (const called of Object.keys(component.clients)) names.component(called, [...path, 'clients', called]);
    for (const [at, { queue, operation }] of component.consumes.entries()) {
      names.known(queue, queues, [...path, 'consumes', at, 'queue'], { is: 'queue' });
      names.ownOperation(name, operation, [...path, 'consumes', at, 'operation']);
    }
    for (const [at, node] of component.placement.entries()) {
      names.known(node, nodes, [...path, 'placement', at], { is: 'node' });
    }
    for (const [kind, probe] of Object.entries(component.probes)) {
      if (probe?.asks !== undefined) names.ownOperation(name, probe.asks, [...path, 'probes', kind, 'asks']);
    }
  }
  for (const [at, { operation }] of model.arrivals.entries()) names.operation(operation, ['arrivals', at, 'operation']);
  for (const [at, { operation }] of model.objectives.entries()) {
    names.operation(operation, ['objectives', at, 'operation']);
  }
  for (const [name, { broker }] of Object.entries(model.queues)) {
    if (broker !== undefined) names.component(broker, ['queues', name, 'broker']);
  }
  for (const [name, { component }] of Object.entries(model.caches)) {
    if (component !== undefined) names.component(component, ['caches', name, 'component']);
  }
}
