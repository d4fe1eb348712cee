import type { AttributeValueOf } from '../../../src/estate/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import { distributionOfSketch, durationText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

type Plan = AttributeValueOf<'call-plans'>['plans'][number];

interface CallRef {
  readonly component: string;
  readonly operation?: string | undefined;
}

/** The operation of what is called that no operation is known of. */
export const anyOperation = 'any';

/**
 * The operations of a component that facts know.
 *
 * @param view - The estate.
 */
export function operationsByComponent(view: EstateView): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const { subject } of view.facts) {
    if (subject.kind !== 'operation') continue;
    known.set(subject.component, (known.get(subject.component) ?? new Set()).add(subject.operation));
  }
  return known;
}

/** An operation, whole. */
interface OperationRef {
  readonly component: string;
  readonly operation: string;
}

/**
 * Which operation of another component an operation usually calls: a call of which the other's span was lost or is not
 * there yet was to that one, most likely.
 */
class UsualCalls {
  readonly #rates = new Map<string, Map<string, number>>();

  constructor(view: EstateView) {
    for (const { subject, value } of view.known('calls', 'edge')) {
      const { component, operation, to, toOperation } = subject;
      if (toOperation === undefined) continue;
      // By the operation that calls, else by its component, else by anyone.
      for (const caller of [`${component}\0${operation ?? ''}`, component, '']) {
        const key = `${caller}\0\0${to}`;
        const rates = this.#rates.get(key) ?? new Map<string, number>();
        rates.set(toOperation, (rates.get(toOperation) ?? 0) + value.perSecond);
        this.#rates.set(key, rates);
      }
    }
  }

  /** Undefined where no call that names its operation is known. */
  operation(caller: OperationRef | undefined, to: string): string | undefined {
    const callers = caller === undefined ? [''] : [`${caller.component}\0${caller.operation}`, caller.component, ''];
    for (const each of callers) {
      const rates = this.#rates.get(`${each}\0\0${to}`);
      if (rates !== undefined) return [...rates].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
    }
    return undefined;
  }
}

/** Decides what a call that names no operation is to; and what an operation does, as far as facts tell. */
export class OperationSteps {
  readonly #view: EstateView;
  readonly #operations: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #isModelled: (component: string) => boolean;
  readonly #usual: UsualCalls;

  /**
   * @param view - The estate.
   * @param isModelled - Whether a component can be called in the model.
   */
  constructor(view: EstateView, isModelled: (component: string) => boolean) {
    this.#view = view;
    this.#operations = operationsByComponent(view);
    this.#isModelled = isModelled;
    this.#usual = new UsualCalls(view);
  }

  /** The path of what is called: the only operation that is known, the named one, the one that is usual, or any. */
  pathOf({ component, operation }: CallRef, caller?: OperationRef): string {
    const known = [...(this.#operations.get(component) ?? [])];
    if (operation !== undefined && known.includes(operation)) return `${component}/${operation}`;
    const named = known.length === 1 ? known[0] : (operation ?? this.#usual.operation(caller, component));
    return `${component}/${named ?? anyOperation}`;
  }

  /** What an operation does by itself; undefined where nobody knows how long that takes. */
  own(component: string, operation: string): readonly WrittenStep[] | undefined {
    const subject = { kind: 'operation', component, operation } as const;
    const burst = this.#view.value(subject, 'cpu-burst');
    const self = this.#view.value(subject, 'self-time');
    const cpu: WrittenStep[] = burst === undefined ? [] : this.#cpu(burst);
    // The time of spans holds the work and what it waited for: what is beyond the work is waited for.
    const wait: WrittenStep[] = self === undefined ? [] : this.#rest(self, burst?.cpuMsPerRequest ?? 0);
    return burst === undefined && self === undefined ? undefined : [...cpu, ...wait];
  }

  /** What it calls: as spans showed it, else whatever its component calls, once and in turn. */
  calls(component: string, operation: string): readonly WrittenStep[] {
    const plans = this.#view.value({ kind: 'operation', component, operation }, 'call-plans')?.plans ?? [];
    if (plans.length > 0) return this.#planned({ component, operation }, plans);
    const lookups = this.#view
      .known('name-lookups', 'edge')
      .filter(({ subject, value }) => subject.component === component && !value.isCached)
      .map(({ subject, value }) => ({ to: subject.to, times: Math.round(value.perCall) }));
    const named = new Set(lookups.map(({ to }) => to));
    const others = this.#view.calledBy(component).filter((to) => !named.has(to) && this.#isModelled(to));
    return [
      ...lookups.flatMap(({ to, times }): WrittenStep[] =>
        times < 1 ? [] : [{ call: this.pathOf({ component: to }), times: Math.min(times, 1_000) }],
      ),
      ...others.map((to) => this.#call({ component, operation }, { component: to })),
    ];
  }

  /** A call, of which a policy may say that the caller answers without it. */
  #call(from: OperationRef, ref: CallRef): WrittenStep {
    const policy = this.#view.between(from.component, ref.component, 'call-policy');
    return { call: this.pathOf(ref, from), ...(policy?.isOptional === true ? { optional: true } : {}) };
  }

  #cpu({ cpuMsPerRequest, threads = 1 }: AttributeValueOf<'cpu-burst'>): WrittenStep[] {
    const part: WrittenStep = { cpu: durationText(cpuMsPerRequest / threads) };
    return threads === 1 ? [part] : [{ parallel: Array.from({ length: threads }, () => [part]) }];
  }

  #rest(self: AttributeValueOf<'self-time'>, cpuMs: number): WrittenStep[] {
    if (cpuMs === 0) return [{ wait: distributionOfSketch(self) }];
    const restMs = self.count === 0 ? 0 : self.sumMs / self.count - cpuMs;
    return restMs > 0 ? [{ wait: durationText(restMs) }] : [];
  }

  /** The ways in which it was seen to call others, each as often as it was. */
  #planned(from: OperationRef, plans: readonly Plan[]): readonly WrittenStep[] {
    const total = plans.reduce((sum, { adjustedCount }) => sum + adjustedCount, 0);
    const ways = plans.map((plan) => this.#way(from, plan));
    const [only] = ways;
    if (only !== undefined && ways.length === 1) return only;
    if (total === 0) return [];
    return [
      {
        choose: plans.map(({ adjustedCount }, at) => ({
          probability: adjustedCount / total,
          steps: [...(ways[at] ?? [])],
        })),
      },
    ];
  }

  #way(from: OperationRef, { steps, detached }: Plan): readonly WrittenStep[] {
    return [
      ...steps.flatMap((step): WrittenStep[] => {
        if (step.step === 'self') return [];
        const calls = (step.step === 'call' ? [step.call] : step.calls).filter((ref) =>
          this.#isModelled(ref.component),
        );
        const made = calls.map((ref) => this.#call(from, ref));
        if (step.step === 'call' || made.length < 2) return made;
        return [{ parallel: made.map((call) => [call]), atOnce: Math.max(1, step.mostAtOnce) }];
      }),
      ...detached
        .filter((ref) => this.#isModelled(ref.component))
        .map((ref): WrittenStep => ({
          detach: [{ call: this.pathOf(ref, from) }],
        })),
    ];
  }
}
