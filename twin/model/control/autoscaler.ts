import { instanceField, instanceNumber } from '../engine/instances.ts';
import type { ComponentModel } from '../format/index.ts';
import type { Cluster } from './cluster.ts';
import type { InstanceLife } from './life/instance-life.ts';
import type { Workload } from './workload/workload.ts';

type Policy = NonNullable<ComponentModel['autoscaler']>;

/** What one look of an autoscaler sees of one metric. */
export interface MetricSeen {
  /** Wanted value for each instance. */
  readonly target: number;
  /** The value of each instance that is ready. */
  readonly ready: readonly number[];
  /** Instances that are there and not ready. */
  readonly unready: number;
}

/**
 * How many instances a metric calls for, as the horizontal autoscaler of Kubernetes decides it
 * (`replica_calculator.go`): `ceil(instances * value / target)`, nothing within the tolerance; instances that are not ready
 * count as idle where it would scale up, and where that turns the decision round nothing is done.
 *
 * @param current - Instances that there are.
 */
export function wantedByMetric(current: number, { target, ready, unready }: MetricSeen, tolerance: number): number {
  if (ready.length === 0) return current;
  const sum = ready.reduce((total, value) => total + value, 0);
  const ratio = sum / ready.length / target;
  // A value such as 0.9 over 0.6 is 1.5 by intent and 1.5000000000000002 by rounding.
  const whole = (value: number): number => Math.ceil(Number(value.toPrecision(12)));
  if (Math.abs(ratio - 1) <= tolerance + 1e-12) return current;
  if (ratio < 1 || unready === 0) return whole(ratio * ready.length);
  const all = ready.length + unready;
  const dampened = sum / all / target;
  return dampened <= 1 + tolerance ? current : Math.max(current, whole(dampened * all));
}

/**
 * The most that Kubernetes scales up to within 15 s by default: twice as many or four more, whichever is more
 * (the default `behavior.scaleUp` of `autoscaling/v2`).
 */
export const mostAtOnce = (current: number): number => Math.max(2 * current, current + 4);

const growthMs = 15_000;

/** What was seen of an instance last. */
interface Seen {
  readonly coreMs: number;
  readonly presenceMs: number;
}

/** Changes the number of instances of one component by what it measures of them. */
export class Autoscaler {
  policy: Policy;
  isEnabled = true;
  readonly #cluster: Cluster;
  readonly #workload: Workload;
  readonly #seen = new Map<InstanceLife, Seen>();
  /** Where the growth of the last 15 s began. */
  #grownFrom = { atMs: -Infinity, replicas: 0 };
  #wishes: { readonly atMs: number; readonly replicas: number }[] = [];

  constructor(cluster: Cluster, workload: Workload, policy: Policy) {
    this.#cluster = cluster;
    this.#workload = workload;
    this.policy = policy;
  }

  /** Looks for the first time after one period, and then again and again. */
  start(): void {
    const { engine } = this.#cluster;
    this.#measure();
    const look = (): void => {
      this.#look();
      engine.at(engine.nowMs + this.policy.every, look);
    };
    engine.at(engine.nowMs + this.policy.every, look);
  }

  /** The sums that it reads are about to begin anew at 0: what was counted since its last look is kept. */
  clear(): void {
    for (const [life, before] of this.#seen) {
      const now = this.#see(life);
      this.#seen.set(life, {
        coreMs: before.coreMs - now.coreMs,
        presenceMs: before.presenceMs - now.presenceMs,
      });
    }
  }

  #look(): void {
    const { engine, outage, log } = this.#cluster;
    const { min, max, cpu, inFlight, tolerance, downAfter } = this.policy;
    const measured = this.#measure();
    const current = this.#workload.desired;
    // Whoever scales to nothing has switched it off.
    if (!this.isEnabled || outage.isOut || current === 0) return;
    const unready = this.#workload.active.length - measured.length;
    const wishes = [];
    if (cpu !== undefined)
      wishes.push(wantedByMetric(current, { target: cpu, ready: measured.map(({ use }) => use), unready }, tolerance));
    if (inFlight !== undefined) {
      const ready = measured.map((one) => one.inFlight);
      wishes.push(wantedByMetric(current, { target: inFlight, ready, unready }, tolerance));
    }
    const wish = wishes.length === 0 ? current : Math.max(...wishes);
    const { nowMs } = engine;
    this.#wishes = [...this.#wishes.filter(({ atMs }) => atMs > nowMs - downAfter), { atMs: nowMs, replicas: wish }];
    const stabilised = Math.max(wish, Math.min(current, Math.max(...this.#wishes.map(({ replicas }) => replicas))));
    if (nowMs - this.#grownFrom.atMs >= growthMs) this.#grownFrom = { atMs: nowMs, replicas: current };
    const most = Math.max(current, mostAtOnce(this.#grownFrom.replicas));
    const replicas = Math.min(Math.max(Math.min(stabilised, most), min), max);
    if (replicas === current) return;
    log.tell(`autoscaler scales from ${current} to ${replicas}`, this.#workload.name);
    this.#workload.scale(replicas);
  }

  /** What ready instances used and had since the last look. */
  #measure(): readonly { readonly use: number; readonly inFlight: number }[] {
    const { every } = this.policy;
    const measured = [];
    const active = new Set(this.#workload.active);
    for (const life of this.#seen.keys()) if (!active.has(life)) this.#seen.delete(life);
    for (const life of active) {
      if (life.instance < 0) continue;
      const now = this.#see(life);
      const before = this.#seen.get(life) ?? { coreMs: 0, presenceMs: 0 };
      this.#seen.set(life, now);
      const { reserves, cpu } = life.version.model;
      const cores = reserves.cpu > 0 ? reserves.cpu : (cpu.cores ?? 1);
      if (!life.isReady) continue;
      measured.push({
        use: (now.coreMs - before.coreMs) / every / cores,
        inFlight: (now.presenceMs - before.presenceMs) / every,
      });
    }
    return measured;
  }

  #see({ instance }: InstanceLife): Seen {
    const { instances, processors, nowMs } = this.#cluster.engine;
    const { words, numbers } = instances;
    const base = instance << 4;
    const number = (field: number): number => numbers[base + field] as number;
    const presenceMs = number(instanceNumber.presence) + (words[base + instanceField.inFlight] as number) * nowMs;
    const processor = processors[instance];
    processor?.advance(nowMs);
    const exclusiveMs = number(instanceNumber.working) + (words[base + instanceField.working] as number) * nowMs;
    // A fault or a new limit may have changed meanwhile how its processors are had.
    const coreMs = exclusiveMs + (processor?.workedMs ?? 0) + number(instanceNumber.unbounded);
    return { coreMs, presenceMs };
  }
}
