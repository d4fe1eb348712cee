import type { RandomDraws } from '../random/random-draws.ts';
import { clientSchema } from '../format/client.ts';
import { componentSchema } from '../format/component.ts';
import type { Client, ComponentModel, Distribution, Model, Step } from '../format/index.ts';
import { instruction } from './instruction.ts';
import type { CallSite, Program, ProgramComponent, ProgramEdge, ProgramOperation } from './program.ts';

/** Where steps stand, and where they go when something in them fails. */
interface Place {
  readonly component: number;
  /** For the names of sources of chance: `web/GET /`. */
  readonly path: string;
  /** Instruction that gives back what is held, or -1. */
  readonly handler: number;
}

const defaultClient = clientSchema.parse({});

/** What the chance of each source is named after: its operation, so that it stays the same whatever else there is. */
function sourceNames({ arrivals }: Model): readonly string[] {
  const seen = new Map<string, number>();
  return arrivals.map(({ operation }) => {
    const times = (seen.get(operation) ?? 0) + 1;
    seen.set(operation, times);
    return times === 1 ? `arrivals of ${operation}` : `arrivals of ${operation} ${times}`;
  });
}

/** Turns a model's names and steps into the numbers of a program. */
class Compiler {
  readonly #code: number[] = [];
  readonly #handlers: number[] = [];
  readonly #probabilities: number[] = [];
  readonly #components: ProgramComponent[] = [];
  readonly #operations: ProgramOperation[] = [];
  readonly #edges: ProgramEdge[] = [];
  readonly #sites: CallSite[] = [];
  #detaches = false;
  readonly #edgeIds = new Map<string, number>();
  readonly #operationIds = new Map<string, number>();
  readonly #queues: readonly string[];
  readonly #caches: readonly string[];
  readonly #locks: readonly string[];

  readonly model: Model;
  readonly draws: RandomDraws;

  constructor(model: Model, draws: RandomDraws) {
    this.model = model;
    this.draws = draws;
    this.#queues = Object.keys(model.queues);
    this.#caches = Object.keys(model.caches);
    this.#locks = model.locks;
  }

  compile(): Program {
    const { model } = this;
    const bodies: { operation: number; place: Place; steps: readonly Step[] }[] = [];
    // An operation's number must be known before any step that calls it is read.
    const declare = (name: string, component: ComponentModel, isOutside: boolean): void => {
      const at = this.#components.length;
      const operations = new Map<string, number>();
      const add = (operation: string, steps: readonly Step[]): number => {
        const id = this.#operations.push({ component: at, name: operation, entry: -1 }) - 1;
        bodies.push({ operation: id, place: { component: at, path: `${name}/${operation}`, handler: -1 }, steps });
        return id;
      };
      for (const [operation, steps] of Object.entries(component.operations)) {
        const id = add(operation, steps);
        operations.set(operation, id);
        this.#operationIds.set(`${name}/${operation}`, id);
      }
      const { steps } = component.startUp;
      const startOperation = steps.length === 0 ? -1 : add('(start)', steps);
      this.#components.push({ name, model: component, isOutside, operations, startOperation });
    };
    for (const [name, component] of Object.entries(model.components)) declare(name, component, false);
    const sources = sourceNames(model);
    const entries = model.arrivals.map((arrivals, at) => {
      const { operation, timeout, retries } = arrivals;
      if (timeout === undefined && retries === undefined) return operation;
      const outside = `(${sources[at] ?? ''})`;
      const [called = ''] = operation.split('/', 1);
      const client = { ...defaultClient, timeout, retries };
      declare(
        outside,
        {
          ...componentSchema.parse({ operations: {} }),
          operations: { send: [{ call: operation }] },
          clients: { [called]: client },
        },
        true,
      );
      return `${outside}/send`;
    });
    // The first instruction is an end, so that whatever fails without a handler can go there.
    this.#emit(instruction.end);
    for (const { operation, place, steps } of bodies) {
      const declared = this.#operations[operation] as ProgramOperation;
      this.#operations[operation] = { ...declared, entry: this.#code.length };
      this.#steps(steps, place);
      this.#emit(instruction.end);
    }
    return {
      model,
      code: Int32Array.from(this.#code),
      handlers: Int32Array.from(this.#handlers),
      probabilities: Float64Array.from(this.#probabilities),
      components: this.#components,
      operations: this.#operations,
      edges: this.#edges,
      sites: this.#sites,
      detaches: this.#detaches,
      queues: this.#queues,
      caches: this.#caches,
      locks: this.#locks,
      sources,
      entries: entries.map((operation) => this.#operation(operation)),
    };
  }

  #emit(...words: readonly number[]): number {
    const at = this.#code.length;
    this.#code.push(...words);
    while (this.#handlers.length < this.#code.length) this.#handlers.push(-1);
    return at;
  }

  /** Says that what was emitted last can fail, and where it then goes. */
  #canFail(handler: number): void {
    // A frame remembers where it goes on, which is the place after the instruction.
    while (this.#handlers.length <= this.#code.length) this.#handlers.push(-1);
    this.#handlers[this.#code.length] = handler;
  }

  #here(at: number): void {
    this.#code[at] = this.#code.length;
  }

  #steps(steps: readonly Step[], place: Place): void {
    for (const [at, step] of steps.entries()) this.#step(step, { ...place, path: `${place.path} ${at + 1}` });
  }

  #step(step: Step, place: Place): void {
    const { path, handler } = place;
    if ('cpu' in step) {
      this.#emit(instruction.work, this.#source(`${path} cpu`, step.cpu));
      // Its instance may die meanwhile, and what is held is then given back.
      this.#canFail(handler);
    } else if ('wait' in step) {
      this.#emit(instruction.wait, this.#source(`${path} wait`, step.wait));
      this.#canFail(handler);
    } else if ('call' in step) {
      const site = this.#site(step.call, step.timeout, place.component);
      for (let time = 0; time < (step.times ?? 1); time++) {
        if (step.optional === true) this.#optionalCall(site, handler);
        else {
          this.#emit(instruction.call, site);
          this.#canFail(handler);
        }
      }
    } else if ('parallel' in step) this.#parallel(step.parallel, step.atOnce ?? 0, place);
    else if ('choose' in step) this.#choose(step.choose, place);
    else if ('detach' in step) {
      this.#detaches = true;
      const start = this.#emit(instruction.detach, 0);
      this.#steps(step.detach, { ...place, path: `${path} detached`, handler: -1 });
      this.#emit(instruction.end);
      this.#here(start + 1);
    } else if ('publish' in step) {
      this.#emit(instruction.publish, this.#queues.indexOf(step.publish));
      this.#canFail(handler);
    } else if ('cache' in step) {
      const source = this.draws.uniforms(`${path} cache`);
      const start = this.#emit(instruction.cache, this.#caches.indexOf(step.cache), source, 0);
      this.#steps(step.hit ?? [], { ...place, path: `${path} hit` });
      const past = this.#emit(instruction.jump, 0);
      this.#here(start + 3);
      this.#steps(step.miss, { ...place, path: `${path} miss` });
      this.#here(past + 1);
    } else if ('lock' in step) this.#lock(step, place);
    else {
      const probability = this.#probabilities.push(step.fail) - 1;
      this.#emit(instruction.fail, this.draws.uniforms(`${path} fail`), probability);
      this.#canFail(handler);
    }
  }

  #optionalCall(site: number, outer: number): void {
    // The handler stands in front, as that of a lock does.
    const over = this.#emit(instruction.jump, 0);
    const handler = this.#emit(instruction.forgive, outer);
    const past = this.#emit(instruction.jump, 0);
    this.#here(over + 1);
    this.#emit(instruction.call, site);
    this.#canFail(handler);
    this.#here(past + 1);
  }

