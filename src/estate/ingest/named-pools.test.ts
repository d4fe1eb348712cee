import { describe, expect, it } from '@jest/globals';
import { namedDependencies } from './named-dependencies.ts';
import { namedPools, poolFacts } from './named-pools.ts';

const neighbours = new Map(['database', 'cache', 'cart'].map((name) => [name, `shop/${name}`]));

function poolsIn(settings: Readonly<Record<string, string>>): readonly unknown[] {
  const kept = Object.entries(settings).map(([name, value]) =>
    value.includes('://') ? { name, address: value } : { name, value },
  );
  return namedPools(
    kept,
    namedDependencies('environment', kept, (host) => neighbours.get(host)),
  ).map(({ to, size, acquireTimeoutMs }) => [to, size, ...(acquireTimeoutMs === undefined ? [] : [acquireTimeoutMs])]);
}

describe('namedPools', () => {
  it.each([
    ['a size beside a host', { DB_HOST: 'database', DB_POOL_SIZE: '20' }, [['shop/database', 20]]],
    [
      'a prefix of the application, and a wait',
      {
        SHOP_DB_HOST: 'database',
        SHOP_DB_POOL_SIZE: '8',
        SHOP_DB_ACQUIRE_TIMEOUT: '1s',
        SHOP_CART_URL: 'http://cart:1',
      },
      [['shop/database', 8, 1_000]],
    ],
    [
      'a library between the address and the size',
      { SPRING_DATASOURCE_URL: 'postgresql://database:5432', SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE: '12' },
      [['shop/database', 12]],
    ],
    ['a bare pool', { DB_HOST: 'database', DB_POOL: '25' }, [['shop/database', 25]]],
    [
      'open connections',
      { DATABASE_URL: 'mysql://database:3306', DATABASE_MAX_OPEN_CONNS: '7' },
      [['shop/database', 7]],
    ],
    ['flags', { '--db-host': 'database', '--db-pool-size': '9' }, [['shop/database', 9]]],
    [
      'each neighbour its own',
      { DB_HOST: 'database', DB_POOL_SIZE: '5', CACHE_HOST: 'cache', CACHE_POOL_SIZE: '50' },
      [
        ['shop/database', 5],
        ['shop/cache', 50],
      ],
    ],
    ['no pool of workers', { APP_DB_HOST: 'database', APP_WORKER_POOL_SIZE: '4' }, []],
    ['no pool that has no neighbour', { DB_HOST: 'elsewhere', DB_POOL_SIZE: '4' }, []],
    ['no size that may belong to two', { DB_HOST: 'database', DB_URL: 'redis://cache:6379', DB_POOL_SIZE: '4' }, []],
    ['no least size, and no idle ones', { DB_HOST: 'database', DB_POOL_MIN: '2', DB_MAX_IDLE_CONNS: '2' }, []],
    ['no size that is none', { DB_HOST: 'database', DB_POOL_SIZE: 'auto' }, []],
  ])('takes %s', (_what, settings, pools) => {
    expect(poolsIn(settings)).toEqual(pools);
  });
});

describe('poolFacts', () => {
  it('keeps the smallest of several sizes of one pool, and none to the component itself', () => {
    const pools = [
      { to: 'shop/database', size: 20, acquireTimeoutMs: undefined },
      { to: 'shop/database', size: 10, acquireTimeoutMs: 500 },
      { to: 'shop/web', size: 3, acquireTimeoutMs: undefined },
    ];
    expect(poolFacts('shop/web', pools, { method: 'declared', place: 'compose.yaml:3:1' })).toEqual([
      {
        subject: { kind: 'edge', component: 'shop/web', to: 'shop/database' },
        attribute: 'connection-pool',
        value: { sizePerInstance: 10, acquireTimeoutMs: 500 },
        method: 'declared',
        place: 'compose.yaml:3:1',
      },
    ]);
  });
});
