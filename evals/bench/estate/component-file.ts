import type { RandomSource } from '../../../src/kernel/index.ts';
import type { ModelFile } from '../../../twin/model/index.ts';
import { between, oneOf, wholeBetween } from './chance.ts';
import type { PlannedComponent, PlannedDataCall, PlannedOperation, Role } from './estate-plan.ts';
import { callRates } from './estate-rates.ts';
import { durationText } from './written.ts';
import type { WrittenStep, WrittenTime } from './written.ts';

type Component = ModelFile['components'][string];
type WrittenClient = NonNullable<Component['clients']>[string];

/** Mean work of one operation, where the load gives no reason for more. */
const workMsOf: Readonly<Record<Role, readonly [low: number, high: number]>> = {
  edge: [0.5, 3],
  service: [2, 15],
  database: [0.5, 4],
  cache: [0.05, 0.3],
  external: [10, 80],
};

/** What an instance has at least; where its load would be too small for that, its work is larger. */
const leastCores = 0.1;

/** An instance more has at least so many requests each second: few requests that keep many busy would be very long ones. */
const leastPerSecond = 8;

/** Who gives up earlier than after so many times the usual answer gives up on good answers too. */
const timeoutFactor = 12;
const leastTimeoutMs = 250;

const path = ({ component, name }: PlannedOperation): string => `${component.name}/${name}`;

/** Makes components as model files have them, those that are called before those that call. */
export class ComponentMaker {
  readonly #rates: ReadonlyMap<PlannedOperation, number>;
  readonly #random: RandomSource;
  /** About how long each operation takes, what it calls included. */
  readonly #answerMs = new Map<PlannedOperation, number>();

  /**
   * @param rates - How often each operation is asked, per second.
   * @param random - All of its chance.
   */
  constructor(rates: ReadonlyMap<PlannedOperation, number>, random: RandomSource) {
    this.#rates = rates;
    this.#random = random;
  }

