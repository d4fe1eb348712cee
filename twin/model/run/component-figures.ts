import type { ComponentMeasures } from '../control/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { SimulationReport } from '../report/index.ts';
import { integralsOf, stillThere } from './instance-integrals.ts';
import type { Integrals, StillThere } from './instance-integrals.ts';

type Component = SimulationReport['components'][number];
type Checks = SimulationReport['checks'];

interface Seen {
  readonly name: string;
  readonly at: number;
  readonly integrals: Integrals;
  readonly still: StillThere;
  readonly measures: ComponentMeasures | undefined;
}

const relative = (measured: number, expected: number): number | null =>
  expected === 0 ? null : (measured - expected) / expected;

/** What there was of something, times milliseconds: the denominator of its use. Null where it had no bound. */
const available = (each: number | undefined, { thereMs }: Integrals): number | null =>
  each === undefined ? null : each * thereMs;

const ratioOf = (used: number, of: number | null): number | null => (of === null || of <= 0 ? null : used / of);

/**
 * What a run showed of each component, and how far it kept to the laws that hold for each.
 *
 * @param measures - Of the control plane.
 * @param overMs - Since the counting began.
 */
export function componentFigures(
  engine: Engine,
  measures: readonly ComponentMeasures[],
  overMs: number,
): { readonly components: Component[]; readonly checks: Checks } {
  const still = stillThere(engine, engine.nowMs - overMs);
  const seen = [...engine.program.components.entries()]
    .filter(([, { isOutside }]) => !isOutside)
    .map(([at, { name }]) => ({
      name,
      at,
      integrals: integralsOf(engine, at),
      still: still.get(at) ?? { requests: 0, ms: 0 },
      measures: measures.find(({ component }) => component === name),
    }));
  return {
    components: seen.map((one) => figuresOf(engine, one, overMs)),
    checks: {
      littlesLaw: seen.map((one) => littlesLaw(one, overMs)),
      utilisationLaw: seen.filter(({ integrals }) => integrals.demandMs > 0).map((one) => utilisationLaw(one, overMs)),
    },
  };
}

function figuresOf(engine: Engine, { name, at, integrals, measures }: Seen, overMs: number): Component {
  const { cpu, workers } = engine.program.components[at]?.model ?? { cpu: {} };
  const instances = measures?.instances ?? { mean: 0, min: 0, max: 0 };
  const mean = (integralMs: number): number => (overMs <= 0 ? 0 : Math.max(0, integralMs) / overMs);
  const workerRatio = ratioOf(integrals.busyMs, available(workers, integrals));
  return {
    component: name,
    instances,
    workers:
      workers === undefined
        ? null
        : { utilisationRatio: Math.max(0, workerRatio ?? 0), meanQueue: mean(integrals.forWorkerMs) },
    cpu: {
      utilisationOfCoresRatio: ratioOf(integrals.workedMs, available(cpu.cores, integrals)),
      utilisationOfLimitRatio: ratioOf(integrals.workedMs, available(cpu.limit, integrals)),
      throttledRatio: cpu.limit === undefined ? null : integrals.throttledPeriods / Math.max(1, integrals.periods),
      throttledMs: integrals.throttledMs,
    },
    inFlight: { mean: mean(integrals.presenceMs), max: integrals.mostInFlight },
    meanWaiting: mean(integrals.waitingMs),
    restarts: measures?.restarts ?? 0,
    outOfMemoryKills: measures?.outOfMemoryKills ?? 0,
    memoryPeakBytes: measures?.memoryPeakBytes ?? null,
  };
}

/**
 * Little's law: requests that are there are their arrival rate times the time that each stays. Those that are still there at
 * the end count with the time that they have been: in an overload they are most of all.
 */
function littlesLaw({ name, integrals, still }: Seen, overMs: number): Checks['littlesLaw'][number] {
  const requests = integrals.left + still.requests;
  const perSecond = overMs <= 0 ? 0 : (requests * 1_000) / overMs;
  const meanTimeMs = requests === 0 ? 0 : (integrals.visitsMs + still.ms) / requests;
  const expected = (perSecond * meanTimeMs) / 1_000;
  const measured = overMs <= 0 ? 0 : Math.max(0, integrals.presenceMs / overMs);
  return {
    component: name,
    arrivalsPerSecond: perSecond,
    meanTimeMs,
    expected,
    measured,
    relativeDifference: relative(measured, expected),
  };
}

/** The utilisation law: processors that are busy are throughput times the work of each request. */
function utilisationLaw({ name, integrals }: Seen, overMs: number): Checks['utilisationLaw'][number] {
  const throughputPerSecond = overMs <= 0 ? 0 : (integrals.left * 1_000) / overMs;
  const meanDemandMs = integrals.left === 0 ? 0 : integrals.demandMs / integrals.left;
  const expectedCores = (throughputPerSecond * meanDemandMs) / 1_000;
  const measuredCores = overMs <= 0 ? 0 : Math.max(0, integrals.workedMs / overMs);
  return {
    component: name,
    throughputPerSecond,
    meanDemandMs,
    expectedCores,
    measuredCores,
    relativeDifference: relative(measuredCores, expectedCores),
  };
}
