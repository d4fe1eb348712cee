import { parseDurationMs } from '../../kernel/index.ts';
import type { Setting } from '../../kernel/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { NamedDependency } from './named-dependencies.ts';

/** A bound on the connections that each instance of a component keeps to a neighbour, as its settings say it. */
export interface NamedPool {
  /** The neighbour's key. */
  readonly to: string;
  readonly size: number;
  readonly acquireTimeoutMs: number | undefined;
}

/** How libraries call the size of a pool: `DB_POOL_SIZE`, `HIKARI_MAXIMUM_POOL_SIZE`, `DB_POOL`, `DB_MAX_OPEN_CONNS`. */
const sizeEndings =
  /_(?:(?:max(?:imum)?_)?pool(?:_?size)?(?:_?(?:max|limit))?|(?:max_(?:open_|active_)?)conn(?:ection)?s?|connection_limit)$/;

/** How they call the longest wait for a connection of it. */
const timeoutEndings = ['acquire_timeout', 'pool_timeout', 'pool_acquire_timeout', 'pool_wait_timeout'] as const;

/** How a setting ends that names a host, after the name of what is there. */
const hostEndings =
  /_(?:addr(?:ess)?(?:es)?|hosts?|hostnames?|ur[il]s?|endpoints?|servers?|primary|jdbc_url|dsn|service_host)$/;

/** `--db-pool-size` and `db.pool.size` are called as `DB_POOL_SIZE`. */
const spelt = (name: string): string => `_${name.replace(/^-+/, '').replaceAll(/[-.]/g, '_').toLowerCase()}`;

const isWithin = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}_`);

/**
 * Finds the pools that the settings of a component size: a size belongs to the neighbour whose address is set under the same
 * prefix, as with `SHOP_DATABASE_HOST` and `SHOP_DATABASE_POOL_SIZE`. One that could belong to two, or to none, is no pool.
 *
 * @param settings - The component's.
 * @param dependencies - The neighbours that they name.
 */
export function namedPools(
  settings: readonly Setting[],
  dependencies: readonly NamedDependency[],
): readonly NamedPool[] {
  const values = new Map(settings.map(({ name, value }) => [spelt(name), value]));
  const stems = dependencies.map(({ key, setting }) => ({ key, stem: spelt(setting).replace(hostEndings, '') }));
  return [...values].flatMap(([name, value]): NamedPool[] => {
    const prefix = name.replace(sizeEndings, '');
    const size = Number(value);
    if (prefix === name || prefix === '' || value === undefined || !/^\d+$/.test(value) || size < 1) return [];
    const fitting = stems.filter(({ stem }) => isWithin(stem, prefix));
    const longest = Math.max(...fitting.map(({ stem }) => stem.length));
    const [key, other] = new Set(fitting.filter(({ stem }) => stem.length === longest).map((each) => each.key));
    if (key === undefined || other !== undefined) return [];
    const waits = timeoutEndings.flatMap((ending) => values.get(`${prefix}_${ending}`) ?? []);
    return [{ to: key, size, acquireTimeoutMs: waits[0] === undefined ? undefined : parseDurationMs(waits[0]) }];
  });
}

/**
 * The pools of a component as facts; where several settings size the same one, the smallest bounds it.
 *
 * @param component - Its key.
 * @param pools - What its settings say.
 * @param told - How the facts are known, and where it stands.
 */
export function poolFacts(
  component: string,
  pools: readonly NamedPool[],
  { method, place }: Pick<FoundFact, 'method' | 'place'>,
): readonly FoundFact[] {
  return [...Map.groupBy(pools, ({ to }) => to)].flatMap(([to, those]): FoundFact[] => {
    const [pool] = those.toSorted((one, other) => one.size - other.size);
    if (pool === undefined || to === component) return [];
    const { size, acquireTimeoutMs } = pool;
    return [
      {
        subject: { kind: 'edge', component, to },
        attribute: 'connection-pool',
        value: { sizePerInstance: size, ...(acquireTimeoutMs === undefined ? {} : { acquireTimeoutMs }) },
        method,
        ...(place === undefined ? {} : { place }),
      },
    ];
  });
}
