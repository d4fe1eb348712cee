import type { RandomSource } from '../../../src/kernel/index.ts';
import { between, oneOf, shuffled, wholeBetween } from './chance.ts';

/** What a component of an estate is there for. */
export type Role = 'edge' | 'service' | 'database' | 'cache' | 'external';

/** One component of an estate to be. */
export interface PlannedComponent {
  readonly name: string;
  readonly role: Role;
  readonly operations: PlannedOperation[];
}

/** What a component can be asked. */
export interface PlannedOperation {
  readonly component: PlannedComponent;
  readonly name: string;
  /** Of services, in turn unless `isParallel`. */
  readonly calls: PlannedCall[];
  /** Of what keeps data, before those. */
  readonly dataCalls: PlannedDataCall[];
  readonly isParallel: boolean;
}

/** A call of a service. */
export interface PlannedCall {
  readonly to: PlannedOperation;
  /** That a request makes it. */
  readonly probability: number;
}

/** A call of a database, perhaps by way of a cache, or of something outside. */
export interface PlannedDataCall extends PlannedCall {
  /** What is kept in a cache, and how: the database is asked where that does not have it. */
  readonly cache?: {
    readonly name: string;
    readonly hits: number;
    readonly get: PlannedOperation;
    readonly set: PlannedOperation;
  };
}

/** The shape of an estate: what there is, and what calls what. Circles are not in it. */
export interface EstatePlan {
  /** Callers before those that they call. */
  readonly components: readonly PlannedComponent[];
  /** What is asked from outside. */
  readonly entries: readonly PlannedOperation[];
}

/** How many of a hundred components are what; all others are services. */
const percentOf = { edge: 4, database: 22, cache: 6, external: 4 } as const;

/** Each layer of services is this many times as wide as the one that calls it. */
const widening = 1.5;

/** Estates of fewer components have one layer of services less: their call trees are 4 deep, those of others 5. */
const leastForThreeLayers = 30;

/** The smallest estate that has one of everything that every estate has. */
export const leastComponents = 8;

