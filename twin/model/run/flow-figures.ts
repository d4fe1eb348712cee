import { causes } from '../engine/cause.ts';
import type { Engine } from '../engine/engine.ts';
import type { SimulationReport } from '../report/index.ts';

type Pool = SimulationReport['pools'][number];
type Queue = SimulationReport['queues'][number];
type Cache = SimulationReport['caches'][number];
type Breaker = SimulationReport['breakers'][number];
type Saturated = SimulationReport['run']['saturated'][number];

interface Ends {
  readonly caller: string;
  readonly called: string;
}

const endsOf = ({ program }: Engine, edge: number): Ends => {
  const { from, to } = program.edges[edge] ?? { from: -1, to: -1 };
  return { caller: program.components[from]?.name ?? '', called: program.components[to]?.name ?? '' };
};

/**
 * What a run showed of the connection pools.
 *
 * @param thereMs - For how long instances of a component were there, all together, ready or not.
 * @param overMs - Since the counting began.
 */
export function poolFigures(engine: Engine, thereMs: (component: string) => number, overMs: number): Pool[] {
  return [...engine.program.edges.keys()].flatMap((edge) => {
    const { pool } = engine.clients.clientOf(edge);
    if (pool === undefined) return [];
    const ends = endsOf(engine, edge);
    const { usedMs, waitedMs } = engine.clients.poolMeasures(edge);
    const availableMs = pool.size * thereMs(ends.caller);
    return {
      ...ends,
      utilisationRatio: availableMs <= 0 ? 0 : usedMs / availableMs,
      meanWaiting: overMs <= 0 ? 0 : waitedMs / overMs,
    };
  });
}

/** What a run showed of the queues. */
export function queueFigures(engine: Engine, overMs: number): Queue[] {
  return engine.program.queues.map((queue, at) => {
    const seen = engine.queues.measures(at);
    return {
      queue,
      meanDepth: overMs <= 0 ? seen.depth : seen.depthMs / overMs,
      maxDepth: seen.mostDepth,
      depthAtEnd: seen.depth,
      published: seen.published,
      consumed: seen.consumed,
      failed: seen.failed,
      refused: seen.refused,
      dropped: seen.dropped,
      oldestAtEndMs: seen.depth === 0 ? null : seen.oldestAgeMs,
    };
  });
}

/** What a run showed of the caches. */
export const cacheFigures = (engine: Engine): Cache[] =>
  engine.program.caches.map((cache, at) => {
    const asked = engine.caches.asked[at] ?? 0;
    return { cache, hitRatio: asked === 0 ? null : (engine.caches.found[at] ?? 0) / asked };
  });

/** What a run showed of the circuit breakers. */
export const breakerFigures = (engine: Engine): Breaker[] =>
  [...engine.program.edges.keys()]
    .filter((edge) => engine.clients.clientOf(edge).breaker !== undefined)
    .map((edge) => ({ ...endsOf(engine, edge), opened: engine.clients.opened(edge) }));

/** Bounds that were reached, and how often something was refused there. */
export function saturatedBounds(engine: Engine, queues: readonly Queue[]): Saturated[] {
  const { components, edges, operations } = engine.program;
  const instances = [...components.entries()].map(([at, { name }]) => ({
    bound: 'instance-queue' as const,
    where: name,
    refused: engine.refused[at] ?? 0,
  }));
  const pools = [...edges.keys()].map((edge) => {
    const { caller, called } = endsOf(engine, edge);
    return {
      bound: 'pool-queue' as const,
      where: `${caller} > ${called}`,
      refused: engine.clients.poolMeasures(edge).refused,
    };
  });
  const messages = queues.map(({ queue, refused, dropped }) => ({
    bound: 'message-queue' as const,
    where: queue,
    refused: refused + dropped,
  }));
  // What no instance refused, the engine itself did: it had no room for one more request.
  const full = [...operations.keys()].reduce(
    (sum, row) => sum + (engine.tallies.of(row).failures[causes.queueFull] ?? 0),
    0,
  );
  const refusedByInstances = instances.reduce((sum, { refused }) => sum + refused, 0);
  const underWay = {
    bound: 'requests-under-way' as const,
    where: 'the run itself',
    refused: engine.frames.isExhausted ? Math.max(1, full - refusedByInstances) : 0,
  };
  return [...instances, ...pools, ...messages, underWay].filter(({ refused }) => refused > 0);
}
