import type { ComponentModel } from '../component.ts';
import { meanOf } from '../mean.ts';
import type { Remarks } from '../reading/model-remarks.ts';
import { callsOf } from './call-graph.ts';
import type { CallGraph } from './call-graph.ts';
import { circlesOf, growthOf } from './circles.ts';
import type { ModelView } from './model-view.ts';
import { peakPerSecondOf } from './peak-rate.ts';
import { ServiceTimes } from './service-times.ts';

/** Circles that end are followed until what comes back no longer matters. */
const mostRounds = 10_000;
const smallest = 1e-9;

/** How often each operation is asked when all open arrivals are at their highest, as if nothing failed. */
function offeredPerSecond({ model, operations }: ModelView, graph: CallGraph): ReadonlyMap<string, number> {
  const offered = new Map<string, number>();
  let wave = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, perSecond: number): void => {
    to.set(name, (to.get(name) ?? 0) + perSecond);
  };
  for (const arrivals of model.arrivals) {
    if (operations.has(arrivals.operation)) add(wave, arrivals.operation, peakPerSecondOf(arrivals));
  }
  for (let round = 0; round < mostRounds && wave.size > 0; round++) {
    const next = new Map<string, number>();
    for (const [name, perSecond] of wave) {
      add(offered, name, perSecond);
      for (const { to, times } of graph.get(name) ?? []) {
        if (perSecond * times > smallest) add(next, to, perSecond * times);
      }
    }
    wave = next;
  }
  return offered;
}

/** How many instances there may come to be. */
const instancesOf = ({ replicas, autoscaler }: ComponentModel): number => Math.max(replicas, autoscaler?.max ?? 0);

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

/**
 * Notes where open arrivals offer more than there is: by the utilisation law, requests per second times the mean time that
 * each takes of a processor or a worker must stay below how many there are (Denning and Buzen, 1978).
 *
 * @param view - The model, its names and circles in order.
 * @param remarks - Told of each.
 */
export function checkCapacity(view: ModelView, remarks: Remarks): void {
  const graph = callsOf(view, 'calls and messages');
  // Where messages come back as more, every rate is reached some time.
  if (circlesOf(graph).some((circle) => growthOf(circle, graph) >= 1)) return;
  const offered = offeredPerSecond(view, graph);
  const times = new ServiceTimes(view);
  const demand = new Map<string, { cores: number; workers: number; perSecond: number }>();
  for (const [name, { component, visits }] of view.operations) {
    const perSecond = offered.get(name) ?? 0;
    const workMs = visits.reduce(
      (sum, { step, times: often }) => ('cpu' in step ? sum + often * meanOf(step.cpu) : sum),
      0,
    );
    const { cores, workers, perSecond: before } = demand.get(component) ?? { cores: 0, workers: 0, perSecond: 0 };
    demand.set(component, {
      cores: cores + (perSecond * workMs) / 1_000,
      workers: workers + (perSecond * times.answerMs(name)) / 1_000,
      perSecond: before + perSecond,
    });
  }
  for (const [name, { cores, workers, perSecond }] of demand) {
    const component = view.model.components[name];
    if (component === undefined || instancesOf(component) === 0) continue;
    const instances = instancesOf(component);
    const { limit = Infinity, cores: each = Infinity } = component.cpu;
    const path = ['components', name];
    const tell = (needed: number, there: number, what: string, mend: string): void => {
      if (needed < there) return;
      const about = `${rounded(perSecond)} requests per second need ${rounded(needed)} ${what}, and there are ${rounded(there)}: it saturates`;
      remarks.note(path, about, mend);
    };
    tell(
      cores,
      instances * Math.min(limit, each),
      'cores',
      'where that is not meant: more "replicas" or "cores", or fewer arrivals',
    );
    if (component.workers !== undefined) {
      tell(
        workers,
        instances * component.workers,
        'workers',
        'where that is not meant: more "workers" or "replicas", or fewer arrivals',
      );
    }
  }
}