function named(role: Role, count: number, first = 1): readonly PlannedComponent[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${role}-${first + at}`, role, operations: [] }));
}

function operation(component: PlannedComponent, name: string, isParallel = false): PlannedOperation {
  const known = component.operations.find((one) => one.name === name);
  if (known !== undefined) return known;
  const added = { component, name, calls: [], dataCalls: [], isParallel };
  component.operations.push(added);
  return added;
}

/** How many components are in each layer of services. */
function layerSizes(services: number, layers: number): readonly number[] {
  const weights = Array.from({ length: layers }, (_, at) => widening ** at);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const upper = weights.slice(0, -1).map((weight) => Math.max(1, Math.round((services * weight) / sum)));
  return [...upper, services - upper.reduce((total, size) => total + size, 0)];
}

/** Gives each operation of a layer a caller in the layer above it, some a second one, and each caller something to call. */
function connect(
  random: RandomSource,
  callers: readonly PlannedOperation[],
  layer: readonly PlannedComponent[],
  chanceOfMore: number,
): void {
  const inTurn = shuffled(random, callers);
  let turn = 0;
  const next = (): PlannedOperation | undefined => inTurn[turn++ % inTurn.length];
  for (const { operations } of layer) {
    for (const [at, to] of operations.entries()) {
      // The first operation of each is never left out, so that every component is visited.
      const isCertain = at === 0 || random.uniform() < 0.6;
      next()?.calls.push({ to, probability: isCertain ? 1 : between(random, 0.2, 0.9) });
    }
  }
  const all = layer.flatMap(({ operations }) => operations);
  for (const caller of callers) {
    const isWithout = caller.calls.length === 0;
    const to = oneOf(random, all);
    if (to === undefined || (!isWithout && random.uniform() >= chanceOfMore)) continue;
    if (caller.calls.some((call) => call.to === to)) continue;
    caller.calls.push({ to, probability: isWithout || random.uniform() < 0.5 ? 1 : between(random, 0.2, 0.9) });
  }
}

/** Gives services their databases, and some of them a cache in front. */
function addData(
  random: RandomSource,
  services: readonly PlannedComponent[],
  databases: readonly PlannedComponent[],
  caches: readonly PlannedComponent[],
): void {
  const owners = shuffled(random, services).slice(0, Math.max(databases.length, Math.round(0.7 * services.length)));
  for (const [at, owner] of owners.entries()) {
    const database = databases[at % databases.length];
    const cacheComponent = at < caches.length ? caches[at] : random.uniform() < 0.3 ? oneOf(random, caches) : undefined;
    if (database === undefined) continue;
    const cache =
      cacheComponent === undefined
        ? {}
        : {
            cache: {
              name: `of ${owner.name}`,
              hits: between(random, 0.6, 0.95),
              get: operation(cacheComponent, 'get'),
              set: operation(cacheComponent, 'set'),
            },
          };
    for (const [place, from] of owner.operations.entries()) {
      from.dataCalls.push({ to: operation(database, 'read'), probability: 1, ...cache });
      // Each database is also asked without a cache in front, so that none waits for a miss to be visited.
      const writes = place === 0 ? 1 : random.uniform() < 0.4 ? between(random, 0.2, 0.8) : 0;
      if (writes > 0) from.dataCalls.push({ to: operation(database, 'write'), probability: writes });
    }
  }
}

function addExternals(
  random: RandomSource,
  services: readonly PlannedComponent[],
  externals: readonly PlannedComponent[],
): void {
  const askers = shuffled(random, services);
  for (const [at, external] of externals.entries()) {
    const [from] = askers[at % askers.length]?.operations ?? [];
    from?.dataCalls.push({ to: operation(external, 'ask'), probability: between(random, 0.3, 0.8) });
  }
}

/**
 * The shape of an estate: edges that are asked from outside, layers of services that call each other, and databases,
 * caches and systems of others below them. Larger estates are wider rather than deeper, and their services call somewhat
 * more others.
 *
 * @param count - How many components; at least `leastComponents`.
 * @param random - All of its chance.
 */
export function planEstate(count: number, random: RandomSource): EstatePlan {
  const share = (percent: number, least: number): number => Math.max(least, Math.round((percent * count) / 100));
  const layerCount = count < leastForThreeLayers ? 2 : 3;
  const edges = named('edge', share(percentOf.edge, 2));
  const databases = named('database', share(percentOf.database, 2));
  const caches = named('cache', share(percentOf.cache, 1));
  const externals = named('external', count < leastForThreeLayers ? 0 : share(percentOf.external, 1));
  const serviceCount = count - edges.length - databases.length - caches.length - externals.length;
  let first = 1;
  const layers = layerSizes(serviceCount, layerCount).map((size) => {
    const layer = named('service', size, first);
    first += size;
    return layer;
  });
  for (const edge of edges) {
    for (let at = wholeBetween(random, 2, 4); at > 0; at--) operation(edge, `entry ${at}`, random.uniform() < 0.4);
  }
  for (const service of layers.flat()) {
    for (let at = wholeBetween(random, 1, 3); at > 0; at--) operation(service, `do ${at}`, random.uniform() < 0.4);
  }
  const chanceOfMore = 0.15 + 0.3 * Math.log10(count / 10);
  let callers = edges;
  for (const layer of layers) {
    const operations = callers.flatMap((component) => component.operations);
    connect(random, operations, layer, chanceOfMore);
    callers = layer;
  }
  addData(random, layers.flat(), databases, caches);
  addExternals(random, layers.flat(), externals);
  return {
    components: [...edges, ...layers.flat(), ...databases, ...caches, ...externals],
    entries: edges.flatMap(({ operations }) => operations),
  };
}
