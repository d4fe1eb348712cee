import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf } from '../../testing/made-preflight.ts';
import { withDerivedFacts } from './derived-facts.ts';
import { EstateView } from './estate-view.ts';

const named = (to: string, variable: string) =>
  factBetween('app', to, 'declared-dependency', { via: [`environment ${variable}`] });

const environment = (variables: Readonly<Record<string, string>>) =>
  factOf(
    'app',
    'environment',
    Object.entries(variables).map(([name, value]) => ({ name, value })),
  );

const viewOf = (...facts: Parameters<typeof withDerivedFacts>[0]['facts']): EstateView =>
  new EstateView(withDerivedFacts({ components: [], facts }));

describe('withDerivedFacts', () => {
  it('takes for one pool or policy what begins as the variable that names the neighbour', () => {
    const view = viewOf(
      named('database', 'SHOP_DB_HOST'),
      named('provider', 'PAY_URL'),
      environment({
        SHOP_DB_POOL_SIZE: '8',
        SHOP_DB_ACQUIRE_TIMEOUT: '1s',
        SHOP_DB_CONNECT_TIMEOUT_MS: '300',
        PAY_TIMEOUT: '1500ms',
        PAY_RETRIES: '2',
        PAY_BACKOFF: '100ms',
        PAY_BACKOFF_MAX: '500ms',
      }),
    );
    expect(view.between('app', 'database', 'connection-pool')).toEqual({
      sizePerInstance: 8,
      acquireTimeoutMs: 1_000,
      connectTimeoutMs: 300,
    });
    expect(view.between('app', 'provider', 'call-policy')).toEqual({
      timeoutMs: 1_500,
      attempts: 3,
      backoffMs: 100,
      mostBackoffMs: 500,
    });
  });

  it('says that no retry is one attempt', () => {
    const view = viewOf(named('cart', 'CART_URL'), environment({ CART_RETRIES: '0' }));
    expect(view.between('app', 'cart', 'call-policy')).toEqual({ attempts: 1 });
  });

  it('leaves alone what could mean several neighbours, a number without a unit, and what a fact tells', () => {
    const shared = viewOf(
      named('one', 'APP_URL'),
      named('two', 'APP_HOST'),
      environment({ APP_TIMEOUT: '1s', APP_URL_TIMEOUT: '2s' }),
    );
    expect(shared.between('app', 'two', 'call-policy')).toBeUndefined();
    expect(shared.between('app', 'one', 'call-policy')).toEqual({ timeoutMs: 2_000 });
    const bare = viewOf(named('cart', 'CART_URL'), environment({ CART_TIMEOUT: '30' }));
    expect(bare.between('app', 'cart', 'call-policy')).toBeUndefined();
    const told = viewOf(
      named('cart', 'CART_URL'),
      environment({ CART_TIMEOUT: '30s' }),
      factBetween('app', 'cart', 'call-policy', { attempts: 2 }),
    );
    expect(told.between('app', 'cart', 'call-policy')).toEqual({ attempts: 2 });
  });

  it('makes no pool of a timeout: an absent size would say that nothing bounds it', () => {
    const view = viewOf(named('database', 'DB_HOST'), environment({ DB_CONNECT_TIMEOUT: '1s' }));
    expect(view.between('app', 'database', 'connection-pool')).toBeUndefined();
  });

  it.each([
    ['DATABASE_URL', 'DB_POOL_SIZE'],
    ['DB_URL', 'SQLALCHEMY_POOL_SIZE'],
    ['POSTGRES_URL', 'PG_POOL_MAX'],
    ['ORDERS_DATABASE_URL', 'DB_POOL_SIZE'],
  ])('takes beside the only database, named by %s, %s for the size of its pool', (url, size) => {
    const view = viewOf(named('orders-db', url), named('cart', 'CART_URL'), environment({ [size]: '20' }));
    expect(view.between('app', 'orders-db', 'connection-pool')).toEqual({ sizePerInstance: 20 });
    expect(view.between('app', 'cart', 'connection-pool')).toBeUndefined();
  });

  it("leaves such a size alone beside two databases, one that is another neighbour's, and other prefixes", () => {
    const two = viewOf(
      named('one', 'DATABASE_URL'),
      named('two', 'REPORTS_DB_URL'),
      environment({ PG_POOL_SIZE: '20' }),
    );
    expect(two.between('app', 'one', 'connection-pool')).toBeUndefined();
    expect(two.between('app', 'two', 'connection-pool')).toBeUndefined();
    const others = viewOf(named('one', 'DATABASE_URL'), named('two', 'DB_HOST'), environment({ DB_POOL_SIZE: '20' }));
    expect(others.between('app', 'one', 'connection-pool')).toBeUndefined();
    expect(others.between('app', 'two', 'connection-pool')).toEqual({ sizePerInstance: 20 });
    const worker = viewOf(named('one', 'DATABASE_URL'), environment({ WORKER_POOL_SIZE: '20' }));
    expect(worker.between('app', 'one', 'connection-pool')).toBeUndefined();
    const told = viewOf(named('one', 'DATABASE_URL'), environment({ DATABASE_POOL_SIZE: '5', DB_POOL_SIZE: '20' }));
    expect(told.between('app', 'one', 'connection-pool')).toEqual({ sizePerInstance: 5 });
  });
});
