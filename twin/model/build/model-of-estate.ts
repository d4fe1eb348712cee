import type { AttributeName } from '../../../src/estate/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import { splitOperationPath } from '../format/index.ts';
import type { ModelFile } from '../format/index.ts';
import type { Behaviour } from './behaviour.ts';
import { clientSettings } from './client-settings.ts';
import { componentSettings } from './component-settings.ts';
import { flowsByHand } from './flows-by-hand.ts';
import type { FlowsByHand } from './flows-by-hand.ts';
import type { MissingFact } from './missing.ts';
import { modelFlows } from './model-flows.ts';
import type { ModelFlows } from './model-flows.ts';
import { modelNodes } from './model-nodes.ts';
import { modelProbes } from './model-probes.ts';
import { anyOperation, OperationSteps, operationsByComponent } from './operation-steps.ts';
import { connecting, startUpSteps } from './start-up-steps.ts';
import { rateText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

/** A model that was made of facts, as far as they reach. */
export interface EstateModel {
  /** As a file has it; it can be run once what is needed and missing is said by hand. */
  readonly model: ModelFile;
  readonly missing: readonly MissingFact[];
}

/** What a model is made of beside the facts. */
export interface EstateModelOptions {
  /** Requests from outside, as a model file has them; those that facts of `requests` tell where left out. */
  readonly load?: ModelFile['arrivals'];
  /** The time at which the run begins, milliseconds since 1970. */
  readonly atMs: number;
  /** What will be merged over the model, as a file has it: queues that it fills or works off itself are left to it. */
  readonly byHand?: unknown;
  /** How its parts behave, where somebody knows more of it than single facts say. */
  readonly behaviour?: Behaviour;
}

type Operations = Map<string, readonly WrittenStep[]>;

class ModelBuilder {
  readonly #view: EstateView;
  readonly #atMs: number;
  readonly #names: readonly string[];
  readonly #steps: OperationSteps;
  readonly #flows: ModelFlows;
  readonly #operations = new Map<string, Operations>();
  readonly #missing: MissingFact[] = [];
  readonly #behaviour: Behaviour | undefined;

  constructor(view: EstateView, atMs: number, byHand: FlowsByHand, behaviour: Behaviour | undefined) {
    this.#behaviour = behaviour;
    this.#view = view;
    this.#atMs = atMs;
    this.#names = view.components.flatMap(({ name, kind }) =>
      kind === 'host' || kind === 'certificate' ? [] : [name],
    );
    this.#steps = new OperationSteps(view, (component) => this.#names.includes(component));
    this.#flows = modelFlows(view, byHand);
    this.#missing.push(...this.#flows.missing);
  }

  build(load: ModelFile['arrivals'] | undefined): EstateModel {
    const known = operationsByComponent(this.#view);
    for (const component of this.#names) {
      const operations = new Set([...(known.get(component) ?? []), ...(this.#behaviour?.operations(component) ?? [])]);
      for (const operation of operations) this.#add(component, operation);
      for (const [operation, steps] of Object.entries(this.#flows.operations.get(component) ?? {})) {
        this.#of(component).set(operation, steps);
      }
    }
    const components = Object.fromEntries(this.#names.map((name) => [name, this.#component(name)]));
    const arrivals = [...(load ?? this.#behaviour?.arrivals() ?? this.#arrivals()), ...this.#flows.arrivals];
    if (arrivals.length === 0) {
      const path = ['arrivals'];
      this.#missing.push({ subject: { kind: 'estate' }, attribute: 'requests', path, isNeeded: true });
    }
    for (const { operation: path } of arrivals) this.#addPath(path);
    // Last, when all that is called has come in.
    for (const [component, operations] of this.#operations) {
      const made = components[component];
      if (made === undefined) continue;
      components[component] = { ...made, operations: Object.fromEntries(operations) };
    }
    const nodes = modelNodes(this.#view, this.#names);
    const locks = this.#names.flatMap((name) => startUpSteps(this.#view, name).locks);
    return {
      model: {
        version: 1,
        components: { ...components, ...this.#flows.components },
        arrivals,
        ...(Object.keys(this.#flows.queues).length === 0 ? {} : { queues: this.#flows.queues }),
        ...(Object.keys(nodes).length === 0 ? {} : { nodes }),
        ...(locks.length === 0 ? {} : { locks: [...new Set(locks)] }),
      },
      missing: this.#missing,
    };
  }

  #of(component: string): Operations {
    const operations = this.#operations.get(component) ?? new Map<string, readonly WrittenStep[]>();
    this.#operations.set(component, operations);
    return operations;
  }

  #addPath(path: string): void {
    const { component, operation } = splitOperationPath(path);
    if (this.#names.includes(component)) this.#add(component, operation);
  }

  /** Adds an operation and whatever it calls. */
  #add(component: string, operation: string): void {
    const operations = this.#of(component);
    if (operations.has(operation)) return;
    const behaves = this.#behaviour?.steps(component, operation, (called) =>
      this.#names.includes(called.component)
        ? { call: this.#steps.pathOf(called, { component, operation }) }
        : undefined,
    );
    if (behaves !== undefined) {
      operations.set(operation, behaves);
      for (const path of pathsIn(behaves)) this.#addPath(path);
      return;
    }
    const own = this.#steps.own(component, operation);
    const calls = this.#steps.calls(component, operation);
    operations.set(operation, [...(own ?? []), ...calls]);
    if (own === undefined) {
      const subject = { kind: 'operation', component, operation } as const;
      const path = ['components', component, 'operations', operation];
      this.#missing.push({ subject, attribute: 'self-time', path, isNeeded: true });
    }
    for (const path of pathsIn(calls)) this.#addPath(path);
  }

  #component(name: string): ModelFile['components'][string] {
    const view = this.#view;
    const { steps, asks } = startUpSteps(view, name);
    for (const ask of asks) this.#of(ask.component).set(connecting, ask.steps);
    const { probes, operations } = modelProbes(view, name, (component) => this.#steps.pathOf({ component }));
    for (const [operation, asked] of Object.entries(operations)) {
      this.#of(name).set(operation, asked);
      for (const path of pathsIn(asked)) this.#addPath(path);
    }
    if (this.#of(name).size === 0) this.#of(name).set(anyOperation, []);
    const clients = view
      .calledBy(name)
      .filter((to) => this.#names.includes(to))
      .flatMap((to) => {
        const settings = { ...clientSettings(view, name, to), ...this.#behaviour?.client(name, to) };
        return Object.keys(settings).length === 0 ? [] : [[to, settings] as const];
      });
    const { startUp, ...settings } = componentSettings(view, name, this.#atMs);
    const consumes = this.#flows.consumes.get(name);
    this.#tellLeftOut(name);
    return {
      ...settings,
      ...this.#behaviour?.settings(name),
      operations: {},
      ...(startUp === undefined && steps.length === 0 ? {} : { startUp: { ...startUp, steps: [...steps] } }),
      ...(Object.keys(probes).length === 0 ? {} : { probes }),
      ...(clients.length === 0 ? {} : { clients: Object.fromEntries(clients) }),
      ...(consumes === undefined ? {} : { consumes }),
    };
  }

  /** Names what facts tell of in a way that a model cannot use, or tell half of. */
  #tellLeftOut(component: string): void {
    const subject = { kind: 'component', component } as const;
    const path = ['components', component];
    const leaveOut = (attribute: AttributeName, part: string, ...at: readonly string[]): void => {
      this.#missing.push({ subject, attribute, part, path: [...path, ...at], isNeeded: false });
    };
    if (this.#view.of(component, 'memory-use')?.bytesPerRequestPerSecond !== undefined)
      leaveOut('memory-use', 'what each request holds', 'memory', 'perRequest');
    if (
      this.#view.calledBy(component).some((to) => this.#view.between(component, to, 'kept-connections') !== undefined)
    )
      leaveOut('kept-connections', 'how long until it sees that the other has closed', 'clients');
    if (
      this.#view.calledBy(component).some((to) => this.#view.between(component, to, 'call-policy')?.hasBreaker === true)
    )
      leaveOut('call-policy', 'when its breaker opens', 'clients');
    const plansOf = (operation: string): boolean =>
      this.#view.value({ kind: 'operation', component, operation }, 'call-plans') !== undefined;
    // Without plans each operation is taken to call all that its component calls, once and in turn.
    if (this.#view.calledBy(component).length > 0 && ![...this.#of(component).keys()].every(plansOf))
      leaveOut('call-plans', 'which operation calls whom, how often, and what at once', 'operations');
    if (this.#view.of(component, 'start-up') === undefined) leaveOut('start-up', 'how long it takes', 'startUp');
  }

  /** What comes from outside: what nobody that is known calls. */
  #arrivals(): ModelFile['arrivals'] {
    return this.#view.known('requests', 'operation').flatMap(({ subject, value }) => {
      const { component, operation } = subject;
      if (value.perSecond === 0 || this.#view.callersOf(component).length > 0) return [];
      return [{ operation: `${component}/${operation}`, rate: rateText(value.perSecond) }];
    });
  }
}

/** What steps call, at any depth. */
function pathsIn(steps: readonly WrittenStep[]): readonly string[] {
  return steps.flatMap((step) => {
    if ('call' in step) return [step.call];
    if ('parallel' in step) return step.parallel.flatMap(pathsIn);
    if ('choose' in step) return step.choose.flatMap((way) => pathsIn(way.steps));
    if ('detach' in step) return pathsIn(step.detach);
    return 'steps' in step ? pathsIn(step.steps) : [];
  });
}

/**
 * A model of an estate, from what facts say of its configuration, structure and times. No number is made up: what no fact
 * tells is left out where a model can do without it, and named where it cannot.
 *
 * @param view - The estate.
 * @param options - Load, time, and what is said by hand.
 */
export function modelOfEstate(view: EstateView, { load, atMs, byHand, behaviour }: EstateModelOptions): EstateModel {
  return new ModelBuilder(view, atMs, flowsByHand(byHand), behaviour).build(load);
}