  /** When who asks an operation that was made gives up, in milliseconds. */
  timeoutMs(operation: PlannedOperation): number {
    return Math.max(leastTimeoutMs, 50 * Math.ceil((timeoutFactor * (this.#answerMs.get(operation) ?? 0)) / 50));
  }

  /** A component with its operations, processors and clients. */
  make(component: PlannedComponent): Component {
    const { role, operations } = component;
    const random = this.#random.stream(component.name);
    const [low, high] = workMsOf[role];
    const wanted = operations.map((operation) => ({ operation, workMs: between(random, low, high) }));
    if (role === 'external') {
      for (const { operation, workMs } of wanted) this.#answerMs.set(operation, workMs);
      return {
        operations: Object.fromEntries(
          wanted.map(({ operation, workMs }) => [operation.name, [waiting(workMs), { fail: 0.002 }]]),
        ),
      };
    }
    const asked = operations.reduce((sum, operation) => sum + this.#rate(operation), 0);
    const mostReplicas = Math.min(3, Math.max(1, Math.floor(asked / leastPerSecond)));
    const replicas = role === 'database' || role === 'cache' ? 1 : wholeBetween(random, 1, mostReplicas);
    const usedCores = wanted.reduce((sum, { operation, workMs }) => sum + (this.#rate(operation) * workMs) / 1_000, 0);
    const utilisation = between(random, 0.22, 0.58);
    const cores = Math.max(leastCores, usedCores / utilisation / replicas);
    const stretch = (cores * utilisation * replicas) / usedCores;
    const made = wanted.map(({ operation, workMs }) => {
      const work = stretch * workMs;
      const waitMs = role === 'database' ? between(random, 0.5, 4) : 0;
      const slowMs = work / Math.min(1, cores) / (1 - utilisation) + waitMs;
      this.#answerMs.set(operation, slowMs + this.#calledMs(operation));
      const first: readonly WrittenStep[] = [
        { cpu: this.#time(work, random) },
        ...(waitMs > 0 ? [waiting(waitMs)] : []),
      ];
      return [operation.name, [...first, ...stepsOf(operation)]] as const;
    });
    const atOnce = operations.reduce((sum, one) => sum + (this.#rate(one) * (this.#answerMs.get(one) ?? 0)) / 1_000, 0);
    return {
      operations: Object.fromEntries(made),
      replicas,
      cpu: { cores: Number(cores.toPrecision(4)) },
      // Some servers have threads, others an event loop.
      ...(role === 'service' && random.uniform() < 0.5
        ? { workers: Math.max(16, Math.ceil((6 * atOnce) / replicas)) }
        : {}),
      clients: this.#clients(component, replicas, random),
    };
  }

  #rate(operation: PlannedOperation): number {
    return this.#rates.get(operation) ?? 0;
  }

  #calledMs(operation: PlannedOperation): number {
    return callRates(operation).reduce((sum, { to, times }) => sum + times * (1 + (this.#answerMs.get(to) ?? 0)), 0);
  }

  #time(meanMs: number, random: RandomSource): WrittenTime {
    const mean = durationText(meanMs);
    return oneOf<WrittenTime>(random, [
      { exponential: mean },
      { lognormal: { mean, cv: Number(between(random, 0.5, 1.5).toFixed(2)) } },
      { erlang: { mean, shape: 3 } },
      { hyperexponential: { mean, cv: 1.5 } },
    ]);
  }

  #clients(
    component: PlannedComponent,
    replicas: number,
    random: RandomSource,
  ): Readonly<Record<string, WrittenClient>> {
    const called = new Map<PlannedComponent, { timeoutMs: number; atOnce: number }>();
    for (const from of component.operations) {
      for (const { to, times } of callRates(from)) {
        const { timeoutMs, atOnce } = called.get(to.component) ?? { timeoutMs: 0, atOnce: 0 };
        called.set(to.component, {
          timeoutMs: Math.max(timeoutMs, this.timeoutMs(to)),
          atOnce: atOnce + (this.#rate(from) * times * (this.#answerMs.get(to) ?? 0)) / 1_000,
        });
      }
    }
    return Object.fromEntries(
      [...called].map(([to, { timeoutMs, atOnce }]) => [
        to.name,
        this.#client(to, timeoutMs, atOnce / replicas, random),
      ]),
    );
  }

  #client({ role }: PlannedComponent, timeoutMs: number, atOnce: number, random: RandomSource): WrittenClient {
    const latencyMs = role === 'external' ? between(random, 5, 30) : between(random, 0.2, 1.5);
    const client = {
      latency: { lognormal: { mean: durationText(latencyMs), cv: 0.5 } },
      timeout: durationText(timeoutMs),
    };
    const pool = { size: Math.max(5, Math.ceil(4 * atOnce)), acquireTimeout: durationText(timeoutMs) };
    if (role === 'database') return { ...client, pool };
    if (role === 'cache') return client;
    const retries = random.uniform() < 0.6 ? { retries: { attempts: 2, backoff: '20ms', jitter: 1, budget: 0.1 } } : {};
    if (role === 'external') {
      return { ...client, ...retries, breaker: { errors: 0.5, window: 50, openFor: '5s' } };
    }
    return { ...client, ...retries, ...(random.uniform() < 0.3 ? { balancing: 'least-requests' as const } : {}) };
  }
}

/** Something that takes time and no processor of the model. */
function waiting(meanMs: number): WrittenStep {
  return { wait: { lognormal: { mean: durationText(meanMs), cv: 1 } } };
}

function stepsOf({ calls, dataCalls, isParallel }: PlannedOperation): readonly WrittenStep[] {
  const branches = calls.map(({ to, probability }) => perhaps(probability, [{ call: path(to) }]));
  const ofServices: readonly WrittenStep[] =
    isParallel && branches.length > 1 ? [{ parallel: branches }] : branches.flat();
  return [...dataCalls.flatMap(dataSteps), ...ofServices];
}

function dataSteps({ to, probability, cache }: PlannedDataCall): readonly WrittenStep[] {
  const ask: WrittenStep = { call: path(to) };
  if (cache === undefined) return perhaps(probability, [ask]);
  const behind: WrittenStep = { cache: cache.name, miss: [ask, { call: path(cache.set) }] };
  return perhaps(probability, [{ call: path(cache.get) }, behind]);
}

function perhaps(probability: number, steps: readonly WrittenStep[]): readonly WrittenStep[] {
  if (probability >= 1) return steps;
  const rounded = Number(probability.toFixed(3));
  return [
    {
      choose: [
        { probability: rounded, steps },
        { probability: Number((1 - rounded).toFixed(3)), steps: [] },
      ],
    },
  ];
}