  #parallel(branches: readonly (readonly Step[])[], atOnce: number, place: Place): void {
    const blanks = branches.map(() => 0);
    const start = this.#emit(instruction.parallel, branches.length, atOnce, 0, ...blanks);
    for (const [at, steps] of branches.entries()) {
      this.#here(start + 4 + at);
      this.#steps(steps, { ...place, path: `${place.path} branch ${at + 1}`, handler: -1 });
      this.#emit(instruction.end);
    }
    this.#here(start + 3);
    this.#canFail(place.handler);
  }

  #choose(options: readonly { readonly probability: number; readonly steps: readonly Step[] }[], place: Place): void {
    const first = this.#probabilities.length;
    let sum = 0;
    for (const { probability } of options) this.#probabilities.push((sum += probability));
    const source = this.draws.uniforms(`${place.path} choose`);
    const start = this.#emit(instruction.choose, source, options.length, first, ...options.map(() => 0));
    const ends = options.map(({ steps }, at) => {
      this.#here(start + 4 + at);
      this.#steps(steps, { ...place, path: `${place.path} choice ${at + 1}` });
      return this.#emit(instruction.jump, 0);
    });
    for (const end of ends) this.#here(end + 1);
  }

  #lock(step: Extract<Step, { lock: string }>, place: Place): void {
    const lock = this.#locks.indexOf(step.lock);
    const mode = step.mode === 'exclusive' ? 1 : 0;
    // The handler stands in front, so that the body's instructions can name it.
    const over = this.#emit(instruction.jump, 0);
    const handler = this.#emit(instruction.unlock, lock, mode);
    this.#emit(instruction.raise, place.handler);
    this.#here(over + 1);
    this.#emit(instruction.lock, lock, mode, step.timeout ?? -1);
    this.#canFail(place.handler);
    this.#steps(step.steps, { ...place, handler });
    this.#emit(instruction.unlock, lock, mode);
  }

  #source(name: string, distribution: Distribution): number {
    return this.draws.source(name, distribution);
  }

  #operation(name: string): number {
    // Reading has refused names that are not there.
    return this.#operationIds.get(name) ?? -1;
  }

  #site(called: string, timeoutMs: number | undefined, from: number): number {
    const operation = this.#operation(called);
    const to = this.#operations[operation]?.component ?? -1;
    const client = this.#clientOf(from, to);
    const key = `${from} ${to}`;
    let edge = this.#edgeIds.get(key);
    if (edge === undefined) {
      edge = this.#edges.push({ from, to, client }) - 1;
      this.#edgeIds.set(key, edge);
    }
    return this.#sites.push({ edge, operation, timeoutMs: timeoutMs ?? client.timeout }) - 1;
  }

  #clientOf(from: number, to: number): Client {
    const called = this.#components[to]?.name ?? '';
    return this.#components[from]?.model.clients[called] ?? defaultClient;
  }
}

/**
 * Compiles a model that has been read and checked.
 *
 * @param model - Every name in it is known.
 * @param draws - Gets a source for each place where chance decides, named after the place.
 */
export const compile = (model: Model, draws: RandomDraws): Program => new Compiler(model, draws).compile();
