import type { RandomSource } from '../src/kernel/index.ts';
import type { AggregatedEstate } from '../twin/calibration/index.ts';

/** One component of a made system. */
export interface MadeComponent {
  readonly ownMs: number;
  /** Share of its requests that fail of themselves. */
  readonly failedRatio?: number;
  /** Requests a window that come from outside; they vary by half from window to window. */
  readonly fromOutside?: number;
  readonly calls?: Readonly<Record<string, { readonly perRequest: number; readonly passesFailures?: boolean }>>;
}

/** What is changed in it: added to each request of a component. */
export interface MadeChange {
  readonly component: string;
  readonly addedMs?: number;
  readonly failedRatio?: number;
}

/** Components, callers before callees. */
export type MadeSystem = Readonly<Record<string, MadeComponent>>;

/** Roughly normal, with mean 0 and deviation 1: enough for noise. */
const noise = (random: RandomSource): number =>
  Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);

/** A count with the variance of independent requests. */
const countOf = (random: RandomSource, mean: number): number =>
  Math.max(0, Math.round(mean + Math.sqrt(mean) * noise(random)));

/** How much a mean latency varies from window to window. */
const latencyNoiseRatio = 0.03;

/**
 * Windows of a made system in which callers wait for their calls in turn. What each component does to its callers is exact;
 * counts and means vary as they do in short windows.
 *
 * @param random - The same gives the same windows.
 * @param system - Callers before callees; the first is the front door.
 * @param count - How many windows.
 * @param change - In all of them.
 */
export function madeAverages(
  random: RandomSource,
  system: MadeSystem,
  count: number,
  change?: MadeChange,
): AggregatedEstate {
  const names = Object.keys(system);
  const windows = new Map(
    names.map((name) => [name, { requests: [] as number[], latencyMs: [] as number[], failedRatio: [] as number[] }]),
  );
  for (let at = 0; at < count; at += 1) {
    const requests = new Map<string, number>();
    const came = new Map<string, Map<string, number>>();
    for (const name of names) {
      const { fromOutside = 0, calls = {} } = system[name]!;
      const total = (requests.get(name) ?? 0) + countOf(random, fromOutside * (0.5 + random.uniform()));
      requests.set(name, total);
      for (const [callee, { perRequest }] of Object.entries(calls)) {
        const made = countOf(random, total * perRequest);
        requests.set(callee, (requests.get(callee) ?? 0) + made);
        came.set(name, (came.get(name) ?? new Map<string, number>()).set(callee, made));
      }
    }
    const latencyMs = new Map<string, number>();
    const failed = new Map<string, number>();
    for (const name of names.toReversed()) {
      const { ownMs, failedRatio = 0, calls = {} } = system[name]!;
      const total = requests.get(name) ?? 0;
      const isChanged = change?.component === name;
      let timeMs = total * (ownMs + (isChanged ? (change.addedMs ?? 0) : 0));
      let failures = countOf(random, total * (failedRatio + (isChanged ? (change.failedRatio ?? 0) : 0)));
      for (const [callee, { passesFailures = true }] of Object.entries(calls)) {
        const made = came.get(name)?.get(callee) ?? 0;
        timeMs += made * (latencyMs.get(callee) ?? 0);
        if (passesFailures) failures += (made / Math.max(1, requests.get(callee) ?? 0)) * (failed.get(callee) ?? 0);
      }
      const mean = total === 0 ? 0 : (timeMs / total) * (1 + latencyNoiseRatio * noise(random));
      latencyMs.set(name, mean);
      failed.set(name, Math.min(total, failures));
      const own = windows.get(name)!;
      own.requests.push(total);
      own.latencyMs.push(mean);
      own.failedRatio.push(total === 0 ? 0 : Math.min(1, failures / total));
    }
  }
  return {
    frontDoor: names[0]!,
    components: windows,
    calls: names.flatMap((caller) => Object.keys(system[caller]!.calls ?? {}).map((callee) => ({ caller, callee }))),
    windowMs: 300_000,
  };
}
